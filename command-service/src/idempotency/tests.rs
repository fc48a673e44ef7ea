mod faults;

use std::{collections::BTreeMap, convert::Infallible, net::SocketAddr, sync::Arc};

use axum::{
    body::{Body, Bytes},
    extract::ConnectInfo,
    http::{Method, Request, StatusCode, header},
};
use chrono::TimeDelta;
use event_store::{Categories, EventLog};
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use shared_events::Position;

use super::{LIFETIME, MemoryKeys, Operations};
use crate::{
    application::checkout::tests::faulty::{Fault, FaultyStore},
    http::testing::{Person, Reply, Shop, customer_form},
};

fn tomatoes(price: f64) -> Value {
    json!({
        "name": "San Marzano Tomatoes", "description": "Long, meaty and sweet.", "price": price,
        "category": "produce", "subcategory": "Vegetables", "inventory": {"quantity": 40, "unit": "pound"},
    })
}

/// A command with a key, sent by an account or by a visitor from a network address.
#[derive(Clone)]
struct Call {
    method: Method,
    path: String,
    who: Option<Person>,
    body: Value,
}

impl Call {
    fn post(path: &str, who: Option<&Person>, body: Value) -> Self {
        Self { method: Method::POST, path: path.to_owned(), who: who.cloned(), body }
    }

    fn request(&self, key: &str) -> Request<Body> {
        let mut request = Request::builder()
            .method(self.method.clone())
            .uri(&self.path)
            .header(header::CONTENT_TYPE, "application/json")
            .header("Idempotency-Key", key);
        if let Some(person) = &self.who {
            request = request.header(header::AUTHORIZATION, format!("Bearer {}", person.token));
        }
        let mut request = request.body(Body::from(self.body.to_string())).unwrap();
        let address: SocketAddr = "192.0.2.7:1".parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(address));
        request
    }

    async fn send(&self, shop: &Shop, key: &str) -> Reply {
        shop.send(self.request(key)).await
    }
}

/// Number of events of each type.
async fn events(log: &EventLog) -> BTreeMap<String, usize> {
    let mut types = BTreeMap::new();
    for event in log.read_all(Position::START, &Categories::All, 100_000).await.unwrap().events {
        *types.entry(event.event.event_type.into_owned()).or_default() += 1;
    }
    types
}

#[tokio::test]
async fn the_same_request_gets_the_same_answer_and_is_done_once() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let call = Call::post("/products", Some(&mia), tomatoes(3.5));
    let first = call.send(&shop, "k1").await;
    first.done(StatusCode::CREATED);
    assert!(!first.headers.contains_key("idempotency-replayed"));
    let before = events(&shop.app.writer.log).await;
    shop.clock.advance(LIFETIME - TimeDelta::seconds(1));
    let mia_again = Person { token: relogged(&shop, "mia@example.com").await, ..mia.clone() };
    let again = Call { who: Some(mia_again), ..call.clone() }.send(&shop, "k1").await;
    assert_eq!((again.status, &again.body), (first.status, &first.body));
    assert_eq!(again.position(), first.position());
    assert_eq!(again.headers["idempotency-replayed"], "true");
    let mut expected = before;
    *expected.entry("SessionOpened".to_owned()).or_default() += 1;
    assert_eq!(events(&shop.app.writer.log).await, expected);

    let other_key = call.send(&shop, "k2").await;
    assert_eq!(other_key.status, StatusCode::UNAUTHORIZED, "that token has expired");
}

async fn relogged(shop: &Shop, email: &str) -> String {
    let login = json!({"email": email, "password": crate::http::testing::PASSWORD});
    let reply = shop.post("/auth/login", None, &login).await;
    reply.done(StatusCode::OK)["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_key_is_forgotten_after_a_day() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let call = Call::post("/products", Some(&mia), tomatoes(3.5));
    let first = call.send(&shop, "k1").await;
    shop.clock.advance(LIFETIME);
    let token = relogged(&shop, "mia@example.com").await;
    let again = Call { who: Some(Person { token, ..mia }), ..call }.send(&shop, "k1").await;
    assert_ne!(again.done(StatusCode::CREATED)["product"]["id"], first.body["product"]["id"]);
}

#[tokio::test]
async fn a_key_is_for_one_request_of_one_person() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let call = Call::post("/products", Some(&mia), tomatoes(3.5));
    call.send(&shop, "k1").await.done(StatusCode::CREATED);
    for other in [
        Call { body: tomatoes(4.0), ..call.clone() },
        Call { path: "/products?draft=1".to_owned(), ..call.clone() },
        Call { path: "/payments/create-intent".to_owned(), ..call.clone() },
        Call { method: Method::PUT, path: format!("/admin/users/{}/approve", mia.id), ..call.clone() },
    ] {
        let refused = other.send(&shop, "k1").await;
        assert_eq!(
            refused.refused(StatusCode::UNPROCESSABLE_ENTITY),
            "This Idempotency-Key was used for another request",
            "{} {}",
            other.method,
            other.path
        );
    }
    let ben = shop.sign_up(&crate::http::testing::merchant_form("ben@example.com")).await;
    let his = Call { who: Some(ben), ..call }.send(&shop, "k1").await;
    assert!(!his.headers.contains_key("idempotency-replayed"));
    his.done(StatusCode::CREATED);
}

#[tokio::test]
async fn final_refusals_are_stored_and_temporary_ones_are_not() {
    let store = Arc::new(FaultyStore::default());
    let shop = Shop::open_on(store.log());
    let mia = shop.merchant().await;
    let refused = Call::post("/products", Some(&mia), json!({}));
    refused.send(&shop, "k1").await.refused(StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.send(&shop, "k1").await.headers.contains_key("idempotency-replayed"));

    let call = Call::post("/products", Some(&mia), tomatoes(3.5));
    store.fail(0, Fault::Unavailable);
    call.send(&shop, "k2").await.refused(StatusCode::SERVICE_UNAVAILABLE);
    let done = call.send(&shop, "k2").await;
    assert!(!done.headers.contains_key("idempotency-replayed"));
    done.done(StatusCode::CREATED);
    assert_eq!(call.send(&shop, "k2").await.body, done.body);
}

#[tokio::test]
async fn a_concurrent_repetition_waits_for_the_first_response() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let call = Call::post("/products", Some(&mia), tomatoes(3.5));
    let all = futures_util::future::join_all((0..20).map(|_| call.send(&shop, "k1"))).await;
    for one in &all {
        assert_eq!(one.done(StatusCode::CREATED), &all[0].body);
    }
    assert_eq!(events(&shop.app.writer.log).await["ProductListed"], 1);
}

#[tokio::test]
async fn a_repetition_that_waits_too_long_is_told_to_retry() {
    let store = Arc::new(FaultyStore::default());
    let shop = Shop::open_on(store.log());
    let mia = shop.merchant().await;
    let call = Call::post("/products", Some(&mia), tomatoes(3.5));
    store.fail(0, Fault::Waits);
    let first = tokio::spawn({
        let (request, router) = (call.request("k1"), shop.router());
        async move { tower::ServiceExt::oneshot(router, request).await.unwrap().status() }
    });
    store.waiting().await;
    let refused = call.send(&shop, "k1").await;
    assert_eq!(refused.refused(StatusCode::CONFLICT), "The same request is still being worked on");
    assert_eq!(refused.headers["retry-after"], "1");
    store.resume();
    assert_eq!(first.await.unwrap(), StatusCode::CREATED);
    call.send(&shop, "k1").await.done(StatusCode::CREATED);
}

#[tokio::test]
async fn visitors_keys_belong_to_their_address_and_only_success_is_remembered() {
    let shop = Shop::open();
    let call = Call::post("/auth/signup", None, customer_form("anna@example.com"));
    let first = call.send(&shop, "k1").await;
    first.done(StatusCode::CREATED);
    let again = call.send(&shop, "k1").await;
    assert_eq!(again.body, first.body, "the same account and session");
    assert!(!again.headers.contains_key("idempotency-replayed"), "a token is not stored");
    assert_eq!(again.headers["cache-control"], "no-store");
    let mut elsewhere = call.request("k1");
    elsewhere.extensions_mut().insert(ConnectInfo::<SocketAddr>("192.0.2.8:1".parse().unwrap()));
    shop.send(elsewhere).await.refused(StatusCode::CONFLICT);
    let mut nowhere = call.request("k1");
    nowhere.extensions_mut().remove::<ConnectInfo<SocketAddr>>();
    shop.send(nowhere).await.refused(StatusCode::CONFLICT);

    let wrong = Call::post("/auth/reset-password", None, json!({"token": "x", "password": "Secret-1!"}));
    for _ in 0..2 {
        let refused = wrong.send(&shop, "k2").await;
        refused.refused(StatusCode::UNPROCESSABLE_ENTITY);
        assert!(!refused.headers.contains_key("idempotency-replayed"));
    }
}

#[tokio::test]
async fn the_body_of_a_caller_who_is_refused_is_not_read() {
    let shop = Shop::open();
    for token in [None, Some("Bearer nonsense")] {
        let mut request = Call::post("/products", None, Value::Null).request("k1");
        if let Some(token) = token {
            request.headers_mut().insert(header::AUTHORIZATION, token.parse().unwrap());
        }
        let held_back = request.map(|_| Body::from_stream(stream::pending::<Result<Bytes, Infallible>>()));
        shop.send(held_back).await.refused(StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test]
async fn refused_requests_of_visitors_leave_no_row() {
    let mut shop = Shop::open();
    let keys = Arc::new(MemoryKeys::default());
    shop.exchange_keys(keys.clone());
    let wrong = json!({"email": "anna@example.com", "password": "wrong"});
    for (path, body, status) in [
        ("/auth/login", wrong, StatusCode::UNAUTHORIZED),
        ("/auth/signup", json!({}), StatusCode::UNPROCESSABLE_ENTITY),
        ("/products", tomatoes(3.5), StatusCode::UNAUTHORIZED),
    ] {
        for key in ["k1", "k1", "k2"] {
            Call::post(path, None, body.clone()).send(&shop, key).await.refused(status);
        }
    }
    assert_eq!(keys.len(), 0);
    Call::post("/auth/signup", None, customer_form("anna@example.com")).send(&shop, "k3").await;
    assert_eq!(keys.len(), 1, "what has succeeded is remembered");
}

/// The first attempt has effects, the second is refused: the third must still find the effects of the first.
#[tokio::test]
async fn a_refusal_after_an_attempt_with_effects_keeps_the_key() {
    let store = Arc::new(FaultyStore::default());
    let mut shop = Shop::open_on(store.log());
    let keys = Arc::new(MemoryKeys::default());
    shop.exchange_keys(keys.clone());
    let call = Call::post("/auth/signup", None, customer_form("anna@example.com"));
    store.fail(1, Fault::Unavailable);
    call.send(&shop, "k1").await.refused(StatusCode::SERVICE_UNAVAILABLE);
    let address = "192.0.2.7".parse().unwrap();
    while shop.app.limits.sign_ups.admit(address, shop.app.clock.now()).is_ok() {}
    call.send(&shop, "k1").await.refused(StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(keys.len(), 1);
    shop.clock.advance(TimeDelta::minutes(1));
    call.send(&shop, "k1").await.done(StatusCode::CREATED);
}

#[tokio::test]
async fn malformed_keys_are_refused() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let call = Call::post("/products", Some(&mia), tomatoes(3.5));
    for key in ["", " ", &"k".repeat(256)] {
        call.send(&shop, key).await.refused(StatusCode::BAD_REQUEST);
    }
    let mut two = call.request("k1");
    two.headers_mut().append("idempotency-key", "k2".parse().unwrap());
    shop.send(two).await.refused(StatusCode::BAD_REQUEST);
    let mut latin = call.request("k1");
    let value = axum::http::HeaderValue::from_bytes(b"\xe9").unwrap();
    latin.headers_mut().insert("idempotency-key", value);
    shop.send(latin).await.refused(StatusCode::BAD_REQUEST);
    call.send(&shop, &"k".repeat(255)).await.done(StatusCode::CREATED);
}

#[tokio::test]
async fn large_bodies_and_bad_tokens_are_refused_as_without_a_key() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    for size in [2_000_000, 9_000_000] {
        let call = Call::post("/products", Some(&mia), json!("x".repeat(size)));
        call.send(&shop, "k1").await.refused(StatusCode::PAYLOAD_TOO_LARGE);
    }
    let nobody = Person { token: "x".to_owned(), ..mia };
    let call = Call::post("/products", Some(&nobody), tomatoes(3.5));
    call.send(&shop, "k2").await.refused(StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_form_with_files_is_the_same_whatever_its_boundary() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let send = async |boundary: &str, content: &str| {
        let body = format!("--{boundary}\r\nname\r\n\r\n{content}\r\n--{boundary}--");
        let mut request = Call::post("/products", Some(&mia), json!({})).request("k1");
        let media = format!("multipart/form-data; boundary={boundary}");
        request.headers_mut().insert(header::CONTENT_TYPE, media.parse().unwrap());
        *request.body_mut() = Body::from(body);
        shop.send(request).await
    };
    send("abc", "one").await.refused(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    assert!(send("xyz", "one").await.headers.contains_key("idempotency-replayed"));
    send("xyz", "two").await.refused(StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_response_is_unreadable_once_a_person_in_it_is_erased() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let call = Call::post("/products", Some(&mia), tomatoes(3.5));
    let first = call.send(&shop, "k1").await;
    first.done(StatusCode::CREATED);
    assert_eq!(call.send(&shop, "k1").await.body, first.body, "as long as she is there");

    shop.app.writer.log.keyring().erase(mia.id).await.unwrap();
    let again = call.send(&shop, "k1").await;
    let text = again.refused(StatusCode::CONFLICT);
    assert_eq!(text, "This request was done before. Its answer is not kept any more.");
}

#[tokio::test]
async fn a_body_is_read_up_to_the_limit_of_its_operation() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let part = Bytes::from(vec![b' '; 64 * 1024]);
    for (key, path) in [("k1", "/products"), ("k2", "/auth/signup")] {
        let unfinished = stream::iter(vec![Ok::<_, Infallible>(part.clone()); 17]).chain(stream::pending());
        let who = (path == "/products").then_some(&mia);
        let request = Call::post(path, who, Value::Null).request(key);
        let reply = shop.send(request.map(|_| Body::from_stream(unfinished))).await;
        reply.refused(StatusCode::PAYLOAD_TOO_LARGE);
    }
}

#[tokio::test]
async fn operations_that_may_be_repeated_take_no_keys() {
    let mut shop = Shop::open();
    let keys = Arc::new(MemoryKeys::default());
    shop.exchange_keys(keys.clone());
    let anna = shop.customer().await;
    for (who, number) in [(None, 1), (Some(&anna), 2)] {
        let look =
            Call::post(&format!("/products/{}/views", uuid::Uuid::from_u128(number)), who, Value::Null);
        for key in ["k1", "k2"] {
            assert_eq!(look.send(&shop, key).await.status, StatusCode::NO_CONTENT);
        }
    }
    assert_eq!(keys.len(), 0);
}

#[test]
fn visitors_may_use_only_public_operations_with_a_key() {
    let operations = Operations::of(&crate::http::document(), 7);
    let found = |path: &str| operations.find(&Method::POST, path);
    for path in ["/auth/signup", "/contact", "/auth/reset-password"] {
        assert!(found(path).unwrap().for_visitors, "{path}");
    }
    for path in ["/products", "/upload/product-image"] {
        assert!(!found(path).unwrap().for_visitors, "{path}");
    }
    assert_eq!(found("/upload/product-image").unwrap().body_limit, 7);
    for path in ["/auth/login", "/products/7/views", "/products//approve", "/products/7/views/8", "/"] {
        assert!(found(path).is_none(), "{path}");
    }
    assert!(operations.find(&Method::PUT, "/auth/signup").is_none());
}
