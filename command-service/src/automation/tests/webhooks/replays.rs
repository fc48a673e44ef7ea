//! Tests of messages that are sent once more.

use domain::webhook::{Replay, record_replay::Progress};
use shared_events::{
    Actor,
    ids::{AccountId, ReplayId},
};

use super::*;
use crate::{
    application::{
        replays::{ReplayLimits, Replaying, replay_part},
        webhooks::webhooks_of,
    },
    http::testing::merchant_form,
};

/// The events of Mia's webhooks.
async fn replays(market: &Market) -> Vec<WebhookEvent> {
    let history = market.shop.app.writer.log.load::<WebhookEvent>(market.mia.id).await.unwrap();
    history.into_iter().map(|recorded| recorded.event).collect()
}

#[tokio::test]
async fn a_webhook_that_fails_for_long_is_paused_and_a_replay_sends_what_it_missed() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[500; 8]);
    let process = Process::start(&app(&market, &receiver), &pool);
    idle(&market, &pool).await;
    let login = market.shop.app.tokens.verify(&market.mia.token).unwrap();
    let (id, _) = webhook(&market, &market.mia, &["order.placed"]).await;
    order(&market).await;
    for count in 1..=8 {
        receiver.has_got(count).await;
        wait_for("the failure", async || (deliveries(&market).await.len() > count).then_some(())).await;
        market.shop.clock.advance(TimeDelta::hours(30));
    }
    let paused = wait_for("the pause", async || {
        let history = market.shop.history("webhook", market.mia.id).await;
        (history.len() == 2).then_some(history)
    });
    assert_eq!(paused.await, ["WebhookCreated", "WebhookPaused"]);
    idle(&market, &pool).await;
    let mia = renewed(&market, &login);
    let post = async |path: &str, body: Value| {
        market.shop.post(&format!("/webhooks/{id}/{path}"), Some(&mia), &body).await
    };
    let all = json!({"after": 0});
    post("replay", all.clone()).await.refused(StatusCode::CONFLICT);
    post("resume", json!({})).await.done(StatusCode::OK);
    post("replay", all).await.done(StatusCode::ACCEPTED);
    let messages = receiver.has_got(9).await;
    idle(&market, &pool).await;
    assert_eq!((receiver.got().len(), &messages[8].id), (9, &messages[0].id));
    process.end().await;
}

#[tokio::test]
async fn one_message_is_delivered_again() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[]);
    let process = Process::start(&app(&market, &receiver), &pool);
    idle(&market, &pool).await;
    let (id, _) = webhook(&market, &market.mia, &["order.placed"]).await;
    order(&market).await;
    order(&market).await;
    let messages = receiver.has_got(2).await;
    idle(&market, &pool).await;
    let other = market.shop.sign_up(&merchant_form("nora@example.com")).await;
    let first = delivery_of(&market, &messages[0]).await;
    let path = format!("/webhooks/{id}/deliveries/{first}/redeliver");
    for stranger in [&other, &market.admin] {
        market.shop.post(&path, Some(stranger), &json!({})).await.refused(StatusCode::NOT_FOUND);
    }
    let of_other = webhook(&market, &other, &["order.placed"]).await.0;
    let crossed = format!("/webhooks/{of_other}/deliveries/{first}/redeliver");
    market.shop.post(&crossed, Some(&other), &json!({})).await.refused(StatusCode::NOT_FOUND);
    market.shop.post(&path, Some(&market.mia), &json!({})).await.done(StatusCode::ACCEPTED);
    let messages = receiver.has_got(3).await;
    idle(&market, &pool).await;
    assert_eq!((messages.len(), &messages[2].id), (3, &messages[0].id));
    // No event comes after that of the last message, so this replay sends nothing.
    let last = messages.iter().map(|message| body(message)["position"].as_u64().unwrap()).max();
    let replay = format!("/webhooks/{id}/replay");
    market.shop.post(&replay, Some(&market.mia), &json!({"after": last})).await.done(StatusCode::ACCEPTED);
    idle(&market, &pool).await;
    assert_eq!(receiver.got().len(), 3);
    process.end().await;
}

#[tokio::test]
async fn a_replay_goes_on_in_parts_and_ends_at_its_most_messages() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[]);
    let mut app = app(&market, &receiver);
    app.messenger.replay_limits = ReplayLimits { messages: 1, part: Duration::ZERO, page: 1 };
    let process = Process::start(&app, &pool);
    for _ in 0..2 {
        order(&market).await;
    }
    idle(&market, &pool).await;
    let (id, _) = webhook(&market, &market.mia, &["order.placed"]).await;
    let path = format!("/webhooks/{id}/replay");
    let replay = async |form: Value| {
        market.shop.post(&path, Some(&market.mia), &form).await.done(StatusCode::ACCEPTED);
        let ended = async || match replays(&market).await.pop() {
            Some(WebhookEvent::WebhookReplayEnded { after, messages, complete, .. }) => {
                Some((after, messages, complete))
            }
            _ => None,
        };
        wait_for("the end of the replay", ended).await
    };
    let (after, messages, complete) = replay(json!({"after": 0})).await;
    assert_eq!((messages, complete), (1, false));
    let advanced = |event: &WebhookEvent| matches!(event, WebhookEvent::WebhookReplayAdvanced { .. });
    assert!(replays(&market).await.iter().any(advanced), "it was read in parts");
    let (after, messages, complete) = replay(json!({ "after": after })).await;
    assert_eq!((messages, complete), (1, false));
    let (_, messages, complete) = replay(json!({ "after": after })).await;
    assert_eq!((messages, complete), (0, true));
    let got = receiver.has_got(2).await;
    let ids: std::collections::BTreeSet<&String> = got.iter().map(|message| &message.id).collect();
    assert_eq!(ids.len(), 2, "no message came twice");
    let later = market.shop.app.clock.now() + TimeDelta::seconds(1);
    let (_, messages, complete) = replay(json!({ "since": later })).await;
    assert_eq!((messages, complete), (0, true));
    process.end().await;
}

#[tokio::test]
async fn a_replay_has_the_events_of_its_owner_only() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let receiver = Receiver::answering(&[]);
    let process = Process::start(&app(&market, &receiver), &pool);
    order(&market).await;
    idle(&market, &pool).await;
    let (id, secret) = webhook(&market, &market.mia, &["order.placed"]).await;
    let replay = format!("/webhooks/{id}/replay");
    market.shop.post(&replay, Some(&market.mia), &json!({"after": 0})).await.done(StatusCode::ACCEPTED);
    receiver.has_got(1).await;
    idle(&market, &pool).await;
    let messages = receiver.got();
    // The order of the other merchant is not among them.
    assert_eq!(messages.len(), 1);
    assert!(is_signed(&messages[0], &secret));
    assert_eq!(body(&messages[0])["data"]["merchantId"], json!(market.mia.id));
    let ended = market.shop.history("webhook", market.mia.id).await;
    assert_eq!(ended, ["WebhookCreated", "WebhookReplayRequested", "WebhookReplayEnded"]);
    process.end().await;
}

#[tokio::test]
async fn a_part_of_a_replay_that_was_ended_requests_nothing() {
    let market = Market::open().await;
    order(&market).await;
    let (webhook_id, _) = webhook(&market, &market.mia, &["order.placed"]).await;
    let owner = AccountId::new(market.mia.id);
    let (writer, provenance) = (&market.shop.app.writer, market.shop.app.command_by(Actor::system("test")));
    let webhooks = webhooks_of(writer, &provenance, owner).await.unwrap();
    let up_to = writer.log.head().await.unwrap();
    let replaying = Replaying {
        owner,
        webhook_id,
        webhook: &webhooks.all[&webhook_id],
        up_to,
        limits: ReplayLimits::default(),
    };
    let ended =
        Replay { id: ReplayId::new(Uuid::from_u128(7)), after: Position::START, since: None, messages: 0 };
    let (replay, progress) = replay_part(writer, &provenance, &replaying, ended).await.unwrap();
    assert_eq!((replay.messages, progress), (0, Progress::Running));
    assert!(deliveries(&market).await.is_empty());
}
