//! Tests of webhooks and deliveries over HTTP on views.

use histories::{delivery, webhook_id};
use serde_json::{Value, json};
use shared_events::{
    Actor,
    events::{PauseReason, WebhookEvent},
};

use crate::testing::Market;

#[tokio::test]
async fn an_owner_sees_webhooks_and_why_one_is_paused() {
    let mut market = Market::open().await;
    let farm = market.merchant("Green Farm", "05401").await;
    let (other, root) = (market.merchant("Hill", "05401").await, market.admin().await);
    let hook = farm.webhook_created(webhook_id(1), "https://till.example/", &["order.placed"]);
    market.append(farm.id.uuid(), farm.actor(), hook).await;
    let (account_id, reason) = (farm.id, PauseReason::Failing);
    let paused = WebhookEvent::WebhookPaused { account_id, webhook_id: webhook_id(1), reason };
    market.append(farm.id.uuid(), Actor::system("test"), paused).await;
    let list = market.get_as(&farm, "/webhooks").await.ok();
    let listed = &list["webhooks"][0];
    let shown = ["id", "url", "types", "paused", "waiting"].map(|name| listed[name].clone());
    let id = json!(webhook_id(1));
    assert_eq!(
        shown,
        [id, json!("https://till.example/"), json!(["order.placed"]), json!("failing"), json!(0)]
    );
    for stranger in [&other, &root] {
        assert_eq!(market.get_as(stranger, "/webhooks").await.ok(), json!({ "webhooks": [] }));
        let path = format!("/webhooks/{}/deliveries", webhook_id(1));
        assert_eq!(market.get_as(stranger, &path).await.refusal(), (404, "Webhook not found"));
    }
}

#[tokio::test]
async fn a_delivery_shows_what_became_of_the_message() {
    let mut market = Market::open().await;
    let farm = market.merchant("Green Farm", "05401").await;
    let hook = farm.webhook_created(webhook_id(1), "https://till.example/", &["order.placed"]);
    market.append(farm.id.uuid(), farm.actor(), hook).await;
    let [first, second, third] = [1, 2, 3].map(|number| delivery(number, webhook_id(1), farm.id));
    for one in [first, second, third] {
        market.append(one.id.uuid(), Actor::system("test"), one.requested()).await;
    }
    market.append(first.id.uuid(), Actor::system("test"), first.failed(1, None)).await;
    market.append(second.id.uuid(), Actor::system("test"), second.succeeded(1)).await;
    let path = format!("/webhooks/{}/deliveries", webhook_id(1));
    let list = market.get_as(&farm, &path).await.ok();
    let rows = list["deliveries"].as_array().unwrap();
    let shown: Vec<[Value; 3]> =
        rows.iter().map(|row| ["state", "status", "failure"].map(|name| row[name].clone())).collect();
    assert_eq!(
        shown,
        [
            [json!("waiting"), json!(null), json!(null)],
            [json!("delivered"), json!(200), json!(null)],
            [json!("failed"), json!(500), json!("The receiver answered 500")],
        ]
    );
    let before = &rows[1]["number"];
    let older = market.get_as(&farm, &format!("{path}?before={before}")).await.ok();
    assert_eq!(older["deliveries"].as_array().unwrap().len(), 1);
    assert_eq!(market.get_as(&farm, "/webhooks").await.ok()["webhooks"][0]["waiting"], 1);
}
