//! A market to ask: events in a log, views that follow it on a real Postgres, and the router on top.

mod contract;
mod desk;
mod ear;
mod facts;
mod hands;
mod letters;

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderMap, Request, StatusCode, header},
};
use blobs::Blobs;
use chrono::{DateTime, TimeDelta, Utc};
pub(crate) use ear::{Ear, Heard};
use event_store::{Append, EventLog, ExpectedVersion, Provenance};
pub(crate) use facts::{Goods, Person};
use postgres_kit::Pool;
use projections::engine::{Engine, Which};
use serde_json::Value;
use service_kit::{ManualClock, SystemClock, token::Tokens};
use shared_events::{Actor, Event, Position};
use test_support::TestDatabase;
use tokio_util::sync::{CancellationToken, DropGuard};
use tower::ServiceExt;
use uuid::Uuid;

use crate::{App, Catalog, Live, ShopConfig, Waiter, router};

const CSV: &str = "text/csv; charset=utf-8";
const PATIENCE: Duration = Duration::from_secs(120);
/// Streams of tests say often that they are alive.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// Everything that queries are made of. Goes with all its tasks when dropped.
pub(crate) struct Market {
    /// Where uploaded files are.
    pub(crate) blobs: Blobs,
    /// Judges tokens; it stands still unless it is moved.
    pub(crate) clock: ManualClock,
    log: EventLog,
    engine: Engine,
    router: Router,
    tokens: Tokens,
    now: DateTime<Utc>,
    /// How many things were made so far: they get their ids and names from it.
    count: u128,
    seen: Position,
    pool: Pool,
    waiter: Waiter,
    stop: CancellationToken,
    stop_views: CancellationToken,
    _guard: DropGuard,
    _database: TestDatabase,
}

/// An answer. Its body has the shape that the description promises, or the test has failed before. A table is a text.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Answer {
    /// The body of an answer that must be a success.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        self.body
    }

    /// The status and the text for people.
    pub(crate) fn refusal(&self) -> (u16, &str) {
        assert_eq!(self.headers[header::CONTENT_TYPE], "application/problem+json");
        assert_eq!(self.body["success"], false);
        (self.status.as_u16(), self.body["message"].as_str().expect("a text"))
    }
}

impl Market {
    /// An empty market.
    pub(crate) async fn open() -> Self {
        Self::followed(Self::without_views().await).await
    }

    /// An empty market in which nobody waits longer for a view.
    pub(crate) async fn with_patience(patience: Duration) -> Self {
        Self::followed(Self::build(patience).await).await
    }

    async fn followed(market: Self) -> Self {
        let (engine, stop) = (market.engine.clone(), market.stop_views.clone());
        tokio::spawn(async move { engine.run(stop).await });
        market.settled().await;
        market
    }

    /// A market whose views nobody builds.
    pub(crate) async fn without_views() -> Self {
        Self::build(Duration::from_secs(2)).await
    }

    async fn build(patience: Duration) -> Self {
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
        let waiter = Waiter::with_patience(pool.clone(), stop.clone(), patience);
        let app = App {
            catalog: Catalog::new(&pool, &waiter),
            tokens: tokens.clone(),
            live: Live::beating(pool.clone(), waiter.clone(), tokens.clone(), stop.clone(), HEARTBEAT),
            waiter: waiter.clone(),
            pool: pool.clone(),
            shop: Arc::new(ShopConfig::sandbox()),
            blobs: blobs.clone(),
            operations: Arc::new(desk::Desk),
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
            stop_views: stop.child_token(),
            _guard: stop.clone().drop_guard(),
            stop,
            _database: database,
        }
    }

    /// Where the views are.
    pub(crate) const fn database(&self) -> &Pool {
        &self.pool
    }

    /// Knows where the views are.
    pub(crate) const fn waiter(&self) -> &Waiter {
        &self.waiter
    }

    /// Everything stops that runs.
    pub(crate) fn stop(&self) {
        self.stop.cancel();
    }

    /// Builds a view anew beside the one that serves.
    pub(crate) async fn rebuild(&self, view: &str) {
        self.engine.rebuild(view, |_| ()).await.expect("the view is built");
    }

    /// Waits until every view has seen everything.
    pub(crate) async fn settled(&self) {
        self.engine.wait_until(Which::All, self.seen, PATIENCE).await.expect("the views follow");
    }

    /// Something happened, a minute after the last thing.
    pub(crate) async fn append<E: Event>(&mut self, id: Uuid, actor: Actor, event: E) -> Position {
        self.now += TimeDelta::minutes(1);
        let provenance = Provenance::of_command(self.fresh_id(), actor, self.now);
        let append = Append { id, expected: ExpectedVersion::Any, events: vec![event] };
        let appended = self.log.append(&provenance, append).await.expect("the log takes it");
        self.seen = appended.position;
        appended.position
    }

    /// The position of the last thing that happened.
    pub(crate) const fn seen(&self) -> Position {
        self.seen
    }

    fn fresh_id(&mut self) -> Uuid {
        self.count += 1;
        Uuid::from_u128(0x6000_0000_0000_4000_8000_0000_0000_0000 + self.count)
    }

    /// Asks as a visitor who knows of everything, when the views have seen it.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.settled().await;
        self.send(path, &[("Greenstall-After", &self.seen.to_string())]).await
    }

    /// Asks as this person, who knows of everything, when the views have seen it.
    pub(crate) async fn get_as(&self, person: &Person, path: &str) -> Answer {
        self.settled().await;
        let token = format!("Bearer {}", self.token_of(person));
        self.send(path, &[("Authorization", &token), ("Greenstall-After", &self.seen.to_string())]).await
    }

    /// Asks at once, with these headers.
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
        contract::check(path, parts.status, &parts.headers, &body);
        Answer { status: parts.status, headers: parts.headers, body }
    }
}

/// When the first thing happens; the clock that judges tokens stands still then.
fn opening() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).expect("a moment")
}

/// One member of every element of a list.
#[track_caller]
pub(crate) fn pluck<'a>(list: &'a Value, member: &str) -> Vec<&'a str> {
    let list = list.as_array().expect("a list");
    list.iter().map(|element| element[member].as_str().expect("a text")).collect()
}
