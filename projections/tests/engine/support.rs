//! Test support: a counting view, gates that stop it at chosen points, and processes that run it.

use std::{
    collections::BTreeSet,
    ops::RangeInclusive,
    sync::{
        Arc, Mutex, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use event_store::{
    EventLog, EventStore, ExpectedVersion, Keyring,
    memory::{MemoryEventStore, MemoryKeyring},
};
use postgres_kit::{Limits, Pool, parse};
use projections::engine::{
    ApplyError, Engine, Folded, GenerationStatus, RebuildError, State, View, ViewStatus, Which, migrate,
};
use service_kit::clock::{Clock, SystemClock};
use shared_events::{Actor, NewEvent, Position, RawEvent, Recorded, StreamId};
use sqlx::PgConnection;
use test_support::{TestDatabase, wait_for};
use tokio::sync::watch;
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};
use uuid::Uuid;

pub(crate) const TEST_TIMEOUT: Duration = Duration::from_secs(120);

/// The category that the view reads, and one that it does not.
pub(crate) const READ_CATEGORY: &str = "crate";
pub(crate) const OTHER_CATEGORY: &str = "noise";

/// Lets callers pass, or holds them until it is opened.
pub(crate) struct Gate {
    open: watch::Sender<bool>,
    arrived: watch::Sender<usize>,
}

impl Gate {
    fn new() -> Self {
        Self { open: watch::Sender::new(true), arrived: watch::Sender::new(0) }
    }

    pub(crate) fn close(&self) {
        self.arrived.send_replace(0);
        self.open.send_replace(false);
    }

    pub(crate) fn open(&self) {
        self.open.send_replace(true);
    }

    /// Waits until a caller stands at the closed gate.
    pub(crate) async fn reached(&self) {
        let mut arrived = self.arrived.subscribe();
        tokio::time::timeout(TEST_TIMEOUT, arrived.wait_for(|arrived| *arrived > 0)).await.unwrap().unwrap();
    }

    async fn pass(&self) {
        if !*self.open.borrow() {
            self.arrived.send_modify(|arrived| *arrived += 1);
        }
        self.open.subscribe().wait_for(|open| *open).await.unwrap();
    }
}

/// What the view fails at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    None,
    /// It refuses the event at this position.
    Refuses(Position),
    /// It refuses both events.
    RefusesTwo(Position, Position),
    /// It refuses every event.
    RefusesAll,
    /// The event at this position violates a constraint of its table.
    Violates(Position),
    /// It panics.
    Panics,
}

impl Trouble {
    fn refuses(self, position: Position) -> bool {
        match self {
            Self::Refuses(one) => one == position,
            Self::RefusesTwo(one, other) => one == position || other == position,
            Self::RefusesAll => true,
            Self::None | Self::Violates(_) | Self::Panics => false,
        }
    }
}

/// A view with a row for each event, which only the checkpoint protects from duplicates, and a count for each stream.
pub(crate) struct Tally {
    pub(crate) name: &'static str,
    pub(crate) version: i32,
    /// Between the rows and the commit.
    pub(crate) before_commit: Gate,
    pub(crate) trouble: Mutex<Trouble>,
    /// The sizes of the batches written in this process.
    pub(crate) batches: Mutex<Vec<usize>>,
    /// The size of each batch given to fold, and how many batches were written by then.
    pub(crate) folded: watch::Sender<Vec<(usize, usize)>>,
    itself: Weak<Self>,
}

impl Tally {
    pub(crate) fn new(name: &'static str, version: i32) -> Arc<Self> {
        Arc::new_cyclic(|itself| Self {
            name,
            version,
            before_commit: Gate::new(),
            trouble: Mutex::new(Trouble::None),
            batches: Mutex::default(),
            folded: watch::Sender::default(),
            itself: itself.clone(),
        })
    }

    pub(crate) fn trips_over(&self, trouble: Trouble) {
        *self.trouble.lock().unwrap() = trouble;
    }

    pub(crate) fn written(&self) -> usize {
        self.batches.lock().unwrap().iter().sum()
    }

    /// Waits until this many batches were given to fold, and returns them.
    pub(crate) async fn has_folded(&self, batches: usize) -> Vec<(usize, usize)> {
        let mut folded = self.folded.subscribe();
        let folded = folded.wait_for(|folded| folded.len() >= batches);
        tokio::time::timeout(TEST_TIMEOUT, folded).await.unwrap().unwrap().clone()
    }
}

impl View for Tally {
    fn name(&self) -> &'static str {
        self.name
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn categories(&self) -> &'static [&'static str] {
        &[READ_CATEGORY]
    }

    fn tables(&self) -> &'static str {
        "CREATE TABLE seen (position bigint NOT NULL CHECK (position > 0));
         CREATE TABLE streams (stream_id uuid PRIMARY KEY, events bigint NOT NULL);"
    }

    fn indexes(&self) -> &'static str {
        "CREATE INDEX seen_position ON seen (position);"
    }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        self.folded.send_modify(|folded| folded.push((events.len(), self.written())));
        let trouble = *self.trouble.lock().unwrap();
        let mut batch = Batch { tally: self.itself.upgrade().unwrap(), positions: vec![], streams: vec![] };
        for event in events {
            assert!(trouble != Trouble::Panics, "a bug in the view");
            if trouble.refuses(event.position) {
                let (position, stream) = (event.position, event.stream.to_string());
                return Err(ApplyError::Event { position, stream, reason: "it is rotten".into() });
            }
            let violates = trouble == Trouble::Violates(event.position);
            batch.positions.push(if violates { 0 } else { event.position.0.cast_signed() });
            batch.streams.push(event.stream.id);
        }
        Ok(Box::new(batch))
    }
}

/// A folded batch.
struct Batch {
    tally: Arc<Tally>,
    positions: Vec<i64>,
    streams: Vec<Uuid>,
}

#[async_trait]
impl Folded for Batch {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let events = self.positions.len();
        sqlx::query("INSERT INTO seen SELECT * FROM unnest($1::bigint[])")
            .bind(self.positions)
            .execute(&mut *tx)
            .await?;
        sqlx::query(
            "INSERT INTO streams SELECT id, count(*) FROM unnest($1::uuid[]) AS id GROUP BY id
             ON CONFLICT (stream_id) DO UPDATE SET events = streams.events + excluded.events",
        )
        .bind(self.streams)
        .execute(&mut *tx)
        .await?;
        self.tally.before_commit.pass().await;
        self.tally.batches.lock().unwrap().push(events);
        Ok(())
    }
}

/// A database and a log that several processes share.
pub(crate) struct World {
    pub(crate) pool: Pool,
    store: Arc<MemoryEventStore>,
    keyring: Arc<MemoryKeyring>,
    pub(crate) database: TestDatabase,
}

impl World {
    pub(crate) async fn new() -> Self {
        let database = TestDatabase::create("projections", async |url: &str| {
            let pool = Pool::connect(url).await?;
            migrate(&pool).await?;
            pool.close().await;
            Ok::<(), sqlx::Error>(())
        })
        .await;
        Self { pool: database.pool().await, store: Arc::default(), keyring: Arc::default(), database }
    }

    /// Appends an event to the stream of this number.
    pub(crate) async fn append(&self, category: &'static str, stream: u128) -> Position {
        self.append_data(category, stream, serde_json::json!({}), DateTime::UNIX_EPOCH).await
    }

    /// As [`World::append`], recorded now.
    pub(crate) async fn append_now(&self, category: &'static str, stream: u128) -> Position {
        self.append_data(category, stream, serde_json::json!({}), SystemClock.now()).await
    }

    /// Appends a wanted event with personal data that cannot be opened.
    pub(crate) async fn append_unreadable(&self, stream: u128) -> Position {
        let subject = Uuid::from_u128(99);
        self.keyring.find_or_make(&[subject].into()).await.unwrap();
        let sealed = serde_json::json!({ "subject": subject, "nonce": "00", "box": "00" });
        self.append_data(
            READ_CATEGORY,
            stream,
            serde_json::json!({ "name": { "$sealed": sealed } }),
            DateTime::UNIX_EPOCH,
        )
        .await
    }

    /// Appends a wanted event that erases the person of this stream.
    pub(crate) async fn append_erasure(&self, stream: u128) -> Position {
        self.append_typed("AccountErased", READ_CATEGORY, stream, serde_json::json!({}), DateTime::UNIX_EPOCH)
            .await
    }

    async fn append_data(
        &self,
        category: &'static str,
        stream: u128,
        data: serde_json::Value,
        recorded_at: DateTime<Utc>,
    ) -> Position {
        self.append_typed("Filled", category, stream, data, recorded_at).await
    }

    async fn append_typed(
        &self,
        event_type: &'static str,
        category: &'static str,
        stream: u128,
        data: serde_json::Value,
        recorded_at: DateTime<Utc>,
    ) -> Position {
        let event = NewEvent {
            event_id: Uuid::from_u64_pair(stream as u64, self.store_end().await + 1),
            payload: RawEvent { event_type: event_type.into(), schema_version: 1, data: data.into() },
            recorded_at,
            correlation_id: Uuid::nil(),
            causation_id: Uuid::nil(),
            actor: Actor::system("test"),
        };
        let stream = StreamId::new(category, Uuid::from_u128(stream));
        self.store.append(&stream, ExpectedVersion::Any, vec![event]).await.unwrap().position
    }

    /// Appends this many wanted events to seven streams.
    pub(crate) async fn append_many(&self, count: u128) {
        for number in 0..count {
            self.append(READ_CATEGORY, number % 7).await;
        }
    }

    /// Drops every event after this position; later events get their positions.
    pub(crate) fn put_back(&self, end: Position) {
        self.store.put_back(end);
    }

    async fn store_end(&self) -> u64 {
        let all = event_store::Categories::Only((&[]).into());
        self.store.read_all(Position::START, &all, 1).await.unwrap().up_to.0
    }

    pub(crate) fn log(&self) -> EventLog {
        EventLog::new(self.store.clone(), self.keyring.clone())
    }

    /// An engine with connections of its own, like another process.
    pub(crate) async fn engine(&self, views: &[&Arc<Tally>]) -> Engine {
        let views = views.iter().map(|view| Arc::clone(view) as Arc<dyn View>).collect();
        Engine::new(self.database.pool().await, self.log(), Arc::new(SystemClock), views)
    }

    /// A process that runs these views.
    pub(crate) async fn process(&self, views: &[&Arc<Tally>]) -> Process {
        Process::of(self.engine(views).await)
    }

    /// As [`World::process`], with its own limits and database address.
    pub(crate) fn process_at(&self, url: &str, limits: Limits, views: &[&Arc<Tally>]) -> Process {
        Process::of(self.engine_at(url, limits, views))
    }

    pub(crate) fn engine_at(&self, url: &str, limits: Limits, views: &[&Arc<Tally>]) -> Engine {
        let pool = Pool::new(limits.session(parse(url).unwrap()), 8, limits);
        let views = views.iter().map(|view| Arc::clone(view) as Arc<dyn View>).collect();
        Engine::with_limits(pool, self.log(), Arc::new(SystemClock), views, limits)
    }

    /// The address of the database.
    pub(crate) fn url(&self) -> String {
        self.database.url()
    }

    /// The positions that the serving generation has seen, in order; twice if applied twice.
    pub(crate) async fn seen(&self) -> Vec<i64> {
        self.positions("read.tally_seen").await
    }

    pub(crate) async fn positions(&self, table: &str) -> Vec<i64> {
        let select = format!("SELECT position FROM {table} ORDER BY position");
        sqlx::query_scalar(sqlx::AssertSqlSafe(select)).fetch_all(&self.pool).await.unwrap()
    }

    pub(crate) async fn schemas(&self) -> BTreeSet<String> {
        let schemas: Vec<String> =
            sqlx::query_scalar("SELECT nspname::text FROM pg_namespace WHERE nspname LIKE 'rm\\_%'")
                .fetch_all(&self.pool)
                .await
                .unwrap();
        schemas.into_iter().collect()
    }
}

/// The stream to which [`World::append_many`] appends the event at a position, if nothing else was appended.
pub(crate) fn stream_of(position: i64) -> StreamId {
    StreamId::new(READ_CATEGORY, Uuid::from_u128(u128::from((position - 1).unsigned_abs()) % 7))
}

/// All positions up to `last`, except those of the parked event's stream from that event on.
pub(crate) fn all_but_stream_from(parked: i64, last: i64) -> Vec<i64> {
    (1..=last).filter(|one| *one < parked || one % 7 != parked % 7).collect()
}

/// Every position of a log that has only wanted events.
pub(crate) fn all(positions: RangeInclusive<i64>) -> Vec<i64> {
    positions.collect()
}

/// A running process. Dropping it simulates a crash.
pub(crate) struct Process {
    pub(crate) engine: Engine,
    stop: CancellationToken,
    running: AbortOnDropHandle<()>,
}

impl Process {
    fn of(engine: Engine) -> Self {
        let (running, stop) = (engine.clone(), CancellationToken::new());
        let stopped = stop.clone();
        let running = tokio::spawn(async move { running.run(stopped).await });
        Self { engine, stop, running: AbortOnDropHandle::new(running) }
    }

    pub(crate) async fn stop(self) {
        self.stop.cancel();
        tokio::time::timeout(TEST_TIMEOUT, self.running).await.expect("it stops").expect("it does not panic");
    }

    /// Waits until every view has applied all of the log.
    pub(crate) async fn settled(&self) {
        let head = self.engine.head().await.unwrap();
        self.engine.wait_until(Which::All, head, TEST_TIMEOUT).await.unwrap();
    }
}

pub(crate) async fn generations(engine: &Engine, view: &str) -> Vec<GenerationStatus> {
    let views: Vec<ViewStatus> = engine.status().await.unwrap();
    views.into_iter().find(|one| one.name == view).unwrap().generations
}

pub(crate) async fn serving(engine: &Engine, view: &str) -> Option<GenerationStatus> {
    generations(engine, view).await.into_iter().find(|one| one.state == State::Serving)
}

/// Waits until an error is shown beside a generation of the view.
pub(crate) async fn shown_error(engine: &Engine, view: &str) -> String {
    wait_for("the error to be shown", async || {
        generations(engine, view).await.into_iter().find_map(|one| one.last_error)
    })
    .await
}

/// Reads like a query service until stopped: the position first, then the rows. Returns how many times it read.
pub(crate) async fn read_on(pool: Pool, stop: Arc<AtomicBool>) -> u32 {
    let mut reads = 0;
    let mut highest = 0;
    while !stop.load(Ordering::Relaxed) {
        let position: i64 = sqlx::query_scalar("SELECT position FROM read.checkpoints WHERE view = $1")
            .bind("tally")
            .fetch_one(&pool)
            .await
            .expect("the view serves");
        assert!(position >= highest, "the view went back from {highest} to {position}");
        highest = position;
        let (rows, different): (i64, i64) = sqlx::query_as(
            "SELECT count(*), count(DISTINCT position) FROM read.tally_seen WHERE position <= $1",
        )
        .bind(position)
        .fetch_one(&pool)
        .await
        .expect("no read fails");
        assert_eq!((rows, different), (position, position), "all events up to the position, once");
        reads += 1;
    }
    reads
}

/// Rebuilds as soon as the session of an interrupted build has ended.
pub(crate) async fn rebuild_after_all(operator: &Engine) {
    wait_for("the interrupted session to end", async || match operator.rebuild("tally", |_| {}).await {
        Ok(()) => Some(()),
        Err(RebuildError::Busy(_)) => None,
        Err(error) => panic!("{error}"),
    })
    .await;
}
