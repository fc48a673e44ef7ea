//! A market for tests: an in-memory log, views that follow it on a real Postgres, and the router on top.

mod facts;
mod fake_operations;
mod letters;
mod statements;
mod stream_client;
mod view_control;

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode, header},
};
use blobs::Blobs;
use chrono::{DateTime, TimeDelta, Utc};
use event_store::{Append, EventLog, ExpectedVersion, Provenance};
pub(crate) use facts::{Goods, Person};
use postgres_kit::Pool;
use projections::engine::{Engine, Which};
use serde_json::Value;
use service_kit::{ManualClock, SystemClock, token::Tokens};
use shared_events::{Actor, Event, Position};
pub(crate) use statements::check_statements;
pub(crate) use stream_client::{ReceivedEvent, StreamClient};
use test_support::{Answered, Contract, TestDatabase, wait_for};
use tokio_util::sync::{CancellationToken, DropGuard};
use tower::ServiceExt;
use uuid::Uuid;

use crate::{App, Catalog, Live, ShopConfig, Waiter, queries::catalog::INDEX, router};

const CSV: &str = "text/csv; charset=utf-8";
/// Every answer to every test must conform to the description.
static CONTRACT: LazyLock<Contract> =
    LazyLock::new(|| Contract::new(serde_json::to_value(crate::document()).expect("plain data")));
const TEST_TIMEOUT: Duration = Duration::from_secs(120);
/// Heartbeat interval of streams in tests.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// A test market. Dropping it ends all its tasks.
pub(crate) struct Market {
    /// The store of uploaded files.
    pub(crate) blobs: Blobs,
    /// The clock for checking tokens. Tests advance it by hand.
    pub(crate) clock: ManualClock,
    log: EventLog,
    engine: Engine,
    router: Router,
    tokens: Tokens,
    now: DateTime<Utc>,
    /// The number of items made so far. Ids and names derive from it.
    count: u128,
    seen: Position,
    pool: Pool,
    waiter: Waiter,
    catalog: Catalog,
    stop: CancellationToken,
    stop_views: CancellationToken,
    _guard: DropGuard,
    _database: TestDatabase,
}

/// An answer whose body conforms to the OpenAPI document; otherwise the test has failed already. A CSV file is a text.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Answer {
    /// The body. Panics when the answer is not a success.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        self.body
    }

    /// The status and the message of an error answer.
    pub(crate) fn refusal(&self) -> (u16, &str) {
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/problem+json");
        assert_eq!(self.body["success"], false);
        (self.status.as_u16(), self.body["message"].as_str().expect("a text"))
    }
}

impl Market {
    /// Opens an empty market.
    pub(crate) async fn open() -> Self {
        Self::followed(Self::without_views().await).await
    }

    /// Opens an empty market whose requests wait at most this long for a view.
    pub(crate) async fn with_max_wait(max_wait: Duration) -> Self {
        Self::followed(Self::build(max_wait).await).await
    }

    async fn followed(market: Self) -> Self {
        let (engine, stop) = (market.engine.clone(), market.stop_views.clone());
        tokio::spawn(async move { engine.run(stop).await });
        market.settled().await;
        market
    }

    /// Opens a market whose views are not built.
    pub(crate) async fn without_views() -> Self {
        Self::build(Duration::from_secs(2)).await
    }

    async fn build(max_wait: Duration) -> Self {
        let database = TestDatabase::create("query-service", async |url: &str| {
            let pool = Pool::connect(url).await?;
            projections::engine::migrate(&pool).await?;
            pool.close().await;
            Ok::<_, sqlx::Error>(())
        })
        .await;
        let pool = database.pool().await;
        let log = EventLog::in_memory();
        let views = projections::views::all();
        let engine = Engine::new(pool.clone(), log.clone(), Arc::new(SystemClock), views);
        let stop = CancellationToken::new();
        let clock = ManualClock::at(opening());
        let tokens = Tokens::new(&[7; 32], Arc::new(clock.clone()));
        let blobs = Blobs::in_memory();
        let waiter = Waiter::with_max_wait(pool.clone(), stop.clone(), max_wait);
        let catalog = Catalog::start(&pool, &waiter, None, stop.clone());
        let app = App {
            catalog: catalog.clone(),
            tokens: tokens.clone(),
            live: Live::beating(pool.clone(), waiter.clone(), tokens.clone(), stop.clone(), HEARTBEAT),
            waiter: waiter.clone(),
            pool: pool.clone(),
            shop: Arc::new(ShopConfig::sandbox()),
            blobs: blobs.clone(),
            operations: Arc::new(fake_operations::FakeOperations),
        };
        let (router, _) = router(app);
        Self {
            log,
            engine,
            router,
            blobs,
            clock,
            tokens,
            now: opening(),
            count: 0,
            seen: Position::START,
            pool,
            waiter,
            catalog,
            stop_views: stop.child_token(),
            _guard: stop.clone().drop_guard(),
            stop,
            _database: database,
        }
    }

    /// The database of the views.
    pub(crate) const fn database(&self) -> &Pool {
        &self.pool
    }

    /// The waiter of the views.
    pub(crate) const fn waiter(&self) -> &Waiter {
        &self.waiter
    }

    /// The catalog's queries.
    pub(crate) const fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Stops all tasks.
    pub(crate) fn stop(&self) {
        self.stop.cancel();
    }

    pub(crate) async fn rebuild(&self, view: &str) {
        self.engine.rebuild(view, |_| ()).await.expect("the view is built");
    }

    /// Waits until every view, and the catalog's index, has applied all events.
    pub(crate) async fn settled(&self) {
        self.engine.wait_until(Which::All, self.seen, TEST_TIMEOUT).await.expect("the views follow");
        wait_for("the catalog's index", async || {
            self.waiter.reached(&[INDEX], self.seen).await.then_some(())
        })
        .await;
    }

    /// Appends an event, a minute after the last one.
    pub(crate) async fn append<E: Event>(&mut self, id: Uuid, actor: Actor, event: E) -> Position {
        self.now += TimeDelta::minutes(1);
        let provenance = Provenance::of_command(self.fresh_id(), actor, self.now);
        let append = Append { id, expected: ExpectedVersion::Any, events: vec![event] };
        let appended = self.log.append(&provenance, append).await.expect("the log takes it");
        self.seen = appended.position;
        appended.position
    }

    /// The position of the last event.
    pub(crate) const fn seen(&self) -> Position {
        self.seen
    }

    fn fresh_id(&mut self) -> Uuid {
        self.count += 1;
        Uuid::from_u128(0x6000_0000_0000_4000_8000_0000_0000_0000 + self.count)
    }

    /// Sends an anonymous request, after the views have applied all events.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.settled().await;
        self.send(path, &[("Greenstall-After", &self.seen.to_string())]).await
    }

    /// Sends a person's request, after the views have applied all events.
    pub(crate) async fn get_as(&self, person: &Person, path: &str) -> Answer {
        self.settled().await;
        let token = format!("Bearer {}", self.token_of(person));
        self.send(path, &[("Authorization", &token), ("Greenstall-After", &self.seen.to_string())]).await
    }

    /// Sends a request with these headers, without waiting for the views.
    pub(crate) async fn send(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::get(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).expect("a path");
        let response = self.router.clone().oneshot(request).await.expect("the router answers");
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("a body");
        let table = parts.headers.get(header::CONTENT_TYPE).is_some_and(|sent| sent == CSV);
        let body = match table {
            true => Value::String(String::from_utf8(body.into()).expect("a table is text")),
            false => serde_json::from_slice(&body).unwrap_or(Value::Null),
        };
        let media_type =
            parts.headers.get(header::CONTENT_TYPE).map_or("", |sent| sent.to_str().expect("ASCII"));
        let has_retry_after = parts.headers.contains_key(header::RETRY_AFTER);
        let status = parts.status.as_u16();
        CONTRACT.check(&Answered { method: "GET", path, status, media_type, has_retry_after, body: &body });
        Answer { status: parts.status, headers: parts.headers, body }
    }
}

/// The time of the first event. The clock for tokens stands at it.
fn opening() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).expect("a moment")
}

/// The texts that the elements of a list have under `member`.
#[track_caller]
pub(crate) fn pluck<'a>(list: &'a Value, member: &str) -> Vec<&'a str> {
    let list = list.as_array().expect("a list");
    list.iter().map(|element| element[member].as_str().expect("a text")).collect()
}
