//! The events that count the views of a product: `views-<product id>`. They are frequent, so their stream is separate
//! from the product's.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::ProductId};

/// An event of a product's view count.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ViewsEvent {
    /// This many visitors have viewed the product since the previous event. A visitor who comes back within an hour
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
