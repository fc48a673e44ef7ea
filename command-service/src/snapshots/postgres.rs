//! Snapshots in Postgres, shared by all processes.

use std::time::Duration;

use async_trait::async_trait;
use postgres_kit::{Limits, Pool, within};
use shared_events::{Position, StreamId};
use sqlx::{Row, postgres::PgRow};

use super::{Snapshot, SnapshotError, SnapshotStore};

/// Creates the missing table.
pub async fn migrate(pool: &Pool) -> sqlx::Result<()> {
    sqlx::raw_sql(include_str!("schema.sql")).execute(pool).await.map(drop)
}

/// Snapshots in Postgres. Cheap to clone.
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

    /// The same, with other time limits for a database that does not answer.
    pub const fn with_limits(pool: Pool, limits: Limits) -> Self {
        Self { pool, answer: limits.answer }
    }
}

#[async_trait]
impl SnapshotStore for PostgresSnapshots {
    async fn find(&self, stream: &StreamId) -> Result<Option<Snapshot>, SnapshotError> {
        let find = "SELECT fold_version, version, event_id, position, state FROM commands.snapshots WHERE stream = $1";
        let found = sqlx::query(find).bind(stream.to_string()).fetch_optional(&self.pool);
        let row = within(self.answer, "a snapshot", found).await.map_err(unavailable)?;
        row.map(|row| snapshot(&row)).transpose().map_err(unavailable)
    }

    async fn keep(&self, stream: &StreamId, snapshot: Snapshot) -> Result<(), SnapshotError> {
        // Always stores the latest one: after the log was set back, that is the shorter one.
        let keep = "INSERT INTO commands.snapshots (stream, fold_version, version, event_id, position, state)
                    VALUES ($1, $2, $3, $4, $5, $6)
                    ON CONFLICT (stream) DO UPDATE SET fold_version = excluded.fold_version,
                        version = excluded.version, event_id = excluded.event_id, position = excluded.position,
                        state = excluded.state";
        let kept = sqlx::query(keep)
            .bind(stream.to_string())
            .bind(snapshot.fold_version)
            .bind(snapshot.version.cast_signed())
            .bind(snapshot.event_id)
            .bind(snapshot.position.0.cast_signed())
            .bind(snapshot.state)
            .execute(&self.pool);
        within(self.answer, "a snapshot", kept).await.map(drop).map_err(unavailable)
    }
}

fn snapshot(row: &PgRow) -> sqlx::Result<Snapshot> {
    let number = |column| row.try_get::<i64, _>(column).map(i64::cast_unsigned);
    Ok(Snapshot {
        fold_version: row.try_get("fold_version")?,
        version: number("version")?,
        event_id: row.try_get("event_id")?,
        position: Position(number("position")?),
        state: row.try_get("state")?,
    })
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn unavailable(error: sqlx::Error) -> SnapshotError {
    SnapshotError(error.to_string())
}
