use chrono::TimeDelta;
use histories::{History, at, delivery, merchant, webhook_id};
use serde_json::{Value, json};
use shared_events::{
    RawEvent, Recorded,
    events::{GiveUpReason, PauseReason, WebhookEvent},
};

use super::{super::testing::*, Webhooks};

async fn tables_in_two_ways(history: &History, query: &str) -> Value {
    tables_of_events(history.events(), query).await
}

async fn tables_of_events(events: &[Recorded<RawEvent>], query: &str) -> Value {
    let mut at_once = Tables::of(&Webhooks).await;
    at_once.apply(&Webhooks, events).await;
    let mut one_by_one = Tables::of(&Webhooks).await;
    for event in events {
        one_by_one.apply(&Webhooks, std::slice::from_ref(event)).await;
    }
    assert_eq!(at_once.everything().await, one_by_one.everything().await);
    at_once.row(query).await
}

#[tokio::test]
async fn a_webhook_has_a_row_until_it_is_removed_or_its_owner_erased() {
    let farm = merchant(1);
    let mut history = History::default();
    for number in 1..=3 {
        history.system(farm.webhook_created(webhook_id(number), "https://till.example/", &["order.placed"]));
    }
    history.system(WebhookEvent::WebhookRemoved { account_id: farm.id, webhook_id: webhook_id(2) });
    let row = tables_in_two_ways(&history, "SELECT url, types, paused FROM webhooks LIMIT 1").await;
    assert_eq!(row, json!({ "url": "https://till.example/", "types": ["order.placed"], "paused": null }));
    let count = "SELECT count(*) AS webhooks FROM webhooks";
    assert_eq!(tables_in_two_ways(&history, count).await, json!({ "webhooks": 2 }));
    history.system(farm.erased());
    assert_eq!(tables_in_two_ways(&history, count).await, json!({ "webhooks": 0 }));
}

#[tokio::test]
async fn a_paused_webhook_says_why_until_it_is_resumed() {
    let farm = merchant(1);
    let (account_id, webhook_id) = (farm.id, webhook_id(1));
    let mut history = History::default();
    history.system(farm.webhook_created(webhook_id, "https://till.example/", &["order.placed"]));
    history.system(WebhookEvent::WebhookPaused { account_id, webhook_id, reason: PauseReason::Failing });
    let query = "SELECT paused, paused_at IS NOT NULL AS dated FROM webhooks";
    assert_eq!(tables_in_two_ways(&history, query).await, json!({ "paused": "failing", "dated": true }));
    history.system(WebhookEvent::WebhookResumed { account_id, webhook_id });
    assert_eq!(tables_in_two_ways(&history, query).await, json!({ "paused": null, "dated": false }));
}

#[tokio::test]
async fn a_delivery_shows_its_last_attempt() {
    let (farm, query) = (merchant(1), "SELECT attempts, status, failure, state FROM deliveries");
    let order = delivery(1, webhook_id(1), farm.id);
    let mut history = History::default();
    history.system(order.requested());
    let waiting = json!({ "attempts": 0, "status": null, "failure": null, "state": "waiting" });
    assert_eq!(tables_in_two_ways(&history, query).await, waiting);
    history.system(order.failed(1, Some(at(9) + TimeDelta::seconds(5))));
    let failed =
        json!({ "attempts": 1, "status": 500, "failure": "The receiver answered 500", "state": "waiting" });
    assert_eq!(tables_in_two_ways(&history, query).await, failed);
    history.system(order.succeeded(2));
    let done = json!({ "attempts": 2, "status": 200, "failure": null, "state": "delivered" });
    assert_eq!(tables_in_two_ways(&history, query).await, done);
}

#[tokio::test]
async fn a_delivery_that_is_given_up_counts_no_attempt_and_goes_with_its_webhook() {
    let farm = merchant(1);
    let (account_id, webhook_id) = (farm.id, webhook_id(1));
    let order = delivery(1, webhook_id, farm.id);
    let mut history = History::default();
    history.system(farm.webhook_created(webhook_id, "https://till.example/", &["order.placed"]));
    history.system(order.requested());
    history.system(order.given_up(GiveUpReason::Paused));
    let query = "SELECT attempts, failure, state FROM deliveries";
    let given_up = json!({ "attempts": 0, "failure": "The webhook is paused", "state": "given-up" });
    assert_eq!(tables_in_two_ways(&history, query).await, given_up);
    history.system(WebhookEvent::WebhookRemoved { account_id, webhook_id });
    let count = "SELECT count(*) AS deliveries FROM deliveries";
    assert_eq!(tables_in_two_ways(&history, count).await, json!({ "deliveries": 0 }));
}

#[tokio::test]
async fn a_delivery_is_listed_until_one_is_requested_a_month_later() {
    let farm = merchant(1);
    let order = |number, webhook| delivery(number, webhook_id(webhook), farm.id);
    let mut history = History::default();
    let first = order(1, 1).requested();
    history.system(first).system(order(1, 1).succeeded(1)).system(order(2, 2).requested());
    history.system(order(3, 1).requested()).system(order(3, 1).given_up(GiveUpReason::Inactive));
    let mut events = history.events().to_vec();
    let listed =
        "SELECT string_agg(right(delivery_id::text, 1), '' ORDER BY number) AS listed FROM deliveries";
    let month = TimeDelta::days(30);
    events[3].recorded_at = events[0].recorded_at + month;
    assert_eq!(tables_of_events(&events, listed).await, json!({ "listed": "12" }));
    events[3].recorded_at += TimeDelta::seconds(1);
    assert_eq!(tables_of_events(&events, listed).await, json!({ "listed": "2" }), "of the other webhook");
}
