//! Which checkout a customer has open: `shopper-<account id>`.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::CheckoutId};

/// What a customer does at the till.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ShopperEvent {
    /// The customer has this checkout open; it replaces the one before.
    CheckoutOpened {
        /// Which checkout.
        checkout_id: CheckoutId,
    },
}

impl Event for ShopperEvent {
    const CATEGORY: &'static str = "shopper";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
