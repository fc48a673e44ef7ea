//! The test harness: a command service on an empty in-memory log, and people who call it.

use std::{
    net::SocketAddr,
    sync::{Arc, LazyLock},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::ConnectInfo,
    http::{HeaderMap, Method, Request, StatusCode, header},
};
use blobs::Blobs;
use chrono::{DateTime, Utc};
use domain::checkout::FeePolicy;
use event_store::EventLog;
use serde_json::{Value, json};
use service_kit::{
    Ids, ManualClock, SeededIds,
    token::{Tokens, VerificationLink},
};
use shared_events::{
    StreamId,
    events::AccountEvent,
    ids::{AccountId, Id},
};
use test_support::{Answered, Contract};
use tower::ServiceExt;
use uuid::Uuid;

use crate::{
    App,
    account_limits::AccountLimits,
    application::{
        Turns, Writer,
        accounts::{self, NewAdmin},
    },
    idempotency::{Keys, MemoryKeys},
    looks::Looks,
    mail::MemoryMailer,
    operations::{self, Operations},
    passwords::{HashingCost, Passwords},
    payments::{
        PaymentProvider,
        flaky_provider::FlakyProvider,
        sandbox::{MemoryBooks, Sandbox},
    },
    sessions::Sessions,
    snapshots::{MemorySnapshots, Snapshots},
    webhooks::{Messenger, Reach, testing::NoReceivers},
};

/// Every answer to every test must conform to the description.
static CONTRACT: LazyLock<Contract> =
    LazyLock::new(|| Contract::new(serde_json::to_value(super::document()).expect("plain data")));

pub(crate) const PASSWORD: &str = "Secret-1!";

/// A new shop: it has no accounts, and its clock stands still.
pub(crate) struct Shop {
    pub(crate) app: App,
    pub(crate) clock: ManualClock,
    pub(crate) mailer: Arc<MemoryMailer>,
    router: Router,
}

/// A person with an account.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: Uuid,
    pub(crate) token: String,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// `Null` if it is not JSON.
    pub(crate) body: Value,
}

impl Reply {
    /// The text for people in an error response with this status.
    #[track_caller]
    pub(crate) fn refused(&self, status: StatusCode) -> &str {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/problem+json");
        assert_eq!(self.body["success"], false);
        assert_eq!(self.body["status"], status.as_u16());
        self.body["message"].as_str().expect("an error has a message")
    }

    /// The body of a response with this status; it must have a position.
    #[track_caller]
    pub(crate) fn done(&self, status: StatusCode) -> &Value {
        assert_eq!(self.status, status, "{self:?}");
        assert!(self.position() > 0);
        assert_eq!(self.body["success"], true);
        &self.body
    }

    /// The body of a response with this status to a caller who is not logged in, who learns no position.
    #[track_caller]
    pub(crate) fn done_for_visitor(&self, status: StatusCode) -> &Value {
        assert_eq!(self.status, status, "{self:?}");
        assert_eq!(self.headers.get("greenstall-position"), None);
        assert_eq!(self.body["success"], true);
        &self.body
    }

    #[track_caller]
    pub(crate) fn position(&self) -> u64 {
        let header = self.headers.get("greenstall-position").expect("a command's answer has a position");
        header.to_str().unwrap().parse().unwrap()
    }
}

/// The time at which the shop's clock starts.
pub(crate) fn opening_time() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).unwrap()
}

pub(crate) fn customer_form(email: &str) -> Value {
    json!({"name": "Anna Smith", "email": email, "password": PASSWORD, "role": "customer"})
}

pub(crate) fn merchant_form(email: &str) -> Value {
    json!({
        "name": "Mia Hill", "email": email, "password": PASSWORD, "role": "merchant", "phone": "802-555-0100",
        "businessName": "Green Hill Farm", "businessDescription": "Vegetables from the hill.",
        "address": {"street": "1 Hill Road", "city": "Burlington", "state": "VT", "zipCode": "05401"},
    })
}

impl Shop {
    pub(crate) fn open() -> Self {
        Self::open_on(EventLog::in_memory())
    }

    pub(crate) fn open_on(log: EventLog) -> Self {
        let clock = ManualClock::at(opening_time());
        let ids: Arc<dyn Ids> = Arc::new(SeededIds::new(1));
        let sandbox = Sandbox::new(Arc::new(MemoryBooks::default()), Arc::new(clock.clone()), ids.clone());
        let mailer = Arc::<MemoryMailer>::default();
        let app = App {
            sessions: Sessions::new(log.clone()),
            writer: Writer {
                log,
                turns: Turns::default(),
                snapshots: Snapshots::new(Arc::new(MemorySnapshots::default())),
                account_limits: Arc::default(),
            },
            keys: Arc::new(MemoryKeys::default()),
            outage_patience: Duration::ZERO,
            looks: Looks::new(ids.as_ref()),
            tokens: Tokens::new(&ids.bytes(), Arc::new(clock.clone())),
            passwords: Passwords::new(HashingCost::LEAST, ids.clone()).with_places(1_000),
            limits: Arc::default(),
            payments: Arc::new(sandbox.clone()),
            sandbox: Some(sandbox),
            mailer: mailer.clone(),
            public_url: "https://shop.example".into(),
            support_address: "support@shop.example".into(),
            fees: FeePolicy::default(),
            blobs: Blobs::in_memory(),
            operations: Arc::new(operations::Unknown),
            messenger: Messenger::new(Arc::new(NoReceivers), Reach::Public),
            clock: Arc::new(clock.clone()),
            ids,
        };
        let (router, _) = crate::router(app.clone());
        Self { app, clock, mailer, router }
    }

    /// Another process on the same log, which has read nothing yet.
    pub(crate) fn another_process(&self) -> App {
        let writer = Writer { turns: Turns::default(), ..self.app.writer.clone() };
        App { writer, ..self.app.clone() }
    }

    /// The service that answers requests.
    pub(crate) fn router(&self) -> Router {
        self.router.clone()
    }

    /// Lets commands with a key wait this long for the end of an outage.
    pub(crate) fn wait_out_outages(&mut self, patience: Duration) {
        self.app.outage_patience = patience;
        (self.router, _) = crate::router(self.app.clone());
    }

    /// Replaces the payment provider.
    pub(crate) fn exchange_payments(&mut self, provider: Arc<dyn PaymentProvider>) {
        self.app.payments = provider;
        (self.router, _) = crate::router(self.app.clone());
    }

    /// Puts a provider with faults before the payment provider.
    pub(crate) fn with_flaky_provider(&mut self) -> Arc<FlakyProvider> {
        let provider = FlakyProvider::new(self.app.payments.clone());
        self.exchange_payments(provider.clone());
        provider
    }

    /// Replaces the password hasher.
    pub(crate) fn exchange_passwords(&mut self, passwords: Passwords) {
        self.app.passwords = passwords;
        (self.router, _) = crate::router(self.app.clone());
    }

    /// Replaces the store of idempotency keys.
    pub(crate) fn exchange_keys(&mut self, keys: Arc<dyn Keys>) {
        self.app.keys = keys;
        (self.router, _) = crate::router(self.app.clone());
    }

    /// Replaces the counters of what accounts write.
    pub(crate) fn exchange_account_limits(&mut self, limits: Arc<AccountLimits>) {
        self.app.writer.account_limits = limits;
        (self.router, _) = crate::router(self.app.clone());
    }

    /// Replaces the port for admins' requests about views.
    pub(crate) fn exchange_operations(&mut self, operations: Arc<dyn Operations>) {
        self.app.operations = operations;
        (self.router, _) = crate::router(self.app.clone());
    }

    /// Sends a request unchanged. The answer conforms to the description, or the test fails.
    pub(crate) async fn send(&self, request: Request<Body>) -> Reply {
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.unwrap();
        let body = serde_json::from_slice(&body).unwrap_or_default();
        let (method, status) = (method.as_str(), parts.status.as_u16());
        let media_type =
            parts.headers.get(header::CONTENT_TYPE).map_or("", |sent| sent.to_str().expect("ASCII"));
        let has_retry_after = parts.headers.contains_key(header::RETRY_AFTER);
        CONTRACT.check(&Answered { method, path: &path, status, media_type, has_retry_after, body: &body });
        Reply { status: parts.status, headers: parts.headers, body }
    }

    /// Sends JSON as this person; `None` is a visitor.
    pub(crate) async fn call(&self, method: Method, path: &str, who: Option<&Person>, body: &Value) -> Reply {
        self.send(request(method, path, who, "application/json", body.to_string())).await
    }

    /// Sends a raw body with this media type.
    pub(crate) async fn raw(
        &self,
        method: Method,
        path: &str,
        who: Option<&Person>,
        content_type: &str,
        body: &str,
    ) -> Reply {
        self.send(request(method, path, who, content_type, body.to_owned())).await
    }

    pub(crate) async fn post(&self, path: &str, who: Option<&Person>, body: &Value) -> Reply {
        self.call(Method::POST, path, who, body).await
    }

    pub(crate) async fn put(&self, path: &str, who: Option<&Person>, body: &Value) -> Reply {
        self.call(Method::PUT, path, who, body).await
    }

    /// Sends malformed bodies, which every operation must refuse.
    pub(crate) async fn refuses_odd_bodies(&self, method: Method, path: &str, who: Option<&Person>) {
        for (content_type, body, status) in [
            ("application/json", "{", StatusCode::BAD_REQUEST),
            ("application/json", "", StatusCode::BAD_REQUEST),
            ("application/json", "\"\\ud800\"", StatusCode::BAD_REQUEST),
            ("application/json", "[]", StatusCode::UNPROCESSABLE_ENTITY),
            ("application/json", "7", StatusCode::UNPROCESSABLE_ENTITY),
            ("application/json", "null", StatusCode::UNPROCESSABLE_ENTITY),
            ("text/plain", "{}", StatusCode::UNSUPPORTED_MEDIA_TYPE),
            ("", "{}", StatusCode::UNSUPPORTED_MEDIA_TYPE),
        ] {
            let reply = self.send(request(method.clone(), path, who, content_type, body.to_owned())).await;
            assert!(!reply.refused(status).is_empty(), "{content_type} {body}");
        }
        let large = format!("\"{}\"", "x".repeat(service_kit::extract::BODY_LIMIT));
        let reply = self.send(request(method, path, who, "application/json", large)).await;
        reply.refused(StatusCode::PAYLOAD_TOO_LARGE);
    }

    pub(crate) async fn customer(&self) -> Person {
        self.sign_up(&customer_form("anna@example.com")).await
    }

    pub(crate) async fn merchant(&self) -> Person {
        self.sign_up(&merchant_form("mia@example.com")).await
    }

    pub(crate) async fn admin(&self) -> Person {
        let [name, email, password] = ["Ada Admin", "ada@example.com", PASSWORD].map(str::to_owned);
        let admin = NewAdmin { name, email, password };
        accounts::open_admin(&self.app.account_ports(), &self.app.attempt(), &admin).await.unwrap();
        let login = json!({"email": "ada@example.com", "password": PASSWORD});
        person(self.post("/auth/login", None, &login).await.done(StatusCode::OK))
    }

    pub(crate) async fn sign_up(&self, form: &Value) -> Person {
        person(self.post("/auth/signup", None, form).await.done(StatusCode::CREATED))
    }

    /// The token of the last verification link sent to this person.
    pub(crate) async fn verification_token(&self, person: &Person) -> String {
        let account = AccountId::new(person.id);
        let events = self.app.writer.log.load::<AccountEvent>(person.id).await.unwrap();
        let request = events.into_iter().rev().find_map(|recorded| match recorded.event {
            AccountEvent::EmailVerificationRequested { request_id, .. }
            | AccountEvent::EmailChangeRequested { request_id, .. } => Some(request_id),
            _ => None,
        });
        let link = VerificationLink { account, request: request.expect("a link was promised") };
        self.app.tokens.verification_token(&link)
    }

    /// Uses the last verification link, of a sign-up or of an address change.
    pub(crate) async fn verify_email(&self, person: &Person) -> Reply {
        let token = self.verification_token(person).await;
        self.post("/auth/verify-email", None, &json!({"token": token})).await
    }

    /// The event types in a stream, in order.
    pub(crate) async fn history(&self, category: &'static str, id: Uuid) -> Vec<String> {
        let events = self.app.writer.log.load_raw(&StreamId::new(category, id)).await.unwrap();
        events.into_iter().map(|recorded| recorded.event.event_type.into_owned()).collect()
    }
}

fn person(answer: &Value) -> Person {
    let id = answer["user"]["id"].as_str().unwrap().parse().unwrap();
    Person { id, token: answer["token"].as_str().unwrap().to_owned() }
}

pub(crate) fn request(
    method: Method,
    path: &str,
    who: Option<&Person>,
    content_type: &str,
    body: String,
) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    if let Some(person) = who {
        request = request.header(header::AUTHORIZATION, format!("Bearer {}", person.token));
    }
    if !content_type.is_empty() {
        request = request.header(header::CONTENT_TYPE, content_type);
    }
    request.body(Body::from(body)).unwrap()
}

/// A sign-up request from this network address.
pub(crate) fn sign_up_from(address: SocketAddr, form: &Value) -> Request<Body> {
    from_address("/auth/signup", address, form)
}

/// A visitor's POST request from this network address.
pub(crate) fn from_address(path: &str, address: SocketAddr, form: &Value) -> Request<Body> {
    let mut request = request(Method::POST, path, None, "application/json", form.to_string());
    request.extensions_mut().insert(ConnectInfo(address));
    request
}

/// The id in a field of a response.
pub(crate) fn id_in<Kind>(value: &Value) -> Id<Kind> {
    value.as_str().expect("an id is a text").parse().expect("an id is a UUID")
}
