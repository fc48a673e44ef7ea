//! Card payments: a port that says what a provider must do, and its adapters.

#[cfg(test)]
mod contract;
#[cfg(test)]
pub(crate) mod moody;
mod notice;
pub mod sandbox;
mod signature;
pub mod stripe;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use shared_events::{Cents, ids::CheckoutId};

pub use self::{
    notice::{Dispute, Notice, NoticeError},
    signature::{BadSignature, WebhookSecret},
};

/// Where a payment stands; the words are Stripe's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntentStatus {
    /// Waits for a card.
    RequiresPaymentMethod,
    /// Waits for the customer to prove who it is.
    RequiresAction,
    /// The card network works on it.
    Processing,
    /// The money is there.
    Succeeded,
    /// Given up; it can never be paid.
    Canceled,
}

impl IntentStatus {
    /// The word in JSON.
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

/// A payment as the provider knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderIntent {
    /// The provider's id.
    pub id: String,
    /// Which checkout it was made for.
    pub checkout_id: CheckoutId,
    /// Where it stands.
    pub status: IntentStatus,
    /// Lets the customer's browser confirm it.
    pub client_secret: String,
    /// What is (to be) captured.
    pub amount: Cents,
    /// What of it went back, or is on its way; none where the provider's answer does not say it. That of
    /// [`PaymentProvider::retrieve`] says it once the payment has succeeded.
    pub refunded: Option<Cents>,
}

/// Money of a payment that went back, is on its way, or should have gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderRefund {
    /// The provider's id.
    pub id: String,
    /// How much.
    pub amount: Cents,
    /// The key with which we asked for it; none when somebody else did, at the provider itself.
    pub key: Option<String>,
    /// Why it did not go back after all, in the provider's word.
    pub failure: Option<String>,
}

/// A provider that did not do as it was asked.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// It may work later; asking again is safe.
    #[error("the payment provider is not available: {0}")]
    Unavailable(String),
    /// It never will.
    #[error("the payment provider refuses: {0}")]
    Refused(String),
}

/// A payment provider. Every call can be repeated: the second one answers what the first one did.
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// Its name in events: `sandbox`, `stripe`.
    fn name(&self) -> &'static str;

    /// Makes a payment of this amount for a checkout. One checkout has one payment.
    ///
    /// # Errors
    /// See [`PaymentError`].
    async fn create_intent(
        &self,
        checkout: CheckoutId,
        amount: Cents,
    ) -> Result<ProviderIntent, PaymentError>;

    /// The payment with this id, if the provider has it.
    ///
    /// # Errors
    /// See [`PaymentError`].
    async fn retrieve(&self, id: &str) -> Result<Option<ProviderIntent>, PaymentError>;

    /// Every payment of this shop that was made since this moment, wherever it stands. Older ones may be among them.
    ///
    /// # Errors
    /// See [`PaymentError`].
    async fn intents_since(&self, since: DateTime<Utc>) -> Result<Vec<ProviderIntent>, PaymentError>;

    /// Gives a payment up, if that can still be done: the answer tells where it stands. After `Canceled`, which is also
    /// the answer for a payment that the provider does not have, no money can arrive any more; after anything else it can.
    ///
    /// # Errors
    /// See [`PaymentError`].
    async fn cancel(&self, id: &str) -> Result<IntentStatus, PaymentError>;

    /// Sends money of a payment back; answers the refund's id. The same key is one refund.
    ///
    /// # Errors
    /// See [`PaymentError`]; [`PaymentError::Refused`] when more than what was captured would go back.
    async fn refund(&self, id: &str, amount: Cents, key: &str) -> Result<String, PaymentError>;

    /// What went back of a payment, whoever has sent it, and what failed.
    ///
    /// # Errors
    /// See [`PaymentError`].
    async fn refunds(&self, id: &str) -> Result<Vec<ProviderRefund>, PaymentError>;

    /// What the provider tells by itself: reads a message that came from outside, if its signature is the provider's.
    ///
    /// # Errors
    /// See [`NoticeError`].
    fn notice(&self, signature: &str, body: &[u8], now: DateTime<Utc>) -> Result<Notice, NoticeError>;
}
