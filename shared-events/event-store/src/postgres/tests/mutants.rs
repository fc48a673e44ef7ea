//! Two plausible but wrong readers: one ignores the writers' locks, the other takes the high-water mark and the rows
//! from one snapshot. Each misses an event that the real reader sees, which shows that the torture test can find such
//! mistakes.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use postgres_kit::Pool;
use shared_events::{NewEvent, Position, RawEvent, Recorded, StreamId, Version};
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use super::{database, torture::append_in};
use crate::{
    AppendError, Appended, Categories, EventStore, ExpectedVersion, Page, ReadError,
    postgres::{
        errors::while_reading,
        reader::{Mark, page_below},
    },
};

/// The poll interval of a mutant at the end of the log.
const POLL: Duration = Duration::from_millis(2);

/// The mistake of a wrong reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mutant {
    /// Reads up to the highest visible position and ignores running writers.
    IgnoresLocks,
    /// Takes the mark and the rows from one snapshot. It misses a writer that commits after the snapshot and before the
    /// locks are read, because that writer's events are not visible and its lock is gone.
    OneSnapshot,
}

/// Reads a page with the code that the real reader and the mutants share. `meanwhile` runs at the most critical moment.
async fn page(
    mutant: Option<Mutant>,
    connection: &mut PgConnection,
    after: Position,
    categories: &Categories,
    limit: usize,
    meanwhile: impl AsyncFnOnce(),
) -> Result<Page, ReadError> {
    if mutant != Some(Mutant::OneSnapshot) {
        let mark = Mark::now(connection).await.map_err(while_reading)?;
        meanwhile().await;
        let position = if mutant.is_none() { mark.position } else { mark.highest };
        return page_below(connection, Mark { position, ..mark }, after, categories, limit).await;
    }
    let one = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    let mut transaction = connection.begin_with(one).await.map_err(while_reading)?;
    // The first statement takes the snapshot, and gives writers time to commit after it.
    sqlx::query("SELECT pg_sleep(0.001)").execute(&mut *transaction).await.map_err(while_reading)?;
    meanwhile().await;
    let mark = Mark::now(&mut transaction).await.map_err(while_reading)?;
    let page = page_below(&mut transaction, mark, after, categories, limit).await?;
    transaction.rollback().await.map_err(while_reading)?;
    Ok(page)
}

/// A store with a wrong reader, which can only be read.
pub(super) struct MutantStore {
    pub(super) pool: Pool,
    pub(super) mutant: Mutant,
}

#[async_trait]
impl EventStore for MutantStore {
    async fn append(
        &self,
        _: &StreamId,
        _: ExpectedVersion,
        _: Vec<NewEvent>,
    ) -> Result<Appended, AppendError> {
        unreachable!("it only reads")
    }

    async fn read_stream(
        &self,
        _: &StreamId,
        _: Version,
        _: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        unreachable!("it only follows")
    }

    async fn read_last(&self, _: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        unreachable!("it only follows")
    }

    async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        let mut connection = self.pool.acquire().await.map_err(while_reading)?;
        page(Some(self.mutant), &mut connection, after, categories, limit, async || {}).await
    }

    async fn wait_beyond(&self, _: Position, at_most: Duration) {
        tokio::time::sleep(at_most.min(POLL)).await;
    }
}

/// Follows the log while the writer with the first position commits last. Returns the ids of the events seen.
async fn follow_a_late_commit(mutant: Option<Mutant>) -> Vec<Uuid> {
    let database = database().await;
    let connect = async || PgConnection::connect(&database.url()).await.unwrap();
    let (mut early, mut late, mut reader) = (connect().await, connect().await, connect().await);
    let [first, second] = [1, 2].map(Uuid::from_u128);
    let mut transaction = early.begin().await.unwrap();
    append_in(&mut transaction, first, &[first]).await.unwrap();
    append_in(&mut late, second, &[second]).await.unwrap();

    let commit = async || transaction.commit().await.unwrap();
    let mut seen = Vec::new();
    let whole = page(mutant, &mut reader, Position::START, &Categories::All, 100, commit).await.unwrap();
    let rest = page(mutant, &mut reader, whole.up_to, &Categories::All, 100, async || {}).await.unwrap();
    for page in [whole, rest] {
        seen.extend(page.events.into_iter().map(|event| event.event_id));
    }
    seen
}

#[tokio::test]
async fn each_mutant_misses_an_event_that_the_real_reader_sees() {
    let [first, second] = [1, 2].map(Uuid::from_u128);
    assert_eq!(follow_a_late_commit(None).await, [first, second]);
    assert_eq!(follow_a_late_commit(Some(Mutant::OneSnapshot)).await, [second]);
}

/// The rows are read last, so nothing is lost between the two statements by ignoring the locks. This mutant must
/// therefore be caught while the early writer is still running.
#[tokio::test]
async fn a_reader_that_ignores_the_locks_overtakes_a_running_writer() {
    for (mutant, expected) in [(None, &[1, 2][..]), (Some(Mutant::IgnoresLocks), &[2])] {
        let database = database().await;
        let store: Arc<dyn EventStore> = match mutant {
            Some(mutant) => Arc::new(MutantStore { pool: database.pool().await, mutant }),
            None => crate::postgres::PostgresEventStore::start(database.pool().await),
        };
        let mut early = PgConnection::connect(&database.url()).await.unwrap();
        let mut late = PgConnection::connect(&database.url()).await.unwrap();
        let [first, second] = [1, 2].map(Uuid::from_u128);
        let mut transaction = early.begin().await.unwrap();
        append_in(&mut transaction, first, &[first]).await.unwrap();
        append_in(&mut late, second, &[second]).await.unwrap();
        let before = store.read_all(Position::START, &Categories::All, 100).await.unwrap();
        transaction.commit().await.unwrap();
        let after = store.read_all(before.up_to, &Categories::All, 100).await.unwrap();
        let seen: Vec<u128> = [before, after]
            .into_iter()
            .flat_map(|page| page.events)
            .map(|event| event.event_id.as_u128())
            .collect();
        assert_eq!(seen, expected, "{mutant:?}");
    }
}
