//! The events of a merchant's places for products before approval: `stall-<account id>`. They count the products, whose
//! number is limited.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, ProductId},
};

/// An event of the places for products of a merchant who is not approved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum StallEvent {
    /// A product that is about to be listed took a place.
    PlaceTaken {
        /// The merchant.
        merchant_id: AccountId,
        /// The product.
        product_id: ProductId,
    },
    /// The product was deleted, so its place is free.
    PlaceFreed {
        /// The merchant.
        merchant_id: AccountId,
        /// The product.
        product_id: ProductId,
    },
}

impl Event for StallEvent {
    const CATEGORY: &'static str = "stall";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
