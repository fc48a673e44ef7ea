//! The built-in payment provider: test cards, no real money, and the states of a real provider. Its books are
//! separate from the shop's log, like another company's.

mod books;
mod card;
mod intent;
mod memory;
mod postgres;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use service_kit::{Clock, Ids};
use shared_events::{Cents, ids::CheckoutId};

use self::intent::Intent;
pub use self::{
    books::Books,
    card::{Card, CardError},
    intent::Declined,
    memory::MemoryBooks,
    postgres::{PostgresBooks, TABLES, migrate},
};
use super::{
    IntentStatus, Notice, NoticeError, PaymentError, PaymentProvider, ProviderIntent, ProviderRefund,
    WebhookSecret, notice::CHECKOUT,
};

/// The built-in provider. Cloning is cheap.
#[derive(Clone)]
pub struct Sandbox {
    books: Arc<dyn Books>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn Ids>,
    webhook_secret: WebhookSecret,
}

/// A webhook message to the shop, as a real provider sends it.
#[derive(Clone, Debug)]
pub struct Webhook {
    /// The `Stripe-Signature` header.
    pub signature: String,
    /// The JSON body.
    pub body: Vec<u8>,
}

/// Why a payment was not confirmed.
#[derive(Debug, thiserror::Error)]
pub enum ConfirmError {
    /// There is no such payment, or the client secret is wrong.
    #[error("Payment not found")]
    NotFound,
    /// The input is not a valid card.
    #[error(transparent)]
    Card(#[from] CardError),
    /// The card or the payment's state does not allow it.
    #[error(transparent)]
    Declined(#[from] Declined),
}

impl Sandbox {
    /// Creates a provider with these books.
    pub fn new(books: Arc<dyn Books>, clock: Arc<dyn Clock>, ids: Arc<dyn Ids>) -> Self {
        // Only this process sends the sandbox's messages, so the secret is not shared.
        let webhook_secret = WebhookSecret::new(ids.bytes::<32>());
        Self { books, clock, ids, webhook_secret }
    }

    /// The webhook message for a paid payment.
    pub fn succeeded(&self, intent: &ProviderIntent) -> Webhook {
        let object = json!({
            "id": intent.id,
            "object": "payment_intent",
            "status": intent.status,
            "amount": intent.amount,
            "currency": "usd",
            "metadata": {CHECKOUT: intent.checkout_id},
        });
        self.message("payment_intent.succeeded", &object)
    }

    /// A signed message with an object of this type.
    pub(crate) fn message(&self, kind: &str, object: &Value) -> Webhook {
        let now = self.clock.now();
        let body = json!({
            "id": format!("evt_{}", self.ids.uuid().simple()),
            "object": "event",
            "type": kind,
            "created": now.timestamp(),
            "livemode": false,
            "data": {"object": object},
        });
        let body = body.to_string().into_bytes();
        Webhook { signature: self.webhook_secret.sign(&body, now), body }
    }

    /// Pays with this card, as the customer's browser does. After a decline, another card can be tried.
    ///
    /// # Errors
    /// When the books are unavailable.
    pub async fn confirm(
        &self,
        id: &str,
        client_secret: &str,
        card: &Card,
        authenticated: bool,
    ) -> Result<Result<ProviderIntent, ConfirmError>, PaymentError> {
        let now = self.clock.now();
        let changed = self
            .change(id, |intent| {
                if intent.client_secret != client_secret {
                    return Err(ConfirmError::NotFound);
                }
                card.check(now)?;
                Ok(intent.confirm(card, authenticated)?)
            })
            .await?;
        let Some((intent, outcome)) = changed else { return Ok(Err(ConfirmError::NotFound)) };
        Ok(outcome.map(|()| intent.into()))
    }

    /// Changes a payment. Returns the changed payment and the result of the change; `None` if there is no such
    /// payment.
    async fn change<T>(
        &self,
        id: &str,
        change: impl Fn(&mut Intent) -> T,
    ) -> Result<Option<(Intent, T)>, PaymentError> {
        loop {
            let Some(before) = self.books.find(id).await? else { return Ok(None) };
            let mut after = before.clone();
            let outcome = change(&mut after);
            if after == before || self.books.replace(&before, &after).await? {
                return Ok(Some((after, outcome)));
            }
        }
    }
}

#[async_trait]
impl PaymentProvider for Sandbox {
    fn name(&self) -> &'static str {
        "sandbox"
    }

    async fn create_intent(
        &self,
        checkout: CheckoutId,
        amount: Cents,
    ) -> Result<ProviderIntent, PaymentError> {
        let intent = Intent::new(checkout, amount, self.ids.bytes());
        Ok(self.books.open(intent, self.clock.now()).await?.into())
    }

    async fn intents_since(&self, since: DateTime<Utc>) -> Result<Vec<ProviderIntent>, PaymentError> {
        Ok(self.books.opened_since(since).await?.into_iter().map(ProviderIntent::from).collect())
    }

    async fn retrieve(&self, id: &str) -> Result<Option<ProviderIntent>, PaymentError> {
        Ok(self.books.find(id).await?.map(ProviderIntent::from))
    }

    async fn cancel(&self, id: &str) -> Result<IntentStatus, PaymentError> {
        let cancelled = self.change(id, Intent::cancel).await?;
        Ok(cancelled.map_or(IntentStatus::Canceled, |(intent, ())| intent.status))
    }

    async fn refund(&self, id: &str, amount: Cents, key: &str) -> Result<String, PaymentError> {
        let refunded = self.change(id, |intent| intent.refund(amount, key)).await?;
        refunded.ok_or_else(|| PaymentError::Refused(format!("there is no payment {id}")))?.1
    }

    async fn refunds(&self, id: &str) -> Result<Vec<ProviderRefund>, PaymentError> {
        Ok(self.books.find(id).await?.map(|intent| intent.refunds()).unwrap_or_default())
    }

    fn notice(&self, signature: &str, body: &[u8], now: DateTime<Utc>) -> Result<Notice, NoticeError> {
        self.webhook_secret.check(signature, body, now)?;
        Notice::read(body)
    }
}
