//! Tests of webhooks over HTTP. What they send is tested with the process managers.

use axum::http::{HeaderValue, Method, StatusCode, header};
use serde_json::{Value, json};

use crate::http::testing::*;

const CREATED: StatusCode = StatusCode::CREATED;
const NOT_FOUND: StatusCode = StatusCode::NOT_FOUND;
const OK: StatusCode = StatusCode::OK;

fn form() -> Value {
    json!({"url": "https://till.example/hooks", "types": ["order.placed"], "currentPassword": PASSWORD})
}

async fn webhook(shop: &Shop, owner: &Person) -> String {
    let reply = shop.post("/webhooks", Some(owner), &form()).await;
    reply.done(CREATED)["webhook"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_secret_is_shown_when_it_is_made_and_is_not_in_the_log() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let reply = shop.post("/webhooks", Some(&mia), &form()).await;
    let answer = reply.done(CREATED);
    let secret = answer["secret"].as_str().unwrap().to_owned();
    assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
    assert_eq!(reply.headers[header::CACHE_CONTROL], "no-store");
    let path = format!("/webhooks/{}/rotate-secret", answer["webhook"]["id"].as_str().unwrap());
    let rotated = shop.post(&path, Some(&mia), &form()).await;
    assert_ne!(rotated.done(OK)["secret"], json!(secret));
    assert_eq!(rotated.headers[header::CACHE_CONTROL], "no-store");
    let stored = shop.app.writer.log.load::<shared_events::events::WebhookEvent>(mia.id).await.unwrap();
    assert_eq!(stored.len(), 2);
    assert!(!format!("{stored:?}").contains(&secret["whsec_".len()..]));
}

#[tokio::test]
async fn a_repetition_with_an_idempotency_key_shows_the_same_secret_and_makes_one_webhook() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let create = async |key: &'static str| {
        let mut request =
            request(Method::POST, "/webhooks", Some(&mia), "application/json", form().to_string());
        request.headers_mut().insert("idempotency-key", HeaderValue::from_static(key));
        let answer = shop.send(request).await.done(CREATED).clone();
        (answer["webhook"]["id"].clone(), answer["secret"].clone())
    };
    let first = create("till").await;
    assert_eq!(create("till").await, first);
    assert_eq!(shop.history("webhook", mia.id).await, ["WebhookCreated"]);
    let other = create("scale").await;
    assert!(other.0 != first.0 && other.1 != first.1);
}

#[tokio::test]
async fn faults_of_the_form_are_named() {
    let shop = Shop::open();
    let (mia, anna) = (shop.merchant().await, shop.customer().await);
    shop.refuses_odd_bodies(Method::POST, "/webhooks", Some(&mia)).await;
    let odd = json!({"url": "http://till.example", "types": ["weather"]});
    let reply = shop.post("/webhooks", Some(&mia), &odd).await;
    assert_eq!(reply.refused(StatusCode::UNPROCESSABLE_ENTITY), "The address must begin with https://");
    let fields: Vec<&Value> =
        reply.body["errors"].as_array().unwrap().iter().map(|error| &error["field"]).collect();
    assert_eq!(fields, ["url", "types"]);
    shop.post("/webhooks", Some(&anna), &form()).await.refused(StatusCode::FORBIDDEN);
    shop.post("/webhooks", None, &form()).await.refused(StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_webhook_is_changed_by_its_owner_only() {
    let shop = Shop::open();
    let (mia, admin) = (shop.merchant().await, shop.admin().await);
    let other = shop.sign_up(&merchant_form("ben@example.com")).await;
    let [of_mia, of_shop] = [webhook(&shop, &mia).await, webhook(&shop, &admin).await];
    let form = json!({"after": 0, "currentPassword": PASSWORD});
    let calls = ["pause", "resume", "rotate-secret", "replay"];
    for (id, strangers) in [(&of_mia, [&other, &admin]), (&of_shop, [&mia, &other])] {
        for stranger in strangers {
            for call in calls {
                let path = format!("/webhooks/{id}/{call}");
                let reply = shop.post(&path, Some(stranger), &form).await;
                assert_eq!(reply.refused(NOT_FOUND), "Webhook not found", "{call}");
            }
            let path = format!("/webhooks/{id}");
            shop.call(Method::DELETE, &path, Some(stranger), &Value::Null).await.refused(NOT_FOUND);
        }
    }
    for (id, owner) in [(&of_mia, &mia), (&of_shop, &admin)] {
        for (call, status) in calls.into_iter().zip([OK, OK, OK, StatusCode::ACCEPTED]) {
            let path = format!("/webhooks/{id}/{call}");
            shop.post(&path, Some(owner), &form).await.done(status);
        }
        let path = format!("/webhooks/{id}");
        shop.call(Method::DELETE, &path, Some(owner), &Value::Null).await.done(OK);
        shop.post(&format!("{path}/replay"), Some(owner), &form).await.refused(NOT_FOUND);
    }
}

#[tokio::test]
async fn a_webhook_needs_the_password_and_a_public_address() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let with = |name: &str, value: &str| {
        let mut form = form();
        form[name] = json!(value);
        form
    };
    for (form, field) in [
        (with("currentPassword", "Wrong-1!"), "currentPassword"),
        (with("currentPassword", ""), "currentPassword"),
        (with("url", "https://127.0.0.1/hooks"), "url"),
        (with("url", "https://[::1]/hooks"), "url"),
        (with("url", "https://2130706433/"), "url"),
        (with("url", "https://"), "url"),
        (with("url", "https:///till.example/"), "url"),
        (with("url", "https://%74ill.example/"), "url"),
        (with("url", "https://localhost:8443/"), "url"),
        (with("url", "https://a.localhost./"), "url"),
        (with("url", "https://till/"), "url"),
        (with("url", "https://till.internal/"), "url"),
        (with("url", "https://till.example:0/"), "url"),
        (with("url", "https://mia:secret@till.example/"), "url"),
        (with("url", "https://till.example/#part"), "url"),
        (with("url", "https://till.example\\@127.0.0.1/"), "url"),
        (with("url", "https://bücher.example/"), "url"),
    ] {
        let reply = shop.post("/webhooks", Some(&mia), &form).await;
        reply.refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(reply.body["errors"][0]["field"], field, "{form}");
    }
}

#[tokio::test]
async fn an_owner_has_one_replay_at_a_time_and_no_second_rotation_within_a_day() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let id = webhook(&shop, &mia).await;
    let post = async |call: &str| {
        shop.post(
            &format!("/webhooks/{id}/{call}"),
            Some(&mia),
            &json!({"after": 0, "currentPassword": PASSWORD}),
        )
        .await
    };
    post("replay").await.done(StatusCode::ACCEPTED);
    let refused = post("replay").await;
    assert_eq!(refused.refused(StatusCode::CONFLICT), "A replay is running. Please wait until it has ended.");
    post("rotate-secret").await.done(OK);
    post("rotate-secret").await.refused(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn changes_are_limited() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let id = webhook(&shop, &mia).await;
    let post = async |call: &str| {
        shop.post(
            &format!("/webhooks/{id}/{call}"),
            Some(&mia),
            &json!({"after": 0, "currentPassword": PASSWORD}),
        )
        .await
    };
    for _ in 1..60 {
        post("resume").await.done(OK);
    }
    post("resume").await.refused(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn replays_are_limited_and_a_refused_one_does_not_count() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let id = webhook(&shop, &mia).await;
    let post = async |call: &str| {
        shop.post(&format!("/webhooks/{id}/{call}"), Some(&mia), &json!({"after": 0})).await
    };
    for _ in 0..20 {
        post("replay").await.done(StatusCode::ACCEPTED);
        post("replay").await.refused(StatusCode::CONFLICT);
        // A pause ends the replay.
        post("pause").await.done(OK);
        post("resume").await.done(OK);
    }
    post("replay").await.refused(StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn a_replay_begins_at_one_place_that_exists() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let id = webhook(&shop, &mia).await;
    let replay = async |form: Value| shop.post(&format!("/webhooks/{id}/replay"), Some(&mia), &form).await;
    let since = "2026-01-01T00:00:00Z";
    for form in [
        json!({}),
        json!({"after": 0, "since": since}),
        json!({"after": u64::MAX}),
        json!({"after": -1}),
        json!({"since": "yesterday"}),
    ] {
        replay(form).await.refused(StatusCode::UNPROCESSABLE_ENTITY);
    }
    replay(json!({"since": since})).await.done(StatusCode::ACCEPTED);
}

#[tokio::test]
async fn a_new_secret_needs_the_password() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let path = format!("/webhooks/{}/rotate-secret", webhook(&shop, &mia).await);
    for password in [json!(null), json!(""), json!("Wrong-1!")] {
        let reply = shop.post(&path, Some(&mia), &json!({"currentPassword": password})).await;
        reply.refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(reply.body["errors"][0]["field"], "currentPassword");
    }
}

#[tokio::test]
async fn deliveries_that_do_not_exist_are_not_found() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let id = webhook(&shop, &mia).await;
    for delivery in ["0", "x", "6b1f0c9e-7a53-4f0e-9d55-3c6a1f0e2b4d"] {
        let path = format!("/webhooks/{id}/deliveries/{delivery}/redeliver");
        let reply = shop.post(&path, Some(&mia), &json!({})).await;
        assert_eq!(reply.refused(NOT_FOUND), "Delivery not found");
    }
}
