//! A payment provider whose calls are counted, and are spans.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use shared_events::{Cents, ids::CheckoutId};
use traces::{Kind, Span};

use super::{
    IntentStatus, Notice, NoticeError, PaymentError, PaymentProvider, ProviderIntent, ProviderRefund,
};

/// The names of the calls in metrics, and those of their spans.
const CALLS: [(&str, &str); 6] = [
    ("create_intent", "provider create intent"),
    ("retrieve", "provider retrieve intent"),
    ("intents_since", "provider list intents"),
    ("cancel", "provider cancel"),
    ("refund", "provider refund"),
    ("refunds", "provider list refunds"),
];
const OUTCOMES: [&str; 3] = ["ok", "refused", "unavailable"];

/// How often this process has called the provider, by call and outcome. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct ProviderCalls(Arc<[[AtomicU64; OUTCOMES.len()]; CALLS.len()]>);

impl ProviderCalls {
    /// Every call and outcome, with the number.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, &'static str, u64)> {
        let named = CALLS.iter().zip(self.0.iter());
        named.flat_map(|((call, _), counts)| {
            OUTCOMES
                .iter()
                .zip(counts)
                .map(|(outcome, count)| (*call, *outcome, count.load(Ordering::Relaxed)))
        })
    }
}

/// A provider whose calls are counted and are spans, which have neither amounts nor the provider's ids.
pub struct TracedProvider {
    provider: Arc<dyn PaymentProvider>,
    calls: ProviderCalls,
}

impl TracedProvider {
    /// Counts the calls of this provider here.
    pub fn new(provider: Arc<dyn PaymentProvider>, calls: ProviderCalls) -> Self {
        Self { provider, calls }
    }

    /// `call` is an index of [`CALLS`].
    async fn call<T>(
        &self,
        call: usize,
        calling: impl Future<Output = Result<T, PaymentError>>,
    ) -> Result<T, PaymentError> {
        let span = Span::child(Kind::Client, CALLS[call].1);
        span.set("greenstall.provider", self.provider.name());
        let answer = span.clone().around(calling).await;
        let outcome = match &answer {
            Ok(_) => 0,
            Err(PaymentError::TooMuch(_) | PaymentError::Disputed(_) | PaymentError::Refused(_)) => 1,
            Err(PaymentError::Unavailable(_)) => 2,
        };
        self.calls.0[call][outcome].fetch_add(1, Ordering::Relaxed);
        if answer.is_err() {
            span.fail(OUTCOMES[outcome]);
        }
        answer
    }
}

#[async_trait]
impl PaymentProvider for TracedProvider {
    fn name(&self) -> &'static str {
        self.provider.name()
    }

    async fn create_intent(
        &self,
        checkout: CheckoutId,
        amount: Cents,
    ) -> Result<ProviderIntent, PaymentError> {
        self.call(0, self.provider.create_intent(checkout, amount)).await
    }

    async fn retrieve(&self, id: &str) -> Result<Option<ProviderIntent>, PaymentError> {
        self.call(1, self.provider.retrieve(id)).await
    }

    async fn intents_since(&self, since: DateTime<Utc>) -> Result<Vec<ProviderIntent>, PaymentError> {
        self.call(2, self.provider.intents_since(since)).await
    }

    async fn cancel(&self, id: &str) -> Result<IntentStatus, PaymentError> {
        self.call(3, self.provider.cancel(id)).await
    }

    async fn refund(&self, id: &str, amount: Cents, key: &str) -> Result<String, PaymentError> {
        self.call(4, self.provider.refund(id, amount, key)).await
    }

    async fn refunds(&self, id: &str) -> Result<Vec<ProviderRefund>, PaymentError> {
        self.call(5, self.provider.refunds(id)).await
    }

    fn notice(&self, signature: &str, body: &[u8], now: DateTime<Utc>) -> Result<Notice, NoticeError> {
        self.provider.notice(signature, body, now)
    }
}

#[cfg(test)]
mod tests {
    use service_kit::{ManualClock, SeededIds};

    use super::*;
    use crate::payments::{
        flaky_provider::FlakyProvider,
        sandbox::{MemoryBooks, Sandbox},
    };

    #[tokio::test]
    async fn calls_are_counted_by_their_outcome() {
        let (books, clock) =
            (Arc::new(MemoryBooks::default()), Arc::new(ManualClock::at(DateTime::UNIX_EPOCH)));
        let sandbox = Sandbox::new(books, clock, Arc::new(SeededIds::new(7)));
        let (calls, flaky) = (ProviderCalls::default(), FlakyProvider::new(Arc::new(sandbox)));
        let traced = TracedProvider::new(flaky.clone(), calls.clone());
        assert_eq!(traced.retrieve("pi_none").await.unwrap(), None);
        *flaky.down.lock().unwrap() = true;
        assert!(traced.retrieve("pi_none").await.is_err());
        assert!(traced.refund("pi_none", Cents(1), "key").await.is_err());
        let counted: Vec<_> = calls.all().filter(|(_, _, count)| *count > 0).collect();
        let expected = [("retrieve", "ok", 1), ("retrieve", "unavailable", 1), ("refund", "unavailable", 1)];
        assert_eq!(counted, expected);
    }
}
