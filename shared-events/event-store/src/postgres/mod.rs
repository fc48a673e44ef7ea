//! The event store on Postgres.
//!
//! - [`writer`]: one task collects concurrent appends, which are committed together;
//! - [`importer`]: writes whole new streams into the log by COPY;
//! - [`reader`]: pages of the log below the high-water mark, so that no reader ever skips an event;
//! - [`group_reader`]: reads of streams and keys that are asked for at the same time share one statement;
//! - [`held_back`]: reports a session that keeps readers from the end of the log;
//! - [`tail`]: the newest events, read once for all followers of this process;
//! - [`wakeup`]: tells readers in this and other processes that the log has grown;
//! - [`PostgresKeyring`]: the keys of personal data, in a table of their own.

mod committer;
mod connection;
mod deadline;
mod errors;
mod group_reader;
mod held_back;
mod importer;
mod job;
mod keyring;
mod reader;
mod readers;
mod retry;
mod statement;
mod tail;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod wakeup;
mod writer;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use postgres_kit::{Limits, Pool, Tables};
use shared_events::{NewEvent, Position, RawEvent, Recorded, StreamId, Version};
use sqlx::postgres::PgConnectOptions;
use tokio::{sync::watch, task::JoinSet};

pub use self::keyring::PostgresKeyring;
use self::{importer::Importer, readers::Readers, tail::Tail, wakeup::Wakeup, writer::Writer};
use crate::{
    AppendError, Appended, Categories, EventStore, ExpectedVersion, HeldBack, LogEnd, Page, ReadError,
    StreamHistory,
    limits::{import_within_limits, payloads_within_limits},
};

/// The schema `event_store` and its contents.
pub const TABLES: Tables = Tables {
    what: "the tables of the event store",
    table: "event_store.events",
    schemas: &["event_store"],
    script: include_str!("schema.sql"),
};

/// Creates the schema `event_store` and its contents, or changes those of an earlier version, and repairs positions.
///
/// # Errors
/// When the database refuses a statement.
pub async fn migrate(pool: &Pool) -> Result<(), sqlx::Error> {
    TABLES.migrate(pool).await?;
    repair_positions(pool).await
}

/// Moves the sequence of positions behind the log, if a copy of the database has left it before the log's end.
///
/// # Errors
/// When the database refuses a statement.
pub async fn repair_positions(pool: &Pool) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(include_str!("sql/repair_positions.sql")).execute(pool).await.map(drop)
}

/// The event store on Postgres. It opens its own connections: two for appends, one more during an import, two for
/// wake-ups, and for reads half of the given pool's maximum.
pub struct PostgresEventStore {
    readers: Readers,
    tail: Tail,
    writer: Writer,
    importer: Arc<Importer>,
    wakeup: Wakeup,
    held_back: watch::Receiver<Option<HeldBack>>,
    _watch: JoinSet<()>,
}

impl PostgresEventStore {
    /// Starts the writer and the wake-ups on the pool's database, on which [`migrate`] has run. They end when the store
    /// is dropped; appends in progress are still committed.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    #[expect(clippy::needless_pass_by_value, reason = "the store takes over the pool")]
    pub fn start(pool: Pool) -> Arc<Self> {
        Self::with_limits(&pool, Limits::default())
    }

    /// Like [`PostgresEventStore::start`], with other time limits for a silent database: `limits.answer` is the time
    /// limit of an append or a read, from sending to the answer.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn with_limits(pool: &Pool, limits: Limits) -> Arc<Self> {
        Self::reporting_after(pool, limits, held_back::REPORT_AFTER)
    }

    /// As [`PostgresEventStore::with_limits`], with the time after which [`EventStore::held_back`] reports a session.
    fn reporting_after(pool: &Pool, limits: Limits, report_after: Duration) -> Arc<Self> {
        let database = with_fixed_plans(&pool.connect_options());
        let wakeup = Wakeup::start(&database, limits);
        let writer = Writer::start(&database, &wakeup.signal(), limits.answer);
        let importer = Arc::new(Importer::new(database.clone()));
        let readers = Readers::start(pool.half(database, limits), limits);
        let (reports, held_back) = watch::channel(None);
        let mut watch = JoinSet::new();
        watch.spawn(held_back::watch(pool.clone(), limits, report_after, reports));
        Arc::new(Self { readers, tail: Tail::default(), writer, importer, wakeup, held_back, _watch: watch })
    }
}

/// Forces index scans and generic plans. Every statement of the store finds its rows by an index, in the index's order.
/// While the log grows faster than its statistics, Postgres would choose worse plans: it would sort the rest of the log
/// for each page, or compare each event of a batch with each append of it, assuming that there are few. And planning an
/// append each time takes longer than the append.
fn with_fixed_plans(database: &PgConnectOptions) -> PgConnectOptions {
    database.clone().options([
        ("enable_seqscan", "off"),
        ("enable_bitmapscan", "off"),
        ("enable_sort", "off"),
        ("enable_nestloop", "off"),
        ("plan_cache_mode", "force_generic_plan"),
        // The planner gives the plan types that are switched off above a high cost, which would trigger JIT
        // compilation.
        ("jit", "off"),
    ])
}

#[async_trait]
impl EventStore for PostgresEventStore {
    async fn append(
        &self,
        stream: &StreamId,
        expected: ExpectedVersion,
        events: Vec<NewEvent>,
    ) -> Result<Appended, AppendError> {
        let payloads = payloads_within_limits(stream, &events)?;
        self.writer.append(stream.clone(), expected, events, payloads).await
    }

    async fn import(&self, histories: Vec<StreamHistory>) -> Result<Position, AppendError> {
        let payloads = import_within_limits(&histories)?;
        if payloads.iter().all(Vec::is_empty) {
            return Ok(Position::START);
        }
        let (importer, signal) = (Arc::clone(&self.importer), self.wakeup.signal());
        // Import in a separate task, so that a started import finishes and wakes readers even if the caller stops
        // waiting.
        let importing = tokio::spawn(async move { importer.import(&histories, &payloads, &signal).await });
        importing.await.unwrap_or_else(|error| Err(AppendError::OutcomeUnknown(error.to_string())))
    }

    async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        self.readers.stream(stream, after, limit).await
    }

    async fn read_last(&self, stream: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        self.readers.last_of_stream(stream).await
    }

    async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        let signal = self.wakeup.signal();
        let known = signal.known();
        let (page, mark) = self.readers.page(after, categories, limit).await?;
        signal.saw(known, mark);
        Ok(page)
    }

    async fn read_on(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        let signal = self.wakeup.signal();
        match self.tail.page(&self.readers, &signal, after, categories, limit).await? {
            Some(page) => Ok(page),
            None => self.read_all(after, categories, limit).await,
        }
    }

    fn epoch(&self) -> u64 {
        self.wakeup.signal().epoch()
    }

    fn held_back(&self) -> Option<HeldBack> {
        self.held_back.borrow().clone()
    }

    async fn end(&self) -> Result<LogEnd, ReadError> {
        let signal = self.wakeup.signal();
        let known = signal.known();
        let (mark, unread_since) = self.readers.end().await?;
        signal.saw(known, mark);
        Ok(LogEnd { position: mark.highest, unread_since })
    }

    async fn wait_beyond(&self, after: Position, at_most: Duration) {
        self.wakeup.signal().wait_beyond(after, at_most).await;
    }
}
