//! How often a product was looked at: `views-<product id>`, apart from the product because it happens so often.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::ProductId};

/// What is known about looks at a product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ViewsEvent {
    /// Since the event before, so many visitors looked. One who looks again within an hour is counted once.
    ProductViewed {
        /// Which product.
        product_id: ProductId,
        /// How many, at least one.
        visitors: u32,
    },
}

impl Event for ViewsEvent {
    const CATEGORY: &'static str = "views";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
