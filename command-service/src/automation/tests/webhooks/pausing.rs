//! A test of a message that is given up while the log cannot tell whether its webhook must be paused.

use std::sync::atomic::{AtomicUsize, Ordering};

use domain::delivery::record_attempt::NoAnswer;

use super::*;
use crate::{application::checkout::tests::faulty::FaultyStore, webhooks::MessageSender};

const ATTEMPTS: usize = 8;

/// A receiver that refuses every message. After the last attempt, the next read of a stream fails.
struct Refusing {
    store: Arc<FaultyStore>,
    got: AtomicUsize,
}

#[async_trait]
impl MessageSender for Refusing {
    async fn send(&self, _url: &str, _message: &Message) -> Result<u16, NoAnswer> {
        if self.got.fetch_add(1, Ordering::SeqCst) + 1 == ATTEMPTS {
            self.store.fail_reads(1);
        }
        Ok(500)
    }
}

#[tokio::test]
async fn the_last_outcome_is_recorded_although_the_search_for_a_pause_fails() {
    let (_database, pool) = database().await;
    let store = Arc::new(FaultyStore::default());
    let market = Market::open_on(store.log()).await;
    let receiver = Arc::new(Refusing { store, got: AtomicUsize::new(0) });
    let messenger = Messenger::new(receiver.clone(), Reach::Private);
    let process = Process::start(&App { messenger, ..market.shop.app.clone() }, &pool);
    idle(&market, &pool).await;
    webhook(&market, &market.mia, &["order.placed"]).await;
    order(&market).await;
    for attempt in 1..=ATTEMPTS {
        wait_for("the failure", async || (deliveries(&market).await.len() > attempt).then_some(())).await;
        market.shop.clock.advance(TimeDelta::hours(30));
    }
    let last = deliveries(&market).await.pop();
    assert!(
        matches!(last, Some(WebhookDeliveryEvent::WebhookDeliveryFailed { attempt: 8, retry_at: None, .. })),
        "{last:?}"
    );
    idle(&market, &pool).await;
    assert_eq!(receiver.got.load(Ordering::SeqCst), ATTEMPTS);
    assert_eq!(market.shop.history("webhook", market.mia.id).await, ["WebhookCreated"], "the search failed");
    process.end().await;
}
