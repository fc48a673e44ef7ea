//! Tests of the address of a webhook and of the search for a message that it accepted.

use std::{collections::BTreeSet, sync::Arc};

use event_store::{
    Append, EventLog, ExpectedVersion, Keyring,
    memory::{MemoryEventStore, MemoryKeyring},
};
use shared_events::{
    Actor, Event, Personal,
    events::{FailureReason, PauseReason},
};

use super::*;
use crate::{App, http::testing::Shop, webhooks::testing::UnknownEvent};

const OWNER: AccountId = AccountId::new(Uuid::from_u128(7));
const TILL: WebhookId = WebhookId::new(Uuid::from_u128(8));
const SCALE: WebhookId = WebhookId::new(Uuid::from_u128(9));

async fn append<E: Event + Clone>(app: &App, id: Uuid, events: &[E]) {
    for part in events.chunks(100) {
        let append = Append { id, expected: ExpectedVersion::Any, events: part.to_vec() };
        app.writer.log.append(&app.command_by(Actor::system("test")), append).await.unwrap();
    }
}

fn created(webhook_id: WebhookId, url: &str) -> WebhookEvent {
    let url = Personal::new(OWNER.uuid(), url.to_owned());
    WebhookEvent::WebhookCreated { account_id: OWNER, webhook_id, url, types: Vec::new() }
}

fn paused() -> WebhookEvent {
    WebhookEvent::WebhookPaused { account_id: OWNER, webhook_id: TILL, reason: PauseReason::Owner }
}

fn resumed() -> WebhookEvent {
    WebhookEvent::WebhookResumed { account_id: OWNER, webhook_id: TILL }
}

/// The address that a message to this webhook goes to.
async fn address(app: &App, webhook: WebhookId) -> Option<String> {
    let provenance = app.command_by(Actor::system("test"));
    let created = webhooks_of(&app.writer, &provenance, OWNER).await.unwrap().all[&webhook].created;
    address_of(&app.writer, (OWNER, webhook), created).await.unwrap()
}

/// Whether a message must wait because its address cannot be known.
async fn must_wait(app: &App, created: Version) -> bool {
    let failure = address_of(&app.writer, (OWNER, TILL), created).await.unwrap_err();
    matches!(failure, Failure::Unavailable(_))
}

#[tokio::test]
async fn each_webhook_has_its_own_address_however_long_their_stream_is() {
    let app = Shop::open().app;
    append(&app, OWNER.uuid(), &[created(TILL, "https://till.example/")]).await;
    append(&app, OWNER.uuid(), &vec![[paused(), resumed()]; 600].concat()).await;
    append(&app, OWNER.uuid(), &[created(SCALE, "https://scale.example/"), paused()]).await;
    assert_eq!(address(&app, TILL).await.as_deref(), Some("https://till.example/"));
    assert_eq!(address(&app, SCALE).await.as_deref(), Some("https://scale.example/"));
    app.writer.log.keyring().erase(OWNER.uuid()).await.unwrap();
    assert_eq!([address(&app, TILL).await, address(&app, SCALE).await], [None, None]);
}

#[tokio::test]
async fn an_address_that_cannot_be_read_is_not_an_erased_one() {
    let (store, keyring) = (Arc::<MemoryEventStore>::default(), Arc::<MemoryKeyring>::default());
    let app = Shop::open_on(EventLog::new(store.clone(), keyring)).app;
    append(&app, OWNER.uuid(), &[created(TILL, "https://till.example/"), paused()]).await;
    append(&app, OWNER.uuid(), &[UnknownEvent::WebhookTeleported { to: "Mars".to_owned() }]).await;
    let readable = address_of(&app.writer, (OWNER, TILL), 1).await.unwrap();
    assert_eq!(readable.as_deref(), Some("https://till.example/"));
    for (created, what) in [(2, "another event"), (3, "an unknown event"), (4, "no event")] {
        assert!(must_wait(&app, created).await, "{what}");
    }
    let other_keys = MemoryKeyring::default();
    other_keys.find_or_make(&BTreeSet::from([OWNER.uuid()])).await.unwrap();
    let app = Shop::open_on(EventLog::new(store, Arc::new(other_keys))).app;
    assert!(must_wait(&app, 1).await, "it was sealed with another key");
}

#[tokio::test]
async fn an_accepted_message_is_found_however_many_events_come_before_it() {
    let app = Shop::open().app;
    let delivery_id = DeliveryId::new(Uuid::from_u128(1));
    let (attempt, status) = (1, 204);
    let accepted = |webhook_id| WebhookDeliveryEvent::WebhookDeliverySucceeded {
        delivery_id,
        webhook_id,
        attempt,
        status,
    };
    let failed = WebhookDeliveryEvent::WebhookDeliveryFailed {
        delivery_id,
        webhook_id: TILL,
        attempt,
        status: None,
        reason: FailureReason::Timeout,
        retry_at: None,
    };
    let others = vec![[failed, accepted(SCALE)]; 2 * EVENTS_PER_READ].concat();
    append(&app, delivery_id.uuid(), &others).await;
    let after = async |position| accepted_after(&app.writer, TILL, position).await.unwrap();
    assert_eq!(after(Position::START).await, None);
    append(&app, delivery_id.uuid(), &[accepted(TILL)]).await;
    let last = app.writer.log.last::<WebhookDeliveryEvent>(delivery_id.uuid()).await.unwrap().unwrap();
    append(&app, delivery_id.uuid(), &others[..2]).await;
    assert_eq!(after(Position::START).await, Some(last.recorded_at));
    assert_eq!(after(last.position).await, None);
}
