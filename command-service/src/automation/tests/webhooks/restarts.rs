//! Tests of messages that are on their way or wait while the process stops, dies and starts.

use chrono::{DateTime, Utc};
use tokio::time::{Instant, sleep};

use super::*;

#[tokio::test]
async fn a_restart_neither_forgets_nor_repeats_an_attempt_that_is_recorded() {
    let (_database, pool) = database().await;
    let (market, receiver, process, _) = one_was_sent(&pool, &[503]).await;
    wait_for("the failure", async || (deliveries(&market).await.len() == 2).then_some(())).await;
    // The process ends while the message waits for its next attempt; another one makes it in time, and only once.
    process.end().await;
    // It may have died before it noted the time of the next attempt.
    sqlx::query("UPDATE automation.agenda SET due_at = 'epoch' WHERE manager = 'deliver_messages'")
        .execute(&pool)
        .await
        .unwrap();
    let process = Process::start(&app(&market, &receiver), &pool);
    wait_for("the step to be put off", async || put_off(&market, &pool).await.then_some(())).await;
    assert_eq!(receiver.got().len(), 1, "it is not due yet");
    market.shop.clock.advance(TimeDelta::seconds(7));
    receiver.has_got(2).await;
    idle(&market, &pool).await;
    process.end().await;
    let process = Process::start(&app(&market, &receiver), &pool);
    idle(&market, &pool).await;
    assert_eq!(receiver.got().len(), 2);
    process.end().await;
}

#[tokio::test]
async fn a_process_that_dies_while_it_sends_leaves_the_message_to_the_next_one() {
    let (_database, pool) = database().await;
    let (market, receiver, process, _) = one_was_sent(&pool, &[0]).await;
    process.die().await;
    let process = Process::start(&app(&market, &receiver), &pool);
    let messages = receiver.has_got(2).await;
    idle(&market, &pool).await;
    assert_eq!(messages[0].id, messages[1].id);
    let events = deliveries(&market).await;
    assert!(
        matches!(&events[..], [_, WebhookDeliveryEvent::WebhookDeliverySucceeded { attempt: 1, .. }]),
        "{events:?}"
    );
    process.end().await;
}

#[tokio::test]
async fn an_orderly_stop_waits_for_the_answer_to_a_message_and_sends_no_other() {
    let (_database, pool) = database().await;
    let (market, receiver, process, _) = one_was_sent(&pool, &[0]).await;
    process.stop.cancel();
    order(&market).await;
    sleep(Duration::from_millis(500)).await;
    assert!(!process.task.is_finished());
    receiver.release();
    process.end().await;
    let events = deliveries(&market).await;
    assert!(
        matches!(&events[..], [_, WebhookDeliveryEvent::WebhookDeliverySucceeded { attempt: 1, .. }]),
        "{events:?}"
    );
    let process = Process::start(&app(&market, &receiver), &pool);
    let messages = receiver.has_got(2).await;
    idle(&market, &pool).await;
    assert_eq!(receiver.got().len(), 2, "one message for each order");
    assert_ne!(messages[0].id, messages[1].id);
    process.end().await;
}

#[tokio::test]
async fn a_receiver_that_hangs_holds_up_an_orderly_stop_for_seconds_only() {
    let (_database, pool) = database().await;
    let (market, receiver, process, _) = one_was_sent(&pool, &[0]).await;
    let begun = Instant::now();
    process.end().await;
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    let process = Process::start(&app(&market, &receiver), &pool);
    let messages = receiver.has_got(2).await;
    assert_eq!(messages[0].id, messages[1].id);
    idle(&market, &pool).await;
    process.end().await;
}

#[tokio::test]
async fn a_message_that_was_put_off_keeps_its_time_when_a_process_starts() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[]);
    let mut switched_off = app(&market, &receiver);
    switched_off.messenger.enabled = false;
    let process = Process::start(&switched_off, &pool);
    idle(&market, &pool).await;
    webhook(&market, &market.mia, &["order.placed"]).await;
    order(&market).await;
    wait_for("the step to be put off", async || put_off(&market, &pool).await.then_some(())).await;
    process.end().await;
    let process = Process::start(&app(&market, &receiver), &pool);
    order(&market).await;
    let messages = receiver.has_got(1).await;
    wait_for("the other step to be done", async || (waiting(&pool).await == 1).then_some(())).await;
    let last = deliveries(&market).await.pop();
    assert_eq!(receiver.got().len(), 1, "the message about the second order overtakes the first one");
    assert!(matches!(last, Some(WebhookDeliveryEvent::WebhookDeliverySucceeded { delivery_id, .. })
        if delivery_id == delivery_of(&market, &messages[0]).await));
    let due_at: DateTime<Utc> =
        sqlx::query_scalar("SELECT due_at FROM automation.agenda").fetch_one(&pool).await.unwrap();
    assert_eq!(due_at, market.shop.app.clock.now() + TimeDelta::minutes(1));
    market.shop.clock.advance(TimeDelta::minutes(1));
    let messages = receiver.has_got(2).await;
    assert_ne!(messages[0].id, messages[1].id);
    idle(&market, &pool).await;
    process.end().await;
}
