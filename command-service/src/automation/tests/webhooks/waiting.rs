//! Tests of messages that wait for their next attempt while something happens to their webhook.

use shared_events::{Actor, ids::AccountId};

use super::*;
use crate::application::accounts::erase;

/// A market with one message that waits for its next attempt: Mia's webhook has refused it once.
async fn one_waits(pool: &Pool) -> (Market, Arc<Receiver>, Process, WebhookId) {
    let (market, receiver, process, id) = one_was_sent(pool, &[500]).await;
    wait_for("the failure", async || (deliveries(&market).await.len() == 2).then_some(())).await;
    (market, receiver, process, id)
}

async fn change(market: &Market, id: WebhookId, what: &str) {
    let path = format!("/webhooks/{id}/{what}");
    market.shop.post(&path, Some(&market.mia), &json!({})).await.done(StatusCode::OK);
}

/// The reason for which the last message was given up.
async fn given_up(market: &Market) -> Option<GiveUpReason> {
    match deliveries(market).await.pop() {
        Some(WebhookDeliveryEvent::WebhookDeliveryGivenUp { reason, .. }) => Some(reason),
        _ => None,
    }
}

#[tokio::test]
async fn it_is_given_up_when_its_owner_is_deactivated() {
    let (_database, pool) = database().await;
    let (market, receiver, process, _) = one_waits(&pool).await;
    let form = json!({"action": "deactivate", "ids": [market.mia.id]});
    market.shop.post("/admin/users/bulk", Some(&market.admin), &form).await.done(StatusCode::OK);
    market.shop.clock.advance(TimeDelta::seconds(7));
    idle(&market, &pool).await;
    assert_eq!((given_up(&market).await, receiver.got().len()), (Some(GiveUpReason::Inactive), 1));
    process.end().await;
}

#[tokio::test]
async fn it_is_given_up_when_its_owner_is_erased_and_the_webhook_is_removed() {
    let (_database, pool) = database().await;
    let (market, receiver, process, _) = one_waits(&pool).await;
    let (shop, owner) = (&market.shop, AccountId::new(market.mia.id));
    let provenance = shop.app.command_by(Actor::system("test"));
    erase(&shop.app.erasure_ports(), &provenance, owner, &[]).await.unwrap();
    assert_eq!(shop.history("webhook", owner.uuid()).await, ["WebhookCreated", "WebhookRemoved"]);
    shop.clock.advance(TimeDelta::seconds(7));
    // Another manager goes on clearing what the person left behind.
    let reason = wait_for("the message to be given up", async || given_up(&market).await).await;
    assert_eq!((reason, receiver.got().len()), (GiveUpReason::Inactive, 1));
    process.end().await;
}

#[tokio::test]
async fn it_is_given_up_when_its_attempt_is_due_in_a_pause() {
    let (_database, pool) = database().await;
    let (market, receiver, process, id) = one_waits(&pool).await;
    change(&market, id, "pause").await;
    market.shop.clock.advance(TimeDelta::seconds(7));
    idle(&market, &pool).await;
    change(&market, id, "resume").await;
    market.shop.clock.advance(TimeDelta::hours(1));
    idle(&market, &pool).await;
    assert_eq!((given_up(&market).await, receiver.got().len()), (Some(GiveUpReason::Paused), 1));
    process.end().await;
}

#[tokio::test]
async fn it_is_sent_when_its_webhook_is_resumed_before_its_attempt_is_due() {
    let (_database, pool) = database().await;
    let (market, receiver, process, id) = one_waits(&pool).await;
    change(&market, id, "pause").await;
    change(&market, id, "resume").await;
    market.shop.clock.advance(TimeDelta::seconds(7));
    receiver.has_got(2).await;
    idle(&market, &pool).await;
    let last = deliveries(&market).await.pop();
    assert!(
        matches!(last, Some(WebhookDeliveryEvent::WebhookDeliverySucceeded { attempt: 2, .. })),
        "{last:?}"
    );
    process.end().await;
}

#[tokio::test]
async fn one_that_waits_for_a_place_is_given_up_in_a_pause() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[0]);
    let process = Process::start(&app(&market, &receiver), &pool);
    idle(&market, &pool).await;
    let (id, _) = webhook(&market, &market.mia, &["order.placed", "order.cancelled"]).await;
    order(&market).await;
    // The one place of a webhook that has not answered yet.
    receiver.has_got(1).await;
    let orders = market.orders().await;
    let of_mia = orders.iter().find(|(_, merchant)| merchant.uuid() == market.mia.id).unwrap();
    cancel(&market, of_mia.0).await;
    wait_for("the second one to wait", async || put_off(&market, &pool).await.then_some(())).await;
    change(&market, id, "pause").await;
    market.shop.clock.advance(TimeDelta::minutes(15));
    let reason = wait_for("the message to be given up", async || given_up(&market).await).await;
    assert_eq!((reason, receiver.got().len()), (GiveUpReason::Paused, 1));
    process.die().await;
}
