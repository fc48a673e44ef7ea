//! Processes that share a database and a log.

use std::{collections::BTreeSet, sync::Arc};

use chrono::{DateTime, Utc};
use event_store::{
    EventLog, EventStore, ExpectedVersion, Keyring,
    memory::{MemoryEventStore, MemoryKeyring},
};
use postgres_kit::{Limits, Pool, parse};
use projections::engine::{Engine, View, Which, migrate};
use service_kit::clock::{Clock, SystemClock};
use shared_events::{Actor, NewEvent, Position, RawEvent, StreamId};
use test_support::TestDatabase;
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};
use uuid::Uuid;

use super::{CountingView, InjectedFault, READ_CATEGORY, TEST_TIMEOUT};

/// A database and a log that several processes share.
pub(crate) struct TestCluster {
    pub(crate) pool: Pool,
    store: Arc<MemoryEventStore>,
    keyring: Arc<MemoryKeyring>,
    pub(crate) database: TestDatabase,
}

impl TestCluster {
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

    /// A cluster with this many events, and a process that has applied them to the view `tally`.
    pub(crate) async fn following(events: u128) -> (Self, Process) {
        let (cluster, process, _) = Self::followed_by_tally(events).await;
        (cluster, process)
    }

    /// As [`TestCluster::following`], with the view.
    pub(crate) async fn followed_by_tally(events: u128) -> (Self, Process, Arc<CountingView>) {
        let (cluster, tally) = (Self::new().await, CountingView::new("tally", 1));
        cluster.append_many(events).await;
        let process = cluster.process(&[&tally]).await;
        process.settled().await;
        (cluster, process, tally)
    }

    /// A cluster with a process whose view has met the fault while it followed this many events.
    pub(crate) async fn with_fault(fault: InjectedFault, events: u128) -> (Self, Process, Arc<CountingView>) {
        let (cluster, process, tally) = Self::followed_by_tally(0).await;
        tally.inject_fault(fault);
        cluster.append_many(events).await;
        process.settled().await;
        (cluster, process, tally)
    }

    /// Changes the tables without the engine.
    pub(crate) async fn execute(&self, statement: &'static str) {
        sqlx::query(statement).execute(&self.pool).await.unwrap();
    }

    /// Appends an event to the stream of this number.
    pub(crate) async fn append(&self, category: &'static str, stream: u128) -> Position {
        self.append_data(category, stream, serde_json::json!({}), DateTime::UNIX_EPOCH).await
    }

    /// As [`TestCluster::append`], but recorded at the present time.
    pub(crate) async fn append_now(&self, category: &'static str, stream: u128) -> Position {
        self.append_data(category, stream, serde_json::json!({}), SystemClock.now()).await
    }

    /// Appends an event that the view reads and whose personal data cannot be decrypted.
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

    /// Appends the event that erases the person of this stream.
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

    /// Appends this many events that the view reads, to seven streams.
    pub(crate) async fn append_many(&self, count: u128) {
        for number in 0..count {
            self.append(READ_CATEGORY, number % 7).await;
        }
    }

    /// Drops every event after this position, as a restore does. Later events get the freed positions.
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

    /// An engine with its own connections, like that of another process.
    pub(crate) async fn engine(&self, views: &[&Arc<CountingView>]) -> Engine {
        let views = views.iter().map(|view| Arc::clone(view) as Arc<dyn View>).collect();
        Engine::new(self.database.pool().await, self.log(), Arc::new(SystemClock), views)
    }

    /// A process that runs these views.
    pub(crate) async fn process(&self, views: &[&Arc<CountingView>]) -> Process {
        Process::of(self.engine(views).await)
    }

    /// A process that has applied all of the log with this version of the code of `tally`.
    pub(crate) async fn settled_process(&self, code_version: i32) -> Process {
        let process = self.process(&[&CountingView::new("tally", code_version)]).await;
        process.settled().await;
        process
    }

    /// As [`TestCluster::process`], with other limits and another database address.
    pub(crate) fn process_at(&self, url: &str, limits: Limits, views: &[&Arc<CountingView>]) -> Process {
        Process::of(self.engine_at(url, limits, views))
    }

    pub(crate) fn engine_at(&self, url: &str, limits: Limits, views: &[&Arc<CountingView>]) -> Engine {
        let pool = Pool::new(limits.session(parse(url).unwrap()), 8, limits);
        let views = views.iter().map(|view| Arc::clone(view) as Arc<dyn View>).collect();
        Engine::with_limits(pool, self.log(), Arc::new(SystemClock), views, limits)
    }

    /// The address of the database.
    pub(crate) fn url(&self) -> String {
        self.database.url()
    }

    /// The positions that the serving generation has applied, in order. A position appears twice if it was applied
    /// twice.
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

    /// Waits until every view has applied the whole log.
    pub(crate) async fn settled(&self) {
        let head = self.engine.head().await.unwrap();
        self.engine.wait_until(Which::All, head, TEST_TIMEOUT).await.unwrap();
    }
}
