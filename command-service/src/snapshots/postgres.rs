//! Snapshots in Postgres, shared by all processes.

use std::time::Duration;

use async_trait::async_trait;
use postgres_kit::{FromRow, Limits, Pool, Tables, statements, within};
use shared_events::{Position, StreamId};
use uuid::Uuid;

use super::{Snapshot, SnapshotError, SnapshotStore};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn find(stream: &str) -> row SnapshotRow =
        "SELECT fold_version, version, event_id, position, state FROM commands.snapshots WHERE stream = $1";
    fn keep(
        stream: &str, fold_version: i32, version: i64, event_id: Uuid, position: i64, state: &str,
    ) = include_str!("sql/keep.sql");
}

#[derive(FromRow)]
struct SnapshotRow {
    fold_version: i32,
    version: i64,
    event_id: Uuid,
    position: i64,
    state: String,
}

/// The table of snapshots.
pub const TABLES: Tables = Tables {
    what: "the table of snapshots",
    table: "commands.snapshots",
    schemas: &["commands"],
    script: include_str!("schema.sql"),
};

/// Creates the tables, or changes those of an earlier version.
pub async fn migrate(pool: &Pool) -> sqlx::Result<()> {
    TABLES.migrate(pool).await
}

/// Snapshots in Postgres. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct PostgresSnapshots {
    pool: Pool,
    answer: Duration,
}

impl PostgresSnapshots {
    /// Snapshots in this database; see [`migrate`].
    pub fn new(pool: Pool) -> Self {
        Self::with_limits(pool, Limits::default())
    }

    /// As [`Self::new`], with other time limits for a database that does not answer.
    pub const fn with_limits(pool: Pool, limits: Limits) -> Self {
        Self { pool, answer: limits.answer }
    }
}

#[async_trait]
impl SnapshotStore for PostgresSnapshots {
    async fn find(&self, stream: &StreamId) -> Result<Option<Snapshot>, SnapshotError> {
        let found = sql::find(&stream.to_string()).fetch_optional(&self.pool);
        let row = within(self.answer, "a snapshot", found).await.map_err(unavailable)?;
        Ok(row.map(|row| Snapshot {
            fold_version: row.fold_version,
            version: row.version.cast_unsigned(),
            event_id: row.event_id,
            position: Position(row.position.cast_unsigned()),
            state: row.state,
        }))
    }

    async fn keep(&self, stream: &StreamId, snapshot: Snapshot) -> Result<(), SnapshotError> {
        // Always stores the latest one: after a restore of the log, that is the shorter one.
        let kept = sql::keep(
            &stream.to_string(),
            snapshot.fold_version,
            snapshot.version.cast_signed(),
            snapshot.event_id,
            snapshot.position.0.cast_signed(),
            &snapshot.state,
        )
        .execute(&self.pool);
        within(self.answer, "a snapshot", kept).await.map(drop).map_err(unavailable)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn unavailable(error: sqlx::Error) -> SnapshotError {
    SnapshotError(error.to_string())
}
