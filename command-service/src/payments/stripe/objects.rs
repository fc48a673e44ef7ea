//! The few fields of Stripe's responses that the shop needs. Other fields may change with Stripe's versions and
//! are ignored.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::Value;
use shared_events::Cents;

use crate::payments::{IntentStatus, ProviderIntent, ProviderRefund, notice::CHECKOUT};

/// The key in a refund's metadata that holds the shop's key.
pub(super) const METADATA_KEY: &str = "key";

#[derive(Debug, Deserialize)]
pub(super) struct Intent {
    pub(super) id: String,
    pub(super) status: String,
    client_secret: Option<String>,
    pub(super) amount: i64,
    metadata: HashMap<String, String>,
    /// The captured charge: an object in responses to requests that expand it, otherwise its id.
    latest_charge: Option<Value>,
}

impl Intent {
    /// The status. A status that this program does not know is neither paid nor cancelled.
    pub(super) fn status(&self) -> IntentStatus {
        match self.status.as_str() {
            "requires_payment_method" | "requires_confirmation" => IntentStatus::RequiresPaymentMethod,
            "requires_action" => IntentStatus::RequiresAction,
            "succeeded" => IntentStatus::Succeeded,
            "canceled" => IntentStatus::Canceled,
            _ => IntentStatus::Processing,
        }
    }

    /// The payment in the port's terms; `None` if it was not made for a checkout of this shop.
    pub(super) fn ours(self) -> Option<ProviderIntent> {
        let status = self.status();
        Some(ProviderIntent {
            checkout_id: self.metadata.get(CHECKOUT)?.parse().ok()?,
            id: self.id,
            status,
            client_secret: self.client_secret.unwrap_or_default(),
            // The captured amount is always the requested amount: this program makes no partial captures.
            amount: Cents(self.amount),
            refunded: self.latest_charge.as_ref().and_then(amount_refunded),
        })
    }
}

fn amount_refunded(charge: &Value) -> Option<Cents> {
    charge.get("amount_refunded")?.as_i64().map(Cents)
}

#[derive(Debug, Deserialize)]
pub(super) struct Refund {
    pub(super) id: String,
    amount: i64,
    status: Option<String>,
    failure_reason: Option<String>,
    metadata: Option<HashMap<String, String>>,
}

impl Refund {
    /// The shop's key for the refund.
    pub(super) fn key(&self) -> Option<&str> {
        self.metadata.as_ref()?.get(METADATA_KEY).map(String::as_str)
    }

    pub(super) fn amount(&self) -> Cents {
        Cents(self.amount)
    }

    pub(super) fn failed(&self) -> bool {
        self.failure().is_some()
    }

    /// The reason of the failure.
    pub(super) fn failure(&self) -> Option<&str> {
        let status = self.status.as_deref().filter(|status| matches!(*status, "failed" | "canceled"))?;
        Some(self.failure_reason.as_deref().unwrap_or(status))
    }
}

impl From<&Refund> for ProviderRefund {
    fn from(refund: &Refund) -> Self {
        Self {
            id: refund.id.clone(),
            amount: refund.amount(),
            key: refund.key().map(str::to_owned),
            failure: refund.failure().map(str::to_owned),
        }
    }
}

/// One page of a list.
#[derive(Debug, Deserialize)]
pub(super) struct Page<T> {
    pub(super) data: Vec<T>,
    pub(super) has_more: bool,
}
