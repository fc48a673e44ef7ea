//! What somebody likes: `favourite-<account id>`. Hearts come and go, so they have a stream apart from the account's.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, ProductId},
};

/// What happens to somebody's favourites.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum FavouriteEvent {
    /// Somebody likes a product.
    FavouriteAdded {
        /// Who.
        account_id: AccountId,
        /// What.
        product_id: ProductId,
    },
    /// Somebody does not like it any more.
    FavouriteRemoved {
        /// Who.
        account_id: AccountId,
        /// What.
        product_id: ProductId,
    },
}

impl Event for FavouriteEvent {
    const CATEGORY: &'static str = "favourite";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
