//! A Stripe server for tests: localstripe, with a proxy that adds what Stripe documents but localstripe 1.15
//! lacks. The adapter follows Stripe's documentation.
//!
//! - `Idempotency-Key`: localstripe ignores it. The proxy repeats the first response to a key; while that is being
//!   processed it answers 409, and 400 to a different body.
//! - Refunds: localstripe refunds more than was captured. The proxy refuses that.
//! - Lists of payments: localstripe cannot filter by time. The proxy does.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Request, State},
    http::{Method, StatusCode},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use service_kit::Clock;
use test_support::PythonPart;
use ureq::{Agent, http};

use super::super::{Stripe, StripeAccount};
use crate::payments::WebhookSecret;

pub(super) const SECRET_KEY: &str = "sk_test_greenstall";
pub(super) const WEBHOOK_SECRET: &str = "whsec_greenstall";

pub(super) struct Server {
    front: SocketAddr,
    behind: LocalStripe,
    keys: Keys,
    _localstripe: PythonPart,
}

type Keys = Arc<Mutex<HashMap<String, (Bytes, Option<Answer>)>>>;
type Answer = (u16, Vec<u8>);

/// The localstripe server.
#[derive(Clone)]
pub(super) struct LocalStripe {
    agent: Agent,
    address: SocketAddr,
}

impl LocalStripe {
    /// Sends a request and returns status and body. Blocks.
    fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: Vec<u8>) -> Answer {
        let mut request =
            http::Request::builder().method(method).uri(format!("http://{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut response = self.agent.run(request.body(body).unwrap()).unwrap();
        (response.status().as_u16(), response.body_mut().read_to_vec().unwrap())
    }

    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Sends JSON with the shop's key.
    pub(super) async fn call(&self, method: &'static str, path: &str, body: &Value) -> (u16, Value) {
        let (behind, path, body) = (self.clone(), path.to_owned(), body.to_string());
        let call = move || {
            let key = format!("Bearer {SECRET_KEY}");
            let headers = [("authorization", key.as_str()), ("content-type", "application/json")];
            let body = if method == "GET" { vec![] } else { body.into_bytes() };
            behind.send(method, &path, &headers, body)
        };
        let (status, body) = tokio::task::spawn_blocking(call).await.unwrap();
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }
}

#[derive(Clone)]
struct StripeRules {
    behind: LocalStripe,
    keys: Keys,
    /// Makes refunds wait for each other, so that each is compared with the remaining amount.
    refunds: Arc<tokio::sync::Mutex<()>>,
}

impl Server {
    pub(super) async fn start() -> Self {
        let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
        let localstripe = PythonPart::start("localstripe", &["--from-scratch", "--port", "{port}"]);
        let agent = Agent::config_builder().http_status_as_error(false).build().new_agent();
        let behind = LocalStripe { agent, address: localstripe.address() };
        let keys = Keys::default();
        let front = StripeRules { behind: behind.clone(), keys: keys.clone(), refunds: Arc::default() };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(answer).with_state(front);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { front: address, behind, keys, _localstripe: localstripe }
    }

    pub(super) fn stripe(&self, clock: Arc<dyn Clock>) -> Stripe {
        stripe_at(&format!("http://{}", self.front), SECRET_KEY, clock)
    }

    /// Forgets all keys, as Stripe does after a day.
    pub(super) fn forget_keys(&self) {
        self.keys.lock().unwrap().clear();
    }

    /// Pays with a card as the customer's browser does; returns the payment's status, or the error.
    pub(super) async fn pay(&self, intent: &str, number: &str) -> Result<String, String> {
        let card = json!({"number": number, "exp_month": 12, "exp_year": 2035, "cvc": "123"});
        self.pay_with(intent, &json!({"type": "card", "card": card})).await
    }

    /// As [`Self::pay`], with any payment method.
    pub(super) async fn pay_with(&self, intent: &str, method: &Value) -> Result<String, String> {
        let (_, method) = self.behind.call("POST", "/v1/payment_methods", method).await;
        let path = format!("/v1/payment_intents/{intent}");
        let (_, before) = self.behind.call("GET", &path, &Value::Null).await;
        // Stripe accepts the method together with the confirmation; localstripe wants it before. After a failed
        // charge localstripe keeps that charge, where Stripe waits for another card.
        let mut change = json!({"payment_method": method["id"]});
        if before["latest_charge"]["status"] == "failed" {
            change["latest_charge"] = Value::Null;
        }
        self.behind.call("POST", &path, &change).await;
        outcome(self.behind.call("POST", &format!("{path}/confirm"), &json!({})).await)
    }

    /// The customer authenticates.
    pub(super) async fn authenticate(&self, intent: &str, secret: &str) -> Result<String, String> {
        let path = format!("/v1/payment_intents/{intent}/_authenticate");
        outcome(self.behind.call("POST", &path, &json!({"client_secret": secret, "success": true})).await)
    }

    /// The localstripe server, without the proxy.
    pub(super) const fn behind(&self) -> &LocalStripe {
        &self.behind
    }
}

pub(super) fn stripe_at(api_base: &str, key: &str, clock: Arc<dyn Clock>) -> Stripe {
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let account = StripeAccount {
        secret_key: key.to_owned(),
        webhook_secret: WebhookSecret::new(WEBHOOK_SECRET),
        api_base: api_base.to_owned(),
    };
    Stripe::new(account, clock).unwrap()
}

fn outcome((status, body): (u16, Value)) -> Result<String, String> {
    match status {
        200 => Ok(body["status"].as_str().unwrap().to_owned()),
        _ => Err(body["error"]["message"].as_str().unwrap_or_default().to_owned()),
    }
}

async fn answer(State(front): State<StripeRules>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let header = |name: &str| parts.headers.get(name).map(|value| value.to_str().unwrap().to_owned());
    let key = header("idempotency-key").filter(|_| parts.method == Method::POST);
    if let Some(key) = &key {
        let mut keys = front.keys.lock().unwrap();
        match keys.get(key) {
            None => _ = keys.insert(key.clone(), (body.clone(), None)),
            Some((first, _)) if *first != body => {
                return refused(StatusCode::BAD_REQUEST, "idempotency_error", "key");
            }
            Some((_, None)) => return refused(StatusCode::CONFLICT, "idempotency_error", "in use"),
            Some((_, Some((status, body)))) => return response(*status, body.clone()),
        }
    }
    let path = parts.uri.path_and_query().unwrap().to_string();
    let forward = {
        let (front, path, method) = (front.clone(), path.clone(), parts.method.clone());
        let headers = ["authorization", "content-type"].map(|name| (name, header(name).unwrap_or_default()));
        let body = body.to_vec();
        move || {
            let headers: Vec<(&str, &str)> = headers
                .iter()
                .filter(|(_, value)| !value.is_empty())
                .map(|(n, v)| (*n, v.as_str()))
                .collect();
            front.behind.send(method.as_str(), &path, &headers, body)
        }
    };
    if let Some(query) = path.strip_prefix("/v1/payment_intents?") {
        return listed(&front.behind, query).await;
    }
    let (status, answered) = if parts.method == Method::POST && path == "/v1/refunds" {
        let _turn = front.refunds.lock().await;
        match too_much(&front.behind, &body).await {
            Some(refusal) => refusal,
            None => tokio::task::spawn_blocking(forward).await.unwrap(),
        }
    } else {
        tokio::task::spawn_blocking(forward).await.unwrap()
    };
    if let Some(key) = key {
        front.keys.lock().unwrap().insert(key, (body, Some((status, answered.clone()))));
    }
    response(status, answered)
}

/// The payments since a time, the newest first.
async fn listed(behind: &LocalStripe, query: &str) -> Response {
    let fields: HashMap<String, String> = query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.replace("%5B", "[").replace("%5D", "]"), value.to_owned()))
        .collect();
    let since: i64 = fields["created[gte]"].parse().unwrap();
    let limit: usize = fields["limit"].parse().unwrap();
    let mut all: Vec<Value> = Vec::new();
    loop {
        let after = all.last().map(|last| format!("&starting_after={}", last["id"].as_str().unwrap()));
        let path = format!("/v1/payment_intents?limit=100{}", after.unwrap_or_default());
        let (_, page) = behind.call("GET", &path, &Value::Null).await;
        all.extend(page["data"].as_array().unwrap().iter().cloned());
        if page["has_more"] != true {
            break;
        }
    }
    all.retain(|intent| intent["created"].as_i64().unwrap() >= since);
    all.reverse();
    let first = fields.get("starting_after").map_or(0, |after| {
        1 + all.iter().position(|intent| intent["id"] == after.as_str()).expect("a payment of the list")
    });
    let rest = &all[first..];
    let page = json!({"data": rest[..rest.len().min(limit)], "has_more": rest.len() > limit});
    response(200, page.to_string().into_bytes())
}

/// Stripe's error for a refund that exceeds the rest of a charge.
async fn too_much(behind: &LocalStripe, form: &[u8]) -> Option<Answer> {
    let form = String::from_utf8(form.to_vec()).unwrap();
    let field = |name: &str| form.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}="))).unwrap();
    let path = format!("/v1/payment_intents/{}", field("payment_intent"));
    let charge = behind.call("GET", &path, &Value::Null).await.1["latest_charge"].clone();
    let left = charge["amount"].as_i64().unwrap() - charge["amount_refunded"].as_i64().unwrap();
    let amount: i64 = field("amount").parse().unwrap();
    let message = format!("Refund amount ({amount}) is greater than unrefunded amount on charge ({left})");
    let error = json!({"error": {"type": "invalid_request_error", "message": message}});
    (amount > left).then(|| (400, error.to_string().into_bytes()))
}

fn refused(status: StatusCode, kind: &str, message: &str) -> Response {
    let error = json!({"error": {"type": kind, "message": message}});
    response(status.as_u16(), error.to_string().into_bytes())
}

fn response(status: u16, body: Vec<u8>) -> Response {
    (StatusCode::from_u16(status).unwrap(), Body::from(body)).into_response()
}
