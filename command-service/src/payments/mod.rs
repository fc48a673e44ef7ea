//! Card payments: the port for payment providers, and its adapters.

#[cfg(test)]
mod contract;
#[cfg(test)]
pub(crate) mod flaky_provider;
mod notice;
pub mod sandbox;
mod signature;
pub mod stripe;
mod traced;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use shared_events::{Cents, ids::CheckoutId};

pub use self::{
    notice::{Dispute, Notice, NoticeError},
    signature::{BadSignature, WebhookSecret},
    traced::{ProviderCalls, TracedProvider},
};

/// Status of a payment, in Stripe's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntentStatus {
    /// Waits for a card.
    RequiresPaymentMethod,
    /// Waits for the customer's authentication.
    RequiresAction,
    /// The card network is processing it.
    Processing,
    /// Paid.
    Succeeded,
    /// Cancelled; it can never be paid.
    Canceled,
}

impl IntentStatus {
    /// The name used in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RequiresPaymentMethod => "requires_payment_method",
            Self::RequiresAction => "requires_action",
            Self::Processing => "processing",
            Self::Succeeded => "succeeded",
            Self::Canceled => "canceled",
        }
    }
}

/// A payment's state at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderIntent {
    /// The provider's id of the payment.
    pub id: String,
    pub checkout_id: CheckoutId,
    /// Current status.
    pub status: IntentStatus,
    /// Lets the customer's browser confirm the payment.
    pub client_secret: String,
    /// The amount that is or will be captured.
    pub amount: Cents,
    /// The amount refunded so far, including refunds on their way; `None` where the provider's response does
    /// not say. [`PaymentProvider::retrieve`] says it once the payment has succeeded.
    pub refunded: Option<Cents>,
}

/// A refund of a payment, completed, on its way or failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The provider's id of the refund.
    pub id: String,
    pub amount: Cents,
    /// The shop's key for the refund; `None` if it was made at the provider directly.
    pub key: Option<String>,
    /// The provider's reason if the refund failed.
    pub failure: Option<String>,
}

/// Why a provider's call failed.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// A temporary failure; the call can be repeated safely.
    #[error("the payment provider is not available: {0}")]
    Unavailable(String),
    /// The amount is above what the provider accepts.
    #[error("the payment provider refuses the amount: {0}")]
    TooMuch(String),
    /// A refund is refused as long as the customer's bank disputes the payment.
    #[error("the payment provider refuses a disputed payment: {0}")]
    Disputed(String),
    /// Refused permanently for any other reason.
    #[error("the payment provider refuses: {0}")]
    Refused(String),
}

/// A payment provider. Every call can be repeated: a second call returns the result of the first.
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// Its name in events: `sandbox`, `stripe`.
    fn name(&self) -> &'static str;

    /// Creates the payment of a checkout with this amount. A checkout has one payment.
    async fn create_intent(
        &self,
        checkout: CheckoutId,
        amount: Cents,
    ) -> Result<ProviderIntent, PaymentError>;

    /// The payment with this id, if it exists.
    async fn retrieve(&self, id: &str) -> Result<Option<ProviderIntent>, PaymentError>;

    /// Every payment of this shop created since this time, whatever its status. May include older ones.
    async fn intents_since(&self, since: DateTime<Utc>) -> Result<Vec<ProviderIntent>, PaymentError>;

    /// Cancels a payment if possible, and returns its status. After `Canceled`, which is also returned for an
    /// unknown payment, no money can arrive; after any other status it can.
    async fn cancel(&self, id: &str) -> Result<IntentStatus, PaymentError>;

    /// Refunds a part of a payment and returns the refund's id. Calls with the same key make one refund.
    ///
    /// # Errors
    /// See [`PaymentError`]; [`PaymentError::Refused`] if refunds would exceed the captured amount.
    async fn refund(&self, id: &str, amount: Cents, key: &str) -> Result<String, PaymentError>;

    /// All refunds of a payment, ours and others, including failed ones.
    async fn refunds(&self, id: &str) -> Result<Vec<ProviderRefund>, PaymentError>;

    /// Parses a webhook message, if its signature is the provider's.
    fn notice(&self, signature: &str, body: &[u8], now: DateTime<Utc>) -> Result<Notice, NoticeError>;
}
