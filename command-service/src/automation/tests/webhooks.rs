//! Tests of messages to webhooks: from the event to the receiver, and back into the log.

mod erasing;
mod pausing;
mod receiver;
mod replays;
mod restarts;
mod waiting;

use std::sync::Arc;

use axum::http::Method;
use base64::{Engine, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use service_kit::token::Claims;
use sha2::Sha256;
use shared_events::{
    Position, RawEvent, Recorded,
    events::{GiveUpReason, WebhookDeliveryEvent, WebhookEvent},
    ids::{DeliveryId, WebhookId},
};

use self::receiver::Receiver;
use super::*;
use crate::{
    http::testing::{PASSWORD, Person},
    webhooks::{Message, Messenger, Reach},
};

fn app(market: &Market, receiver: &Arc<Receiver>) -> App {
    App { messenger: Messenger::new(receiver.clone(), Reach::Private), ..market.shop.app.clone() }
}

/// Creates a webhook; returns its id and its secret.
async fn webhook(market: &Market, owner: &Person, types: &[&str]) -> (WebhookId, String) {
    let form = json!({"url": "https://till.example/hooks", "types": types, "currentPassword": PASSWORD});
    let reply = market.shop.post("/webhooks", Some(owner), &form).await;
    let answer = reply.done(StatusCode::CREATED);
    let id = answer["webhook"]["id"].as_str().unwrap().parse().unwrap();
    (id, answer["secret"].as_str().unwrap().to_owned())
}

/// Verifies a message as a receiver does, with nothing but the secret that it was shown.
fn is_signed(message: &Message, secret: &str) -> bool {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    mac.update(format!("{}.{}.{}", message.id, message.timestamp, message.body).as_bytes());
    let expected = format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()));
    message.signature.split(' ').any(|signature| signature == expected)
}

fn body(message: &Message) -> Value {
    serde_json::from_str(&message.body).unwrap()
}

async fn order(market: &Market) {
    let payment = paid(market).await;
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
}

/// The person of this log-in with a token of today: a token is valid for twelve hours.
fn renewed(market: &Market, login: &Claims) -> Person {
    let now = market.shop.app.clock.now();
    let claims = Claims::new(login.sub, login.role, login.sid, login.generation, now);
    Person { id: login.sub.uuid(), token: market.shop.app.tokens.issue(&claims) }
}

/// All events of deliveries, oldest first.
async fn deliveries(market: &Market) -> Vec<WebhookDeliveryEvent> {
    let only = event_store::Categories::Only(vec!["webhookdelivery"].into());
    let page = market.shop.app.writer.log.read_all(Position::START, &only, 1_000).await.unwrap();
    let read = |event: Recorded<RawEvent>| shared_events::decode(&event.event).unwrap();
    page.events.into_iter().map(read).collect()
}

/// The delivery that was requested for this message.
async fn delivery_of(market: &Market, message: &Message) -> DeliveryId {
    let requested = deliveries(market).await.into_iter().find_map(|event| match event {
        WebhookDeliveryEvent::WebhookDeliveryRequested { delivery_id, message_id, .. } => {
            (format!("msg_{}", message_id.simple()) == message.id).then_some(delivery_id)
        }
        _ => None,
    });
    requested.expect("a delivery")
}

#[tokio::test]
async fn an_order_leads_to_a_signed_message_for_its_merchant_and_for_the_shop() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[]);
    let process = Process::start(&app(&market, &receiver), &pool);
    idle(&market, &pool).await;
    let (_, secret) = webhook(&market, &market.mia, &["order.placed"]).await;
    let (_, secret_of_shop) = webhook(&market, &market.admin, &["order.placed"]).await;
    order(&market).await;
    // Two merchants have an order each, and only one of them has a webhook.
    let messages = receiver.has_got(3).await;
    idle(&market, &pool).await;
    assert_eq!(receiver.got().len(), 3);
    let of_mia: Vec<&Message> = messages.iter().filter(|message| is_signed(message, &secret)).collect();
    let of_shop = messages.iter().filter(|message| is_signed(message, &secret_of_shop)).count();
    assert_eq!((of_mia.len(), of_shop), (1, 2));
    let body = body(of_mia[0]);
    assert_eq!((&body["type"], &body["data"]["merchantId"]), (&json!("order.placed"), &json!(market.mia.id)));
    assert!(body["data"]["total"].is_number() && body["position"].is_number(), "{body}");
    let personal = ["anna", "Anna", "Smith", "email", "address"];
    assert!(personal.iter().all(|word| !of_mia[0].body.contains(word)), "{}", of_mia[0].body);
    process.end().await;
}

#[tokio::test]
async fn a_refused_message_is_sent_again_with_the_same_id_and_a_new_signature() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[500, 302]);
    let process = Process::start(&app(&market, &receiver), &pool);
    idle(&market, &pool).await;
    let (_, secret) = webhook(&market, &market.mia, &["order.placed"]).await;
    order(&market).await;
    for count in 1..=2 {
        receiver.has_got(count).await;
        wait_for("the failure", async || (deliveries(&market).await.len() > count).then_some(())).await;
        market.shop.clock.advance(TimeDelta::seconds(80));
    }
    let messages = receiver.has_got(3).await;
    idle(&market, &pool).await;
    assert_eq!(messages.len(), 3, "the third one is accepted");
    for message in &messages {
        assert_eq!((&message.id, &message.body), (&messages[0].id, &messages[0].body));
        assert!(is_signed(message, &secret));
    }
    assert!(messages[0].timestamp < messages[2].timestamp);
    let events = deliveries(&market).await;
    assert!(
        matches!(
            &events[..],
            [
                WebhookDeliveryEvent::WebhookDeliveryRequested { .. },
                WebhookDeliveryEvent::WebhookDeliveryFailed {
                    attempt: 1,
                    status: Some(500),
                    retry_at: Some(_),
                    ..
                },
                WebhookDeliveryEvent::WebhookDeliveryFailed {
                    attempt: 2,
                    status: Some(302),
                    retry_at: Some(_),
                    ..
                },
                WebhookDeliveryEvent::WebhookDeliverySucceeded { attempt: 3, status: 200, .. },
            ]
        ),
        "{events:?}"
    );
    process.end().await;
}

#[tokio::test]
async fn a_removed_webhook_gets_nothing_more_and_another_one_does() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[500, 500]);
    let process = Process::start(&app(&market, &receiver), &pool);
    idle(&market, &pool).await;
    let (id, _) = webhook(&market, &market.mia, &["order.placed"]).await;
    let (_, secret) = webhook(&market, &market.mia, &["order.placed"]).await;
    order(&market).await;
    receiver.has_got(2).await;
    wait_for("the failures", async || (deliveries(&market).await.len() == 4).then_some(())).await;
    let path = format!("/webhooks/{id}");
    market.shop.call(Method::DELETE, &path, Some(&market.mia), &Value::Null).await.done(StatusCode::OK);
    market.shop.clock.advance(TimeDelta::seconds(7));
    let messages = receiver.has_got(3).await;
    idle(&market, &pool).await;
    assert_eq!(receiver.got().len(), 3);
    assert!(is_signed(&messages[2], &secret));
    let given_up = |event: &WebhookDeliveryEvent| {
        matches!(event, WebhookDeliveryEvent::WebhookDeliveryGivenUp { reason: GiveUpReason::Removed, .. })
    };
    assert_eq!(deliveries(&market).await.iter().filter(|event| given_up(event)).count(), 1);
    process.end().await;
}

#[tokio::test]
async fn both_secrets_sign_for_a_day_after_a_rotation() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[]);
    let process = Process::start(&app(&market, &receiver), &pool);
    idle(&market, &pool).await;
    let login = market.shop.app.tokens.verify(&market.mia.token).unwrap();
    let (id, former) = webhook(&market, &market.mia, &["order.placed"]).await;
    let path = format!("/webhooks/{id}/rotate-secret");
    let reply = market.shop.post(&path, Some(&market.mia), &json!({"currentPassword": PASSWORD})).await;
    let secret = reply.done(StatusCode::OK)["secret"].as_str().unwrap().to_owned();
    assert_ne!(secret, former);
    order(&market).await;
    let messages = receiver.has_got(1).await;
    assert!(is_signed(&messages[0], &secret) && is_signed(&messages[0], &former));
    market.shop.clock.advance(TimeDelta::hours(25));
    let log = &market.shop.app.writer.log;
    let position = log.load::<WebhookEvent>(market.mia.id).await.unwrap()[0].position;
    let replay = json!({"after": position.0});
    let mia = renewed(&market, &login);
    market.shop.post(&format!("/webhooks/{id}/replay"), Some(&mia), &replay).await.done(StatusCode::ACCEPTED);
    let messages = receiver.has_got(2).await;
    assert!(is_signed(&messages[1], &secret) && !is_signed(&messages[1], &former));
    process.end().await;
}

#[tokio::test]
async fn a_webhook_that_accepts_others_loses_only_the_message_that_it_refuses() {
    loses_only_the_message_that_it_refuses(Then::GoesOn).await;
}

#[tokio::test]
async fn a_webhook_that_accepted_others_before_a_restart_loses_only_the_message_that_it_refuses() {
    loses_only_the_message_that_it_refuses(Then::Restarts).await;
}

#[derive(PartialEq)]
enum Then {
    GoesOn,
    Restarts,
}

async fn loses_only_the_message_that_it_refuses(then: Then) {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[400]);
    let process = Process::start(&app(&market, &receiver), &pool);
    idle(&market, &pool).await;
    webhook(&market, &market.mia, &["order.placed"]).await;
    order(&market).await;
    receiver.has_got(1).await;
    wait_for("the failure", async || (deliveries(&market).await.len() == 2).then_some(())).await;
    // The second message is accepted after the first one has failed for the first time.
    order(&market).await;
    receiver.has_got(2).await;
    wait_for("the success", async || (deliveries(&market).await.len() == 4).then_some(())).await;
    receiver.answers(&[400; 7]);
    let process = match then {
        Then::GoesOn => process,
        Then::Restarts => {
            process.end().await;
            Process::start(&app(&market, &receiver), &pool)
        }
    };
    for attempt in 2..=8 {
        market.shop.clock.advance(TimeDelta::hours(30));
        receiver.has_got(attempt + 1).await;
        wait_for("the failure", async || (deliveries(&market).await.len() == attempt + 3).then_some(()))
            .await;
    }
    idle(&market, &pool).await;
    assert_eq!(market.shop.history("webhook", market.mia.id).await, ["WebhookCreated"], "it is not paused");
    process.end().await;
}

/// A market in which Mia's webhook has got one message. Its receiver answers the first messages with these statuses, and
/// with status 0 only when it is released.
async fn one_was_sent(pool: &Pool, statuses: &[u16]) -> (Market, Arc<Receiver>, Process, WebhookId) {
    let market = Market::open().await;
    let receiver = Receiver::answering(statuses);
    let process = Process::start(&app(&market, &receiver), pool);
    idle(&market, pool).await;
    let (id, _) = webhook(&market, &market.mia, &["order.placed"]).await;
    order(&market).await;
    receiver.has_got(1).await;
    (market, receiver, process, id)
}

/// Whether the step of the message has run and is due later.
async fn put_off(market: &Market, pool: &Pool) -> bool {
    let steps = "SELECT count(*) FROM automation.agenda WHERE manager = 'deliver_messages' AND due_at > $1";
    let now = market.shop.app.clock.now();
    sqlx::query_scalar::<_, i64>(steps).bind(now).fetch_one(pool).await.unwrap() == 1
}

#[tokio::test]
async fn nothing_is_sent_while_messages_are_switched_off() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[]);
    let mut app = app(&market, &receiver);
    app.messenger.enabled = false;
    let process = Process::start(&app, &pool);
    idle(&market, &pool).await;
    webhook(&market, &market.mia, &["order.placed"]).await;
    order(&market).await;
    wait_for("the request", async || (deliveries(&market).await.len() == 1).then_some(())).await;
    for _ in 0..2 {
        wait_for("the step to be put off", async || put_off(&market, &pool).await.then_some(())).await;
        market.shop.clock.advance(TimeDelta::minutes(10));
    }
    assert!(receiver.got().is_empty());
    process.end().await;
}

#[tokio::test]
async fn a_message_that_this_machine_cannot_send_waits_and_costs_no_attempt() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[]);
    receiver.is_out_of_reach(true);
    let process = Process::start(&app(&market, &receiver), &pool);
    idle(&market, &pool).await;
    webhook(&market, &market.mia, &["order.placed"]).await;
    order(&market).await;
    let failed =
        "SELECT last_failure FROM automation.agenda WHERE manager = 'deliver_messages' AND failures = 1";
    let failure: String = wait_for("the step to fail", async || {
        sqlx::query_scalar(failed).fetch_optional(&pool).await.unwrap()
    })
    .await;
    assert_eq!(failure, "there are no root certificates");
    assert_eq!(deliveries(&market).await.len(), 1, "only the request");
    receiver.is_out_of_reach(false);
    market.shop.clock.advance(TimeDelta::hours(1));
    receiver.has_got(1).await;
    process.end().await;
}
