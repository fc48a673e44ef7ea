//! The events that say which checkout a customer has open: `shopper-<account id>`.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::CheckoutId};

/// The state of the previous checkout when the next one was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormerOutcome {
    /// The checkout was paid, and its orders were placed.
    Paid,
    /// The checkout held units until its end and was not paid.
    Unpaid,
    /// The checkout was still holding units. The next checkout gets the same end.
    Renewed,
    /// The checkout held nothing.
    HeldNothing,
}

/// The checkout that was replaced by another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FormerCheckout {
    /// The state of the checkout at that time.
    pub outcome: FormerOutcome,
    /// When the checkout's holds ended, or were to end.
    pub expires_at: DateTime<Utc>,
}

/// An event of a customer's open checkout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ShopperEvent {
    /// The customer opened this checkout, which replaces the previous one.
    CheckoutOpened {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The previous checkout; `None` when this is the first one, or when the event is older than this member.
        former: Option<FormerCheckout>,
    },
}

impl Event for ShopperEvent {
    const CATEGORY: &'static str = "shopper";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
