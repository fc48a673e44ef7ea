//! Two wrong readers that look right: one ignores the writers' locks, the other takes the high-water mark and the rows
//! from one snapshot. Each misses an event where the real reader misses none, so the torture test can find such mistakes.

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

/// How often a mutant that has read everything looks again.
const POLL: Duration = Duration::from_millis(2);

/// What a wrong reader does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mutant {
    /// It reads up to the highest position that is visible, whatever writers are under way.
    IgnoresLocks,
    /// Mark and rows come from one snapshot: a writer that commits behind it and before the look at the locks is not seen,
    /// and does not hold the mark back.
    OneSnapshot,
}

/// What the real reader and the mutants have in common; `meanwhile` happens where it hurts most.
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
    // The first statement takes the snapshot, and gives writers time to commit behind it.
    sqlx::query("SELECT pg_sleep(0.001)").execute(&mut *transaction).await.map_err(while_reading)?;
    meanwhile().await;
    let mark = Mark::now(&mut transaction).await.map_err(while_reading)?;
    let page = page_below(&mut transaction, mark, after, categories, limit).await?;
    transaction.rollback().await.map_err(while_reading)?;
    Ok(page)
}

/// A store of which only the wrong reader is there.
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

/// Follows the log while a writer that has taken its position first commits last; answers what was seen.
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

/// Between the two statements nothing is lost even without locks: the rows are looked at last. So this mutant must be
/// caught while the early writer is still under way.
#[tokio::test]
async fn who_ignores_the_locks_passes_a_writer_that_is_under_way() {
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
