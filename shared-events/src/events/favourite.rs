//! The events of a person's favourite products: `favourite-<account id>`. They are frequent, so their stream is
//! separate from the account's.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, ProductId},
};

/// An event of a person's favourites.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum FavouriteEvent {
    /// The person added a product.
    FavouriteAdded {
        /// The account.
        account_id: AccountId,
        /// The product.
        product_id: ProductId,
    },
    /// The person removed a product.
    FavouriteRemoved {
        /// The account.
        account_id: AccountId,
        /// The product.
        product_id: ProductId,
    },
}

impl Event for FavouriteEvent {
    const CATEGORY: &'static str = "favourite";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
