//! A test provider: a sandbox whose answers a test can override.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use shared_events::{Cents, ids::CheckoutId};

use super::{
    IntentStatus, Notice, NoticeError, PaymentError, PaymentProvider, ProviderIntent, ProviderRefund,
};

pub(crate) struct FlakyProvider {
    provider: Arc<dyn PaymentProvider>,
    /// Overrides the status of every payment.
    pub(crate) stands: Mutex<Option<IntentStatus>>,
    /// Refunds made at the provider directly.
    pub(crate) elsewhere: Mutex<Vec<ProviderRefund>>,
    /// True: the provider does not answer.
    pub(crate) down: Mutex<bool>,
    /// The id of a payment that the provider does not refund now.
    pub(crate) no_refunds_of: Mutex<Option<String>>,
    /// True: the next refund panics.
    pub(crate) panics_once: AtomicBool,
    /// The name of a call, and how the provider refuses it.
    pub(crate) refuses: Mutex<Option<(&'static str, Refusal)>>,
}

/// Makes an error of the provider's explanation.
pub(crate) type Refusal = fn(String) -> PaymentError;

impl FlakyProvider {
    pub(crate) fn new(provider: Arc<dyn PaymentProvider>) -> Arc<Self> {
        let (stands, elsewhere, down) = (Mutex::default(), Mutex::default(), Mutex::default());
        let (no_refunds_of, panics_once) = (Mutex::default(), AtomicBool::new(false));
        let refuses = Mutex::default();
        Arc::new(Self { provider, stands, elsewhere, down, no_refunds_of, panics_once, refuses })
    }

    /// Fails while the provider refuses this call.
    fn accepting(&self, call: &str) -> Result<(), PaymentError> {
        self.answering()?;
        match *self.refuses.lock().unwrap() {
            Some((refused, refusal)) if refused == call => Err(refusal("refused for good".to_owned())),
            _ => Ok(()),
        }
    }

    /// Fails while the provider does not answer.
    fn answering(&self) -> Result<(), PaymentError> {
        let down = *self.down.lock().unwrap();
        if down { Err(PaymentError::Unavailable("nobody answers".to_owned())) } else { Ok(()) }
    }

    fn stands(&self) -> Option<IntentStatus> {
        *self.stands.lock().unwrap()
    }
}

#[async_trait]
impl PaymentProvider for FlakyProvider {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn create_intent(
        &self,
        checkout: CheckoutId,
        amount: Cents,
    ) -> Result<ProviderIntent, PaymentError> {
        self.accepting("create_intent")?;
        self.provider.create_intent(checkout, amount).await
    }

    async fn retrieve(&self, id: &str) -> Result<Option<ProviderIntent>, PaymentError> {
        self.accepting("retrieve")?;
        let found = self.provider.retrieve(id).await?;
        Ok(found.map(|intent| ProviderIntent { status: self.stands().unwrap_or(intent.status), ..intent }))
    }

    async fn intents_since(&self, since: DateTime<Utc>) -> Result<Vec<ProviderIntent>, PaymentError> {
        self.answering()?;
        let all = self.provider.intents_since(since).await?;
        let standing = |intent: ProviderIntent| ProviderIntent {
            status: self.stands().unwrap_or(intent.status),
            ..intent
        };
        Ok(all.into_iter().map(standing).collect())
    }

    async fn cancel(&self, id: &str) -> Result<IntentStatus, PaymentError> {
        self.accepting("cancel")?;
        match self.stands() {
            Some(status) => Ok(status),
            None => self.provider.cancel(id).await,
        }
    }

    async fn refund(&self, id: &str, amount: Cents, key: &str) -> Result<String, PaymentError> {
        self.accepting("refund")?;
        if self.no_refunds_of.lock().unwrap().as_deref() == Some(id) {
            return Err(PaymentError::Unavailable("no refunds now".to_owned()));
        }
        assert!(!self.panics_once.swap(false, Ordering::SeqCst), "a hand slipped");
        self.provider.refund(id, amount, key).await
    }

    async fn refunds(&self, id: &str) -> Result<Vec<ProviderRefund>, PaymentError> {
        self.accepting("refunds")?;
        let mut refunds = self.provider.refunds(id).await?;
        refunds.extend(self.elsewhere.lock().unwrap().iter().cloned());
        Ok(refunds)
    }

    fn notice(&self, signature: &str, body: &[u8], now: DateTime<Utc>) -> Result<Notice, NoticeError> {
        self.provider.notice(signature, body, now)
    }
}
