//! Which checkout a customer has open: `shopper-<account id>`.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::CheckoutId};

/// The outcome of a checkout at the time when the next one was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FormerOutcome {
    /// It was paid, and its orders were placed.
    Paid,
    /// It held goods until its end and was not paid.
    Unpaid,
    /// It held goods. The next checkout keeps its end.
    Renewed,
    /// It held nothing.
    HeldNothing,
}

/// The checkout that another one replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FormerCheckout {
    /// Its outcome.
    pub outcome: FormerOutcome,
    /// When its holds ended, or were to end.
    pub expires_at: DateTime<Utc>,
}

/// What happens to a customer's open checkout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ShopperEvent {
    /// The customer has this checkout open; it replaces the one before.
    CheckoutOpened {
        /// The checkout.
        checkout_id: CheckoutId,
        /// The previous checkout. `None`: it is the first, or the event predates this member.
        former: Option<FormerCheckout>,
    },
}

impl Event for ShopperEvent {
    const CATEGORY: &'static str = "shopper";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
