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
use postgres_kit::{Pool, within};
use shared_events::{Position, StreamId, Version};
use sqlx::PgConnection;
use uuid::Uuid;

pub(super) use self::steps::Due;
use super::agenda_change::{AgendaChange, Entry, fold};

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
        let reading = sqlx::query_scalar("SELECT position FROM automation.checkpoints WHERE manager = $1")
            .bind(self.manager)
            .fetch_optional(&self.pool);
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
        let held = sqlx::query(
            "WITH held AS (SELECT FROM automation.lease WHERE term = $1 FOR SHARE)
             SELECT set_config('idle_in_transaction_session_timeout', '10s', true),
                    CASE WHEN $2 THEN set_config('synchronous_commit', 'off', true) END
             FROM held",
        )
        .bind(self.term)
        .bind(durability == Durability::WithTheCheckpoint)
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
            Some(_) => "UPDATE automation.checkpoints SET position = $2 WHERE manager = $1 AND position = $3",
            None => {
                "INSERT INTO automation.checkpoints (manager, position)
                 SELECT $1, $2 WHERE $3::bigint IS NULL ON CONFLICT DO NOTHING"
            }
        };
        let bigint = |position: Position| i64::try_from(position.0).expect("positions come from a bigint");
        let moved = sqlx::query(statement)
            .bind(self.manager)
            .bind(bigint(to))
            .bind(from.map(bigint))
            .execute(connection)
            .await?;
        if moved.rows_affected() == 1 { Ok(()) } else { Err(AgendaError::CheckpointMoved) }
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
        sqlx::query(
            "INSERT INTO automation.agenda AS a
                 (manager, subject, stream, cause, correlation, due_at, noted_due_at)
             SELECT $1, subject, stream, cause, correlation, due_at, due_at
             FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[])
                  AS change (subject, stream, cause, correlation, due_at)
             ON CONFLICT (manager, subject) DO UPDATE
             SET noted = excluded.noted, noted_due_at = excluded.noted_due_at
             WHERE a.unread_version IS NULL",
        )
        .bind(self.manager)
        .bind(subjects)
        .bind(streams)
        .bind(causes)
        .bind(correlations)
        .bind(dues)
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
        sqlx::query(
            "DELETE FROM automation.agenda
             WHERE manager = $1 AND subject = ANY($2) AND unread_version IS NULL",
        )
        .bind(self.manager)
        .bind(forgotten)
        .execute(connection)
        .await
        .map(drop)
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
        sqlx::query(
            "INSERT INTO automation.agenda AS a
                 (manager, subject, cause, correlation, due_at, failures, last_failure, failing_since, parked_at,
                  unread_version)
             VALUES ($1, $2, $3, $4, $5, 1, $6, $5, $5, $7)
             ON CONFLICT (manager, subject) DO UPDATE
             SET parked_at = $5, unread_version = $7, last_failure = $6, failures = a.failures + 1,
                 failing_since = coalesce(a.failing_since, $5)
             WHERE a.unread_version IS NULL OR a.parked_at IS NULL",
        )
        .bind(self.manager)
        .bind(entry.subject)
        .bind(entry.cause)
        .bind(entry.correlation)
        .bind(now)
        .bind(storable(failure))
        .bind(i64::try_from(version).expect("a stream has fewer than 2^63 events"))
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
                sqlx::query("DELETE FROM automation.agenda WHERE manager = $1 AND subject = $2")
                    .bind(self.manager)
                    .bind(subject)
                    .execute(&mut *transaction)
                    .await?;
                self.add(&mut transaction, change.into_iter()).await?;
            }
            Ok(transaction.commit().await?)
        })
        .await
    }

    /// The events of a stream that an operator has decided to skip.
    pub(super) async fn skipped_events(&self, stream: &StreamId) -> Result<SkippedEvents> {
        let reading = sqlx::query_scalar(
            "SELECT version FROM automation.skips WHERE manager = $1 AND subject = $2 AND version IS NOT NULL",
        )
        .bind(self.manager)
        .bind(stream.id)
        .fetch_all(&self.pool);
        let versions: Vec<i64> = self.in_time(reading).await?;
        Ok(versions.into_iter().map(|version| (stream.clone(), version.cast_unsigned())).collect())
    }
}

#[cfg(test)]
mod tests;
