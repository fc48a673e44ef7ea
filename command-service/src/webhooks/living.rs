//! Whether there is any webhook. A shop without one has no work with messages: no event costs more than this question.

use std::{collections::HashSet, sync::Arc};

use event_store::{Categories, EventLog, LogError};
use shared_events::{Event, Position, decode, events::WebhookEvent, ids::WebhookId};
use tokio::sync::Mutex;

const EVENTS_PER_READ: usize = 500;

/// The webhooks that were not removed, as far as the log was read. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct LivingWebhooks(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    /// The epoch of the log that was read. After a failover the log has another epoch, and may have other events at the
    /// same positions.
    epoch: u64,
    up_to: Position,
    living: HashSet<WebhookId>,
    /// An event could not be read: there may be more webhooks.
    uncertain: bool,
}

impl LivingWebhooks {
    /// Whether any webhook exists at this position of the log. Reads what has been appended since it was asked before.
    ///
    /// # Errors
    /// The log cannot be read.
    pub(crate) async fn any(&self, log: &EventLog, at: Position) -> Result<bool, LogError> {
        let categories = Categories::Only(vec![WebhookEvent::CATEGORY].into());
        let mut known = self.0.lock().await;
        let epoch = log.epoch();
        if known.epoch != epoch {
            *known = Known { epoch, ..Known::default() };
        }
        while known.up_to < at {
            let (page, unreadable) = log.read_all_sifted(known.up_to, &categories, EVENTS_PER_READ).await?;
            known.uncertain |= !unreadable.is_empty();
            for event in &page.events {
                match decode(&event.event) {
                    Ok(WebhookEvent::WebhookCreated { webhook_id, .. }) => {
                        known.living.insert(webhook_id);
                    }
                    Ok(WebhookEvent::WebhookRemoved { webhook_id, .. }) => {
                        known.living.remove(&webhook_id);
                    }
                    Ok(_) => {}
                    Err(_) => known.uncertain = true,
                }
            }
            if page.up_to <= known.up_to {
                // The log does not show the position yet.
                return Ok(true);
            }
            known.up_to = page.up_to;
        }
        Ok(known.uncertain || !known.living.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use event_store::{
        Append, ExpectedVersion, Provenance,
        memory::{MemoryEventStore, MemoryKeyring},
    };
    use shared_events::{Actor, Personal, ids::AccountId};
    use uuid::Uuid;

    use super::{super::testing::UnknownEvent, *};

    const OWNER: AccountId = AccountId::new(Uuid::from_u128(7));

    fn webhook(number: u128) -> WebhookId {
        WebhookId::new(Uuid::from_u128(number))
    }

    fn created(number: u128) -> WebhookEvent {
        let url = Personal::new(OWNER.uuid(), "https://till.example/".to_owned());
        WebhookEvent::WebhookCreated {
            account_id: OWNER,
            webhook_id: webhook(number),
            url,
            types: Vec::new(),
        }
    }

    fn removed(number: u128) -> WebhookEvent {
        WebhookEvent::WebhookRemoved { account_id: OWNER, webhook_id: webhook(number) }
    }

    /// A log, and what is known about it.
    struct Shop {
        store: Arc<MemoryEventStore>,
        log: EventLog,
        living: LivingWebhooks,
    }

    impl Shop {
        fn open() -> Self {
            let store = Arc::<MemoryEventStore>::default();
            let log = EventLog::new(store.clone(), Arc::new(MemoryKeyring::default()));
            Self { store, log, living: LivingWebhooks::default() }
        }

        async fn happens<E: Event>(&self, events: Vec<E>) {
            let at = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
            // Each append is a command of its own.
            let Position(head) = self.log.head().await.unwrap();
            let command = Uuid::from_u128(head.into());
            let provenance = Provenance::of_command(command, Actor::system("test"), at);
            let append = Append { id: OWNER.uuid(), expected: ExpectedVersion::Any, events };
            self.log.append(&provenance, append).await.unwrap();
        }

        /// Appends these events, and returns whether there is any webhook afterwards.
        async fn has_any_after(&self, events: Vec<WebhookEvent>) -> bool {
            self.happens(events).await;
            self.has_any().await
        }

        async fn has_any(&self) -> bool {
            self.living.any(&self.log, self.log.head().await.unwrap()).await.unwrap()
        }
    }

    #[tokio::test]
    async fn a_shop_has_webhooks_until_the_last_one_is_removed() {
        let shop = Shop::open();
        assert!(!shop.has_any().await);
        assert!(shop.has_any_after(vec![created(1), created(2)]).await);
        assert!(shop.has_any_after(vec![removed(1)]).await);
        assert!(!shop.has_any_after(vec![removed(2)]).await);
        assert!(shop.has_any_after(vec![created(3)]).await);
    }

    #[tokio::test]
    async fn everything_up_to_the_position_is_read() {
        let shop = Shop::open();
        let numbers = 0..EVENTS_PER_READ as u128;
        let come_and_gone = numbers.clone().map(created).chain(numbers.map(removed));
        assert!(!shop.has_any_after(come_and_gone.collect()).await, "the second page has the removals");
        let position = shop.log.head().await.unwrap();
        assert!(shop.has_any_after(vec![created(1)]).await);
        let other = LivingWebhooks::default();
        assert!(!other.any(&shop.log, position).await.unwrap(), "the webhook comes after this position");
    }

    #[tokio::test]
    async fn an_event_that_cannot_be_read_may_be_a_webhook() {
        let shop = Shop::open();
        shop.happens(vec![UnknownEvent::WebhookTeleported { to: "Mars".to_owned() }]).await;
        assert!(shop.has_any_after(vec![created(1), removed(1)]).await);
    }

    #[tokio::test]
    async fn a_position_that_the_log_does_not_show_yet_may_be_a_webhook() {
        let shop = Shop::open();
        assert!(!shop.has_any_after(vec![created(1), removed(1)]).await);
        let Position(head) = shop.log.head().await.unwrap();
        assert!(shop.living.any(&shop.log, Position(head + 1)).await.unwrap());
    }

    #[tokio::test]
    async fn after_a_failover_the_other_log_is_read() {
        let shop = Shop::open();
        assert!(!shop.has_any_after(vec![created(1), removed(1)]).await);
        shop.store.put_back(Position(1));
        assert!(shop.has_any().await, "the log lacks the removal");
        shop.store.put_back(Position::START);
        assert!(!shop.has_any().await, "the log lacks the webhook");
    }
}
