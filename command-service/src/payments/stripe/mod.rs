//! The adapter for Stripe. The customer's browser shows Stripe's own form and pays there; this side creates,
//! retrieves, cancels and refunds payments and reads Stripe's webhooks.

mod client;
mod objects;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use service_kit::Clock;
use shared_events::{Cents, ids::CheckoutId};

use self::{
    client::{Call, CallError, Client, Members},
    objects::{Intent, METADATA_KEY, Page, Refund},
};
use super::{
    IntentStatus, Notice, NoticeError, PaymentError, PaymentProvider, ProviderIntent, ProviderRefund,
    WebhookSecret, notice::CHECKOUT,
};

/// The most items on one page of a Stripe list.
const PAGE_SIZE: &str = "100";

/// This shop's account at Stripe.
#[derive(Clone, Debug)]
pub struct StripeAccount {
    /// `sk_…`, or a restricted key `rk_…` that may write PaymentIntents and Refunds. Never shown or logged.
    pub secret_key: String,
    /// The secret that signs Stripe's webhooks.
    pub webhook_secret: WebhookSecret,
    /// Base address of the API: `https://api.stripe.com`.
    pub api_base: String,
}

/// The Stripe adapter. Cloning is cheap.
#[derive(Clone)]
pub struct Stripe {
    client: Client,
    webhook_secret: WebhookSecret,
    clock: Arc<dyn Clock>,
}

impl Stripe {
    /// Connects to this account.
    ///
    /// # Errors
    /// The address is invalid, or the key cannot be sent in a header.
    pub fn new(account: StripeAccount, clock: Arc<dyn Clock>) -> Result<Self, PaymentError> {
        let StripeAccount { secret_key, webhook_secret, api_base } = account;
        let client = Client::new(&secret_key, &api_base)?;
        Ok(Self { client, webhook_secret, clock })
    }

    /// The payment with this id; `None` if Stripe does not have it.
    async fn intent(&self, id: &str) -> Result<Option<Intent>, PaymentError> {
        if !is_intent_id(id) {
            return Ok(None);
        }
        let path = format!("/payment_intents/{id}");
        match self.client.send(&Call::get(&path, &[("expand[0]", "latest_charge")])).await {
            Ok(intent) => Ok(Some(intent)),
            Err(error) if error.status() == Some(404) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Every refund of a payment, including failed ones.
    async fn all_refunds(&self, id: &str) -> Result<Vec<Refund>, PaymentError> {
        self.list("/refunds", ("payment_intent", id), |refund: &Refund| &refund.id).await
    }

    /// Every item of a list that a filter keeps, read page by page.
    async fn list<T: DeserializeOwned>(
        &self,
        path: &str,
        filter: (&str, &str),
        id: impl Fn(&T) -> &str + Send,
    ) -> Result<Vec<T>, PaymentError> {
        let mut found: Vec<T> = Vec::new();
        loop {
            let mut members = vec![filter, ("limit", PAGE_SIZE)];
            members.extend(found.last().map(|last| ("starting_after", id(last))));
            let page: Page<T> = self.client.send(&Call::get(path, &members)).await?;
            let has_more = page.has_more && !page.data.is_empty();
            found.extend(page.data);
            if !has_more {
                return Ok(found);
            }
        }
    }
}

#[async_trait]
impl PaymentProvider for Stripe {
    fn name(&self) -> &'static str {
        "stripe"
    }

    async fn create_intent(
        &self,
        checkout: CheckoutId,
        amount: Cents,
    ) -> Result<ProviderIntent, PaymentError> {
        // Only cards, including wallets based on cards: the checkout offers no method whose money arrives days later.
        let form: &Members = &[
            ("amount", &amount.0.to_string()),
            ("currency", "usd"),
            ("payment_method_types[0]", "card"),
            (&format!("metadata[{CHECKOUT}]"), &checkout.to_string()),
        ];
        let key = format!("intent/{checkout}");
        let call = Call::post("/payment_intents", form, &key);
        let intent: Intent = self.client.send(&call).await?;
        let odd =
            || PaymentError::Unavailable("Stripe has made another payment than it was asked for".to_owned());
        intent
            .ours()
            .filter(|intent| intent.checkout_id == checkout && intent.amount == amount)
            .ok_or_else(odd)
    }

    async fn retrieve(&self, id: &str) -> Result<Option<ProviderIntent>, PaymentError> {
        Ok(self.intent(id).await?.and_then(Intent::ours))
    }

    async fn intents_since(&self, since: DateTime<Utc>) -> Result<Vec<ProviderIntent>, PaymentError> {
        let since = since.timestamp().to_string();
        let intents = self.list("/payment_intents", ("created[gte]", &since), |intent: &Intent| &intent.id);
        Ok(intents.await?.into_iter().filter_map(Intent::ours).collect())
    }

    async fn cancel(&self, id: &str) -> Result<IntentStatus, PaymentError> {
        if !is_intent_id(id) {
            return Ok(IntentStatus::Canceled);
        }
        let path = format!("/payment_intents/{id}/cancel");
        // Stripe answers a repeated key with its first response, even a refusal. A payment that is being
        // processed may be cancellable a minute later, so the key changes every minute.
        let key = format!("cancel/{id}/{}", self.clock.now().timestamp() / 60);
        match self.client.send::<Intent>(&Call::post(&path, &[], &key)).await {
            Ok(intent) => Ok(intent.status()),
            Err(error) if error.status() == Some(404) => Ok(IntentStatus::Canceled),
            // The payment's status does not allow cancelling; the error does not say which status it is.
            Err(error) if error.is_final() => {
                Ok(self.intent(id).await?.map_or(IntentStatus::Canceled, |intent| intent.status()))
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn refund(&self, id: &str, amount: Cents, key: &str) -> Result<String, PaymentError> {
        let intent = self.intent(id).await?.filter(|intent| intent.status() == IntentStatus::Succeeded);
        let intent =
            intent.ok_or_else(|| PaymentError::Refused(format!("{id} has no money to send back")))?;
        let made = self.all_refunds(id).await?;
        // Stripe forgets keys after a day, and a step may be repeated much later.
        if let Some(before) = made.iter().find(|refund| refund.key() == Some(key) && !refund.failed()) {
            return Ok(before.id.clone());
        }
        let gone: Cents = made.iter().filter(|refund| !refund.failed()).map(Refund::amount).sum();
        if gone + amount > Cents(intent.amount) {
            return Err(PaymentError::Refused(format!("{amount} is more than what is left of {id}")));
        }
        let form: &Members = &[
            ("payment_intent", id),
            ("amount", &amount.0.to_string()),
            (&format!("metadata[{METADATA_KEY}]"), key),
        ];
        // After a failed refund a new one is requested, with a new key.
        let failures = made.iter().filter(|refund| refund.key() == Some(key)).count();
        let key = format!("refund/{id}/{key}/{failures}");
        let call = Call::post("/refunds", form, &key);
        let refund: Refund = self.client.send(&call).await?;
        match refund.failure() {
            None => Ok(refund.id),
            Some(reason) => {
                Err(PaymentError::Unavailable(format!("Stripe could not send {amount} back: {reason}")))
            }
        }
    }

    async fn refunds(&self, id: &str) -> Result<Vec<ProviderRefund>, PaymentError> {
        if !is_intent_id(id) {
            return Ok(vec![]);
        }
        let made = self.all_refunds(id).await?;
        Ok(made.iter().map(ProviderRefund::from).collect())
    }

    fn notice(&self, signature: &str, body: &[u8], now: DateTime<Utc>) -> Result<Notice, NoticeError> {
        self.webhook_secret.check(signature, body, now)?;
        Notice::read(body)
    }
}

/// Whether the text can be a payment's id. Ids come from customers and become parts of URLs.
fn is_intent_id(id: &str) -> bool {
    let rest = id.strip_prefix("pi_").unwrap_or_default();
    (1..=250).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

impl From<CallError> for PaymentError {
    fn from(error: CallError) -> Self {
        let text = error.to_string();
        match error.code() {
            _ if !error.is_final() => Self::Unavailable(text),
            Some("amount_too_large") => Self::TooMuch(text),
            Some("charge_disputed") => Self::Disputed(text),
            _ => Self::Refused(text),
        }
    }
}
