//! The event store on Postgres.
//!
//! - [`writer`]: one task collects concurrent appends and commits them together;
//! - [`reader`]: pages of the log below the high-water mark, so that no reader ever skips an event;
//! - [`wakeup`]: tells readers in this and other processes that the log has moved;
//! - [`PostgresKeyring`]: the keys of personal data, in a table of their own.

mod committer;
mod errors;
mod keyring;
mod reader;
#[cfg(test)]
mod tests;
mod wakeup;
mod writer;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use shared_events::{NewEvent, Position, RawEvent, Recorded, StreamId, Version};
use sqlx::PgPool;

pub use self::keyring::PostgresKeyring;
use self::{wakeup::Wakeup, writer::Writer};
use crate::{
    AppendError, Appended, Categories, EventStore, ExpectedVersion, Page, ReadError,
    limits::payloads_within_limits,
};

/// Processes that start together take turns with the schema by this advisory lock ("Greenstall event store").
const MIGRATION_LOCK: i64 = 0x6773_6576_656e_7473;

/// Makes the schema `event_store` and what is in it, as far as it is not there yet.
///
/// # Errors
/// Those of the database.
pub async fn migrate(pool: &PgPool) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATION_LOCK).execute(&mut *transaction).await?;
    sqlx::raw_sql(include_str!("schema.sql")).execute(&mut *transaction).await?;
    transaction.commit().await
}

/// The event store on Postgres. Its connections are its own: one to write, two for the wake-up, and for reads as many as
/// the pool that it is started with may have.
pub struct PostgresEventStore {
    readers: PgPool,
    writer: Writer,
    wakeup: Wakeup,
}

impl PostgresEventStore {
    /// Starts the writer and the wake-up on the pool's database, on which [`migrate`] has run. They end when the store
    /// is dropped; appends that are under way then are still committed.
    ///
    /// # Panics
    /// Outside of a tokio runtime.
    pub fn start(pool: PgPool) -> Arc<Self> {
        let wakeup = Wakeup::start(&pool.connect_options());
        let writer = Writer::start(&pool.connect_options(), wakeup.signal());
        Arc::new(Self { readers: reader::pool_like(&pool), writer, wakeup })
    }
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

    async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        reader::stream(&self.readers, stream, after, limit).await
    }

    async fn read_last(&self, stream: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        reader::last_of_stream(&self.readers, stream).await
    }

    async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        let (page, mark) = reader::page(&self.readers, after, categories, limit).await?;
        self.wakeup.signal().saw(mark);
        Ok(page)
    }

    async fn wait_beyond(&self, after: Position, at_most: Duration) {
        self.wakeup.signal().wait_beyond(after, at_most).await;
    }
}
