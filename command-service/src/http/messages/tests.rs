//! Tests of conversations over HTTP.

use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use serde_json::{Value, json};
use shared_events::{
    Actor, Role, StreamId,
    ids::{AccountId, ProductId},
};
use uuid::Uuid;

use crate::http::{
    market::Market,
    testing::{Person, Reply, id_in},
};

const OK: StatusCode = StatusCode::OK;
const CREATED: StatusCode = StatusCode::CREATED;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
const NOT_FOUND: StatusCode = StatusCode::NOT_FOUND;

fn question(merchant: &Person, product: ProductId) -> Value {
    json!({
        "merchantId": merchant.id, "productId": product.to_string(),
        "subject": " Tomatoes for Friday ", "initialMessage": " Do you have ten pounds? ",
    })
}

async fn start(market: &Market, who: &Person, form: &Value) -> Reply {
    market.shop.post("/messages/start", Some(who), form).await
}

/// Anna has asked Mia about tomatoes.
async fn asked() -> (Market, Uuid) {
    let market = Market::open().await;
    let reply = start(&market, &market.anna, &question(&market.mia, market.tomatoes)).await;
    let id = id_in::<()>(&reply.done(CREATED)["conversation"]["id"]).uuid();
    (market, id)
}

async fn send(market: &Market, who: &Person, conversation: Uuid, content: &str) -> Reply {
    let body = json!({"conversationId": conversation, "content": content, "messageType": "text"});
    market.shop.post("/messages/send", Some(who), &body).await
}

async fn read(market: &Market, who: &Person, id: &str) -> Reply {
    market.shop.put(&format!("/messages/{id}/read"), Some(who), &Value::Null).await
}

async fn history(market: &Market, conversation: Uuid) -> Vec<String> {
    market.shop.history("conversation", conversation).await
}

#[tokio::test]
async fn a_customer_asks_and_the_merchant_answers() {
    let market = Market::open().await;
    let reply = start(&market, &market.anna, &question(&market.mia, market.tomatoes)).await;
    let body = reply.done(CREATED);
    let id = id_in::<()>(&body["conversation"]["id"]).uuid();
    assert_eq!(body["conversation"]["_id"], body["conversation"]["id"]);
    let first = &body["data"];
    assert_eq!(first["id"], format!("{id}-1"));
    assert_eq!(first["content"], "Do you have ten pounds?");
    assert_eq!(first["productReference"], json!({"name": "Tomatoes", "price": 3.5}));
    assert_eq!(first["sender"]["name"], "Anna Smith");

    let reply = send(&market, &market.mia, id, "Yes.\nOn Friday.").await;
    let answer = &reply.done(CREATED)["data"];
    assert_eq!((&answer["_id"], &answer["id"]), (&json!(format!("{id}-2")), &json!(format!("{id}-2"))));
    assert_eq!(answer["conversationId"], id.to_string());
    assert_eq!(answer["content"], "Yes.\nOn Friday.");
    assert_eq!(answer["read"], false);
    assert_eq!(answer["messageType"], "text");
    assert_eq!(answer["sender"]["role"], "merchant");
    assert_eq!(answer["sender"]["businessInfo"]["businessName"], "Green Hill Farm");
    assert_eq!(history(&market, id).await, ["ConversationStarted", "MessageSent", "MessageSent"]);
}

#[tokio::test]
async fn starting_again_continues_the_same_conversation() {
    let (market, id) = asked().await;
    let reply = start(&market, &market.anna, &question(&market.mia, market.tomatoes)).await;
    assert_eq!(reply.done(CREATED)["conversation"]["id"], id.to_string());
    assert_eq!(reply.body["data"]["id"], format!("{id}-2"));
    let other = start(&market, &market.anna, &question(&market.mia, market.kale)).await;
    assert_ne!(other.done(CREATED)["conversation"]["id"], id.to_string());
    let another = market.another_customer(1).await;
    let theirs = start(&market, &another, &question(&market.mia, market.tomatoes)).await;
    assert_ne!(theirs.done(CREATED)["conversation"]["id"], id.to_string());
}

#[tokio::test]
async fn a_refused_start_says_why() {
    let market = Market::open().await;
    let own = start(&market, &market.mia, &question(&market.mia, market.tomatoes)).await;
    assert_eq!(own.refused(INVALID), "You cannot message yourself");
    for (name, value, status, text) in [
        ("merchantId", json!("7"), NOT_FOUND, "Merchant not found"),
        ("merchantId", json!(Uuid::nil()), NOT_FOUND, "Merchant not found"),
        ("merchantId", json!(market.admin.id), NOT_FOUND, "Merchant not found"),
        ("productId", json!("7"), NOT_FOUND, "Product not found"),
        ("productId", json!(Uuid::nil()), NOT_FOUND, "Product not found"),
        ("productId", json!(market.eggs.to_string()), NOT_FOUND, "Product not found"),
        ("subject", json!("\u{a0} "), INVALID, "Subject is required"),
        ("initialMessage", json!(" \n"), INVALID, "Message is required"),
        ("initialMessage", json!("x".repeat(5_001)), INVALID, "Message is too long: at most 5000 characters"),
    ] {
        let mut form = question(&market.mia, market.tomatoes);
        form[name] = value;
        assert_eq!(start(&market, &market.anna, &form).await.refused(status), text, "{form}");
    }
}

#[tokio::test]
async fn strangers_find_nothing() {
    let (market, id) = asked().await;
    let another = market.another_customer(1).await;
    for stranger in [&another, &market.ben, &market.admin] {
        assert_eq!(send(&market, stranger, id, "Hi").await.refused(NOT_FOUND), "Conversation not found");
        for name in [id.to_string(), format!("{id}-1"), format!("{id}-99")] {
            assert_eq!(read(&market, stranger, &name).await.refused(NOT_FOUND), "Conversation not found");
        }
    }
    assert_eq!(
        send(&market, &market.anna, Uuid::nil(), "Hi").await.refused(NOT_FOUND),
        "Conversation not found"
    );
    assert_eq!(history(&market, id).await, ["ConversationStarted", "MessageSent"]);
}

async fn ask(market: &Market, who: &Person, content: &str) -> Reply {
    let form = json!({"subject": " Order GS-1 ", "initialMessage": content});
    market.shop.post("/messages/support", Some(who), &form).await
}

#[tokio::test]
async fn a_person_asks_support_and_any_admin_answers_for_it() {
    let market = Market::open().await;
    let asked = ask(&market, &market.anna, " Where is it? ").await;
    let id = id_in::<()>(&asked.done(CREATED)["conversation"]["id"]).uuid();
    let first = &asked.body["data"];
    assert_eq!((&first["id"], &first["content"]), (&json!(format!("{id}-1")), &json!("Where is it?")));
    assert_eq!((&first["sender"]["name"], &first["productReference"]), (&json!("Anna Smith"), &json!(null)));

    read(&market, &market.admin, &id.to_string()).await.done(OK);
    let answer = send(&market, &market.admin, id, "On its way.").await;
    let sender = &answer.done(CREATED)["data"]["sender"];
    assert_eq!((&sender["name"], &sender["role"]), (&json!("Greenstall Support"), &json!("admin")));
    assert_ne!(sender["id"], market.admin.id.to_string());
    let events = market.shop.app.writer.log.load_raw(&StreamId::new("conversation", id)).await.unwrap();
    let by = events.last().unwrap().actor.clone();
    assert_eq!(
        by,
        Actor::Account { id: id_of(&market.admin), role: Role::Admin },
        "the log knows who answered"
    );

    let again = ask(&market, &market.anna, "Thank you").await;
    assert_eq!(again.done(CREATED)["data"]["id"], format!("{id}-3"));
    let merchants = ask(&market, &market.mia, "How do I get paid?").await;
    assert_ne!(merchants.done(CREATED)["conversation"]["id"], id.to_string());
    let expected =
        ["SupportConversationStarted", "MessageSent", "MessagesRead", "MessageSent", "MessageSent"];
    assert_eq!(history(&market, id).await, expected);
}

#[tokio::test]
async fn nobody_else_finds_a_conversation_with_support() {
    let market = Market::open().await;
    let asked = ask(&market, &market.anna, "Where is it?").await;
    let id = id_in::<()>(&asked.done(CREATED)["conversation"]["id"]).uuid();
    let another = market.another_customer(1).await;
    for stranger in [&another, &market.mia] {
        assert_eq!(send(&market, stranger, id, "Hi").await.refused(NOT_FOUND), "Conversation not found");
        let reply = read(&market, stranger, &id.to_string()).await;
        assert_eq!(reply.refused(NOT_FOUND), "Conversation not found");
    }
    assert_eq!(history(&market, id).await, ["SupportConversationStarted", "MessageSent"]);
}

#[tokio::test]
async fn a_refused_question_to_support_says_why() {
    let market = Market::open().await;
    let own = ask(&market, &market.admin, "Hello?").await;
    assert_eq!(own.refused(INVALID), "You cannot message yourself");
    assert_eq!(ask(&market, &market.anna, " ").await.refused(INVALID), "Message is required");
    let blank = json!({"subject": " ", "initialMessage": ""});
    let reply = market.shop.post("/messages/support", Some(&market.anna), &blank).await;
    assert_eq!(reply.refused(INVALID), "Subject is required");
    assert_eq!(reply.body["errors"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_conversation_is_read_as_a_whole_or_up_to_a_message() {
    let (market, id) = asked().await;
    send(&market, &market.anna, id, "Hello?").await.done(CREATED);
    for (name, reads) in
        [(format!("{id}-1"), 1), (format!("{id}-1"), 1), (id.to_string(), 2), (id.to_string(), 2)]
    {
        assert_eq!(read(&market, &market.mia, &name).await.done(OK), &json!({"success": true}));
        let read = history(&market, id).await.into_iter().filter(|event| event == "MessagesRead").count();
        assert_eq!(read, reads, "{name}");
    }
    for missing in [format!("{id}-3"), format!("{id}-0"), format!("{id}-4294967295")] {
        assert_eq!(read(&market, &market.mia, &missing).await.refused(NOT_FOUND), "Message not found");
    }
    for odd in ["x", "0", &format!("{id}-x"), &format!("{id}-"), &format!("{id}-01"), "%00"] {
        read(&market, &market.mia, odd).await.refused(NOT_FOUND);
    }
}

#[tokio::test]
async fn all_messages_are_marked_as_read_at_once() {
    let (market, _) = asked().await;
    let reply = market.shop.put("/messages/mark-all-read", Some(&market.mia), &Value::Null).await;
    assert_eq!(reply.done(OK), &json!({"success": true}));
    assert_eq!(market.shop.history("correspondence", market.mia.id).await, ["AllMessagesRead"]);
    let shop = AccountId::SHOP.uuid();
    assert!(market.shop.history("correspondence", shop).await.is_empty());
    market.shop.put("/messages/mark-all-read", Some(&market.admin), &Value::Null).await.done(OK);
    assert_eq!(market.shop.history("correspondence", market.admin.id).await, ["AllMessagesRead"]);
    let questions = market.shop.history("correspondence", shop).await;
    assert!(questions.is_empty(), "questions to support wait for an admin who opens them");
}

#[tokio::test]
async fn messages_a_minute_are_limited() {
    let (market, id) = asked().await;
    for number in 1..120 {
        send(&market, &market.anna, id, &format!("Message {number}")).await.done(CREATED);
    }
    let reply = send(&market, &market.anna, id, "One more").await;
    reply.refused(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(reply.headers["retry-after"], "60");
    send(&market, &market.mia, id, "Others can").await.done(CREATED);
    market.shop.clock.advance(TimeDelta::minutes(1));
    send(&market, &market.anna, id, "One more").await.done(CREATED);
}

#[tokio::test]
async fn only_non_empty_text_messages_are_sent() {
    let (market, id) = asked().await;
    let image = json!({"conversationId": id, "content": "x", "messageType": "image"});
    let reply = market.shop.post("/messages/send", Some(&market.anna), &image).await;
    assert_eq!(reply.refused(INVALID), "Only text messages can be sent");
    assert_eq!(send(&market, &market.anna, id, " \t\n").await.refused(INVALID), "Message is required");
    let script = "<script>alert('no')</script> ünï😀";
    assert_eq!(send(&market, &market.anna, id, script).await.done(CREATED)["data"]["content"], script);
}

#[tokio::test]
async fn an_erased_recipient_gets_no_messages() {
    let (market, id) = asked().await;
    crate::application::accounts::erase(
        &market.shop.app.erasure_ports(),
        &market.command(),
        id_of(&market.anna),
        &[],
    )
    .await
    .unwrap();
    let reply = send(&market, &market.mia, id, "Are you there?").await;
    reply.refused(StatusCode::CONFLICT);
    let events = market.shop.app.writer.log.load_raw(&StreamId::new("conversation", id)).await.unwrap();
    assert!(!format!("{events:?}").contains("ten pounds"), "the question went with her");
}

fn id_of(person: &Person) -> AccountId {
    AccountId::new(person.id)
}

#[tokio::test]
async fn tokens_are_checked_before_bodies() {
    let (market, id) = asked().await;
    let nonsense = json!("nonsense");
    let read = format!("/messages/{id}/read");
    for (method, path) in [
        (Method::POST, "/messages/start"),
        (Method::POST, "/messages/send"),
        (Method::POST, "/messages/support"),
        (Method::PUT, &read),
        (Method::PUT, "/messages/mark-all-read"),
    ] {
        market.shop.call(method, path, None, &nonsense).await.refused(StatusCode::UNAUTHORIZED);
    }
    for path in ["/messages/start", "/messages/send", "/messages/support"] {
        market.shop.refuses_odd_bodies(Method::POST, path, Some(&market.anna)).await;
    }
}
