//! The agenda of a process manager in Postgres: its pending steps, and its checkpoint in the log.
//!
//! Entries and checkpoint are written in one transaction, which requires the stored checkpoint to be the one
//! that the manager expects. The commit is asynchronous: if Postgres crashes, entries and checkpoint are lost
//! together, and the manager reads that part of the log again. Every write belongs to a term of the lease: once
//! another process holds the lease, writes of an earlier term change nothing.

mod steps;

use std::time::Duration;

use chrono::{DateTime, Utc};
use parked_work::{SkippedEvents, failure_text::storable};
use postgres_kit::{FromRow, Pool, bigint, statements, within};
use shared_events::{Position, StreamId, Version};
use sqlx::PgConnection;
use uuid::Uuid;

pub(super) use self::steps::Due;
use super::agenda_change::{AgendaChange, Entry, fold};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn checkpoint(manager: &str) -> value i64 =
        "SELECT position FROM automation.checkpoints WHERE manager = $1";
    fn move_checkpoint(manager: &str, to: i64, from: i64) =
        "UPDATE automation.checkpoints SET position = $2 WHERE manager = $1 AND position = $3";
    fn move_checkpoint_only(manager: &str, to: i64, from: i64, term: Uuid) -> row Moved =
        include_str!("sql/move_checkpoint_only.sql");
    fn begin_at(manager: &str, position: i64) =
        "INSERT INTO automation.checkpoints (manager, position) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    fn hold_term(term: Uuid, with_the_checkpoint: bool) = include_str!("sql/hold_term.sql");
    fn add(
        manager: &str, subjects: &[Uuid], streams: &[Uuid], causes: &[Uuid], correlations: &[Uuid],
        dues: &[DateTime<Utc>],
    ) = include_str!("sql/add.sql");
    fn remove(manager: &str, subjects: &[Uuid]) = include_str!("sql/remove.sql");
    fn park_stream(
        manager: &str, subject: Uuid, cause: Uuid, correlation: Uuid, now: DateTime<Utc>, failure: &str,
        version: i64,
    ) = include_str!("sql/park_stream.sql");
    fn delete(manager: &str, subject: Uuid) =
        "DELETE FROM automation.agenda WHERE manager = $1 AND subject = $2";
    fn skipped_versions(manager: &str, subject: Uuid) -> value i64 =
        "SELECT version FROM automation.skips WHERE manager = $1 AND subject = $2 AND version IS NOT NULL";
}

/// Why the agenda could not be read or written.
#[derive(Debug, thiserror::Error)]
pub(super) enum AgendaError {
    /// The database failed or did not answer.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The stored checkpoint is not where the changes begin: a database crash has lost some changes, or an operator
    /// has moved it. Nothing was written.
    #[error("the stored checkpoint is not where these changes begin")]
    CheckpointMoved,
    /// Another process runs the managers. Nothing was written.
    #[error("another process has taken the lease of the process managers")]
    LeaseLost,
}

type Result<T, E = AgendaError> = std::result::Result<T, E>;

/// What a crash of the database may lose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Durability {
    /// These changes, together with their checkpoint: the log is read again.
    WithTheCheckpoint,
    /// Nothing.
    Always,
}

/// The outcome of moving the checkpoint alone.
#[derive(FromRow)]
struct Moved {
    /// The term of this process still runs.
    held: bool,
    /// The checkpoint was where it was expected.
    moved: bool,
}

/// One manager's agenda.
#[derive(Clone, Debug)]
pub(super) struct Agenda {
    pool: Pool,
    manager: &'static str,
    /// The term of the lease under which this process runs the managers.
    term: Uuid,
    /// Time limit of a statement or transaction, including the wait for a connection.
    answer: Duration,
}

impl Agenda {
    pub(super) const fn new(pool: Pool, manager: &'static str, term: Uuid, answer: Duration) -> Self {
        Self { pool, manager, term, answer }
    }

    async fn in_time<T, E: From<sqlx::Error>>(
        &self,
        call: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        within(self.answer, "a statement of the process managers", call).await
    }

    /// The position from which this manager continues; `None` if it has never read.
    pub(super) async fn checkpoint(&self) -> Result<Option<Position>> {
        let reading = sql::checkpoint(self.manager).fetch_optional(&self.pool);
        let found: Option<i64> = self.in_time(reading).await?;
        Ok(found.map(|position| Position(position.unsigned_abs())))
    }

    /// Writes the changes by the events after the checkpoint `from` up to a position, which becomes the
    /// checkpoint.
    pub(super) async fn write(
        &self,
        changes: Vec<AgendaChange>,
        from: Option<Position>,
        up_to: Position,
        now: DateTime<Utc>,
    ) -> Result<()> {
        if let (true, Some(from)) = (changes.is_empty(), from) {
            return self.in_time(self.move_checkpoint_only(from, up_to)).await;
        }
        let changes = fold(changes);
        self.in_time(async {
            let mut transaction = postgres_kit::begin(&self.pool).await?;
            self.hold_term(&mut transaction, Durability::WithTheCheckpoint).await?;
            self.move_checkpoint(&mut transaction, from, up_to).await?;
            self.add(&mut transaction, changes.values()).await?;
            self.remove(&mut transaction, changes.values()).await?;
            for change in changes.values() {
                if let AgendaChange::ParkStream { entry, version, failure } = change {
                    self.park_stream(&mut transaction, entry, *version, failure, now).await?;
                }
            }
            Ok(transaction.commit().await?)
        })
        .await
    }

    /// Keeps other processes from beginning a new term before this transaction ends. A single statement,
    /// because every batch of changes executes it.
    async fn hold_term(&self, connection: &mut PgConnection, durability: Durability) -> Result<()> {
        // A client that vanishes within the transaction must not block the next term.
        let held = sql::hold_term(self.term, durability == Durability::WithTheCheckpoint)
            .fetch_optional(connection)
            .await?;
        held.map(drop).ok_or(AgendaError::LeaseLost)
    }

    async fn move_checkpoint(
        &self,
        connection: &mut PgConnection,
        from: Option<Position>,
        to: Position,
    ) -> Result<()> {
        let statement = match from {
            Some(from) => sql::move_checkpoint(self.manager, bigint(to.0), bigint(from.0)),
            None => sql::begin_at(self.manager, bigint(to.0)),
        };
        let moved = statement.execute(connection).await?;
        if moved.rows_affected() == 1 { Ok(()) } else { Err(AgendaError::CheckpointMoved) }
    }

    /// Moves the checkpoint over events that change nothing: a single statement, because most of the log is such
    /// events.
    async fn move_checkpoint_only(&self, from: Position, to: Position) -> Result<()> {
        let moving = sql::move_checkpoint_only(self.manager, bigint(to.0), bigint(from.0), self.term);
        match moving.fetch_one(&self.pool).await? {
            Moved { held: false, .. } => Err(AgendaError::LeaseLost),
            Moved { moved: false, .. } => Err(AgendaError::CheckpointMoved),
            Moved { .. } => Ok(()),
        }
    }

    async fn add<'a>(
        &self,
        connection: &mut PgConnection,
        changes: impl Iterator<Item = &'a AgendaChange>,
    ) -> sqlx::Result<()> {
        let (mut subjects, mut streams) = (vec![], vec![]);
        let (mut causes, mut correlations, mut dues) = (vec![], vec![], vec![]);
        for change in changes {
            let AgendaChange::Add { entry, due_at } = change else { continue };
            subjects.push(entry.subject);
            streams.push(entry.stream);
            causes.push(entry.cause);
            correlations.push(entry.correlation);
            dues.push(*due_at);
        }
        if subjects.is_empty() {
            return Ok(());
        }
        sql::add(self.manager, &subjects, &streams, &causes, &correlations, &dues)
            .execute(connection)
            .await
            .map(drop)
    }

    async fn remove<'a>(
        &self,
        connection: &mut PgConnection,
        changes: impl Iterator<Item = &'a AgendaChange>,
    ) -> sqlx::Result<()> {
        let forgotten: Vec<Uuid> = changes
            .filter_map(|change| match change {
                AgendaChange::Remove(subject) => Some(*subject),
                AgendaChange::Add { .. } | AgendaChange::ParkStream { .. } => None,
            })
            .collect();
        if forgotten.is_empty() {
            return Ok(());
        }
        sql::remove(self.manager, &forgotten).execute(connection).await.map(drop)
    }

    /// Parks a stream until an operator decides. Only the first unreadable event is recorded.
    async fn park_stream(
        &self,
        connection: &mut PgConnection,
        entry: &Entry,
        version: Version,
        failure: &str,
        now: DateTime<Utc>,
    ) -> sqlx::Result<()> {
        sql::park_stream(
            self.manager,
            entry.subject,
            entry.cause,
            entry.correlation,
            now,
            &storable(failure),
            bigint(version),
        )
        .execute(connection)
        .await
        .map(drop)
    }

    /// Replaces an entry that was parked for an unreadable event by the change that results from reading its
    /// stream again. `others` are changes by single events of the stream.
    pub(super) async fn renew(
        &self,
        subject: Uuid,
        change: Option<&AgendaChange>,
        others: &[AgendaChange],
        now: DateTime<Utc>,
    ) -> Result<()> {
        self.in_time(async {
            let mut transaction = postgres_kit::begin(&self.pool).await?;
            self.hold_term(&mut transaction, Durability::Always).await?;
            self.add(&mut transaction, others.iter()).await?;
            if let Some(AgendaChange::ParkStream { entry, version, failure }) = change {
                self.park_stream(&mut transaction, entry, *version, failure, now).await?;
            } else {
                sql::delete(self.manager, subject).execute(&mut *transaction).await?;
                self.add(&mut transaction, change.into_iter()).await?;
            }
            Ok(transaction.commit().await?)
        })
        .await
    }

    /// The events of a stream that an operator has decided to skip.
    pub(super) async fn skipped_events(&self, stream: &StreamId) -> Result<SkippedEvents> {
        let reading = sql::skipped_versions(self.manager, stream.id).fetch_all(&self.pool);
        let versions: Vec<i64> = self.in_time(reading).await?;
        Ok(versions.into_iter().map(|version| (stream.clone(), version.cast_unsigned())).collect())
    }
}

#[cfg(test)]
mod tests;
