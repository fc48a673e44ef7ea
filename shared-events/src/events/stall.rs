//! The products that a merchant prepares before approval: `stall-<account id>`. The stream counts them, because their
//! number is limited.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, ProductId},
};

/// What happens to the places for products of a merchant who is not approved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum StallEvent {
    /// A product that is about to be listed takes a place.
    PlaceTaken {
        /// The merchant.
        merchant_id: AccountId,
        /// The product.
        product_id: ProductId,
    },
    /// The product was deleted, and its place is free.
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
