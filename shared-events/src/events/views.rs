//! How often a product was viewed: `views-<product id>`, apart from the product because it is so frequent.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::ProductId};

/// What happens to a product's view count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ViewsEvent {
    /// This many visitors have viewed the product since the previous event. A visitor who returns within an hour
    /// counts once.
    ProductViewed {
        /// The product.
        product_id: ProductId,
        /// The number of visitors, at least one.
        visitors: u32,
    },
}

impl Event for ViewsEvent {
    const CATEGORY: &'static str = "views";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
