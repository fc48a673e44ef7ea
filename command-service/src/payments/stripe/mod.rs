//! The adapter for Stripe. The customer's browser shows Stripe's own form and pays there; this side creates,
//! retrieves, cancels and refunds payments and reads Stripe's webhooks.

mod objects;
#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use ::stripe::{Client, ClientBuilder, IdempotencyKey, RequestStrategy, StripeError};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use miniserde::Deserialize;
use serde::Serialize;
use service_kit::Clock;
use shared_events::{Cents, ids::CheckoutId};
use stripe_client_core::{RequestBuilder, StripeMethod};

use self::objects::{Intent, KEY, Page, Refund};
use super::{
    IntentStatus, Notice, NoticeError, PaymentError, PaymentProvider, ProviderIntent, ProviderRefund,
    WebhookSecret, notice::CHECKOUT,
};

/// Time limit of one call. The browser waits ten seconds for a whole checkout step.
const TIME_LIMIT: Duration = Duration::from_secs(4);
/// How often a call is sent while Stripe is still processing the same one, and the first pause; each pause is
/// twice the last.
const TRIES: u32 = 5;
const FIRST_PAUSE: Duration = Duration::from_millis(50);
/// The most items on one page of a Stripe list.
const PAGE: u32 = 100;

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

/// The Stripe adapter. Cheap to clone.
#[derive(Clone)]
pub struct Stripe {
    client: Client,
    webhook_secret: WebhookSecret,
    clock: Arc<dyn Clock>,
}

#[derive(Serialize)]
struct CreateIntent<'a> {
    amount: i64,
    currency: &'a str,
    /// Cards, including the wallets based on cards: the checkout offers no method whose money arrives days
    /// later.
    payment_method_types: [&'a str; 1],
    metadata: BTreeMap<&'a str, String>,
}

#[derive(Serialize)]
struct CreateRefund<'a> {
    payment_intent: &'a str,
    amount: i64,
    metadata: BTreeMap<&'a str, &'a str>,
}

#[derive(Serialize)]
struct ListRefunds<'a> {
    payment_intent: &'a str,
    limit: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    starting_after: Option<&'a str>,
}

#[derive(Serialize)]
struct ListIntents<'a> {
    created: CreatedSince,
    limit: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    starting_after: Option<&'a str>,
}

/// Objects to include in the response instead of their ids.
#[derive(Serialize)]
struct Expand {
    expand: [&'static str; 1],
}

#[derive(Clone, Copy, Serialize)]
struct CreatedSince {
    /// In seconds since 1970.
    gte: i64,
}

impl Stripe {
    /// Connects to this account.
    ///
    /// # Errors
    /// The address is invalid, or the key cannot be sent in a header.
    pub fn new(account: StripeAccount, clock: Arc<dyn Clock>) -> Result<Self, PaymentError> {
        let StripeAccount { secret_key, webhook_secret, api_base } = account;
        let client = ClientBuilder::new(secret_key)
            .url(api_base)
            .timeout(TIME_LIMIT)
            .app_info("Greenstall", Some(env!("CARGO_PKG_VERSION").to_owned()), None)
            .build();
        Ok(Self { client: client.map_err(failed)?, webhook_secret, clock })
    }

    /// Sends a request; repeats it after a pause while Stripe is still processing the same one.
    async fn send<T: Deserialize>(
        &self,
        request: impl Fn() -> RequestBuilder + Send,
        key: Option<&str>,
    ) -> Result<T, StripeError> {
        let mut pause = FIRST_PAUSE;
        for tries_left in (0..TRIES).rev() {
            let strategy = match key {
                Some(key) => {
                    let key = IdempotencyKey::new(key);
                    RequestStrategy::Idempotent(
                        key.map_err(|error| StripeError::ClientError(error.to_string()))?,
                    )
                }
                None => RequestStrategy::Once,
            };
            match request().customize::<T>().request_strategy(strategy).send(&self.client).await {
                Err(StripeError::Stripe(_, 409)) if tries_left > 0 => tokio::time::sleep(pause).await,
                answer => return answer,
            }
            pause *= 2;
        }
        unreachable!("the last try is answered whatever it is")
    }

    /// The payment with this id; `None` if Stripe does not have it.
    async fn intent(&self, id: &str) -> Result<Option<Intent>, PaymentError> {
        if !is_intent_id(id) {
            return Ok(None);
        }
        let whole = Expand { expand: ["latest_charge"] };
        let request =
            || RequestBuilder::new(StripeMethod::Get, format!("/payment_intents/{id}")).query(&whole);
        match self.send(request, None).await {
            Ok(intent) => Ok(Some(intent)),
            Err(StripeError::Stripe(_, 404)) => Ok(None),
            Err(error) => Err(failed(error)),
        }
    }

    /// Every refund of a payment, including failed ones.
    async fn all_refunds(&self, id: &str) -> Result<Vec<Refund>, PaymentError> {
        let mut found: Vec<Refund> = Vec::new();
        loop {
            let last = found.last().map(|refund| refund.id.clone());
            let query = ListRefunds { payment_intent: id, limit: PAGE, starting_after: last.as_deref() };
            let request = || RequestBuilder::new(StripeMethod::Get, "/refunds").query(&query);
            let page: Page<Refund> = self.send(request, None).await.map_err(failed)?;
            let more = page.has_more && !page.data.is_empty();
            found.extend(page.data);
            if !more {
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
        let form = CreateIntent {
            amount: amount.0,
            currency: "usd",
            payment_method_types: ["card"],
            metadata: [(CHECKOUT, checkout.to_string())].into(),
        };
        let request = || RequestBuilder::new(StripeMethod::Post, "/payment_intents").form(&form);
        let key = format!("intent/{checkout}");
        let intent: Intent = self.send(request, Some(&key)).await.map_err(failed)?;
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
        let created = CreatedSince { gte: since.timestamp() };
        let (mut found, mut last): (Vec<ProviderIntent>, Option<String>) = (Vec::new(), None);
        loop {
            let query = ListIntents { created, limit: PAGE, starting_after: last.as_deref() };
            let request = || RequestBuilder::new(StripeMethod::Get, "/payment_intents").query(&query);
            let page: Page<Intent> = self.send(request, None).await.map_err(failed)?;
            let end = page.data.last().map(|intent| intent.id.clone());
            found.extend(page.data.into_iter().filter_map(Intent::ours));
            match end {
                Some(end) if page.has_more => last = Some(end),
                _ => return Ok(found),
            }
        }
    }

    async fn cancel(&self, id: &str) -> Result<IntentStatus, PaymentError> {
        if !is_intent_id(id) {
            return Ok(IntentStatus::Canceled);
        }
        let request = || RequestBuilder::new(StripeMethod::Post, format!("/payment_intents/{id}/cancel"));
        // Stripe answers a repeated key with its first response, even a refusal. A payment that is being
        // processed may be cancellable a minute later, so the key changes every minute.
        let key = format!("cancel/{id}/{}", self.clock.now().timestamp() / 60);
        match self.send::<Intent>(request, Some(&key)).await {
            Ok(intent) => Ok(intent.status()),
            // The payment's status does not allow cancelling; the error does not say which status it is.
            Err(StripeError::Stripe(_, 400)) => {
                Ok(self.intent(id).await?.map_or(IntentStatus::Canceled, |intent| intent.status()))
            }
            Err(StripeError::Stripe(_, 404)) => Ok(IntentStatus::Canceled),
            Err(error) => Err(failed(error)),
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
        let form = CreateRefund { payment_intent: id, amount: amount.0, metadata: [(KEY, key)].into() };
        let request = || RequestBuilder::new(StripeMethod::Post, "/refunds").form(&form);
        // After a failed refund a new one is requested, with a new key.
        let failures = made.iter().filter(|refund| refund.key() == Some(key)).count();
        let key = format!("refund/{id}/{key}/{failures}");
        let refund: Refund = self.send(request, Some(&key)).await.map_err(failed)?;
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

/// Ids come from customers and become parts of URLs.
fn is_intent_id(id: &str) -> bool {
    let rest = id.strip_prefix("pi_").unwrap_or_default();
    (1..=250).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Leaves out the object that Stripe attaches to an error, which may be a whole payment with its secret.
fn failed(error: StripeError) -> PaymentError {
    match error {
        StripeError::Stripe(error, status) => {
            let text = format!("Stripe answers {status}: {}", error.message.unwrap_or_default());
            // An operator can fix a wrong key (401, 403); a concurrent call with the same key (409), rate
            // limits (429) and Stripe's own failures pass.
            let passes = !(400..500).contains(&status) || matches!(status, 401 | 403 | 409 | 429);
            if passes { PaymentError::Unavailable(text) } else { PaymentError::Refused(text) }
        }
        other => PaymentError::Unavailable(other.to_string()),
    }
}
