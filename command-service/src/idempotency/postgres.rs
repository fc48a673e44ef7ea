//! Keys in Postgres, shared by all processes.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use postgres_kit::{Limits, Pool, Query, Tables, confirm_if_slow, statements, within};
use tokio::{sync::Mutex, time::Instant};
use uuid::Uuid;

use super::keys::{Begun, Command, Held, Keys, KeysError};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn delete_expired(expired: DateTime<Utc>, limit: i64) = include_str!("sql/delete_expired.sql");
    fn begin(
        id: Uuid, request: Uuid, now: DateTime<Utc>, holder: Uuid, until: DateTime<Utc>,
        expired: DateTime<Utc>) -> row (DateTime<Utc>, bool,
    ) = include_str!("sql/begin.sql");
    fn find(id: Uuid) -> row (Uuid, Option<String>) =
        "SELECT request, answer FROM commands.keys WHERE id = $1";
    fn hold_until(id: Uuid, holder: Uuid, until: DateTime<Utc>) =
        "UPDATE commands.keys SET held_until = $3 WHERE id = $1 AND holder = $2 AND answer IS NULL";
    fn answer(id: Uuid, holder: Uuid, answer: &str) =
        "UPDATE commands.keys SET answer = $3 WHERE id = $1 AND holder = $2 AND answer IS NULL";
    fn forget(id: Uuid, holder: Uuid) =
        "DELETE FROM commands.keys WHERE id = $1 AND holder = $2 AND answer IS NULL";
}

/// How often each process deletes expired keys.
const SWEEP_INTERVAL: TimeDelta = TimeDelta::seconds(30);
/// The largest number of keys that one statement deletes. A sweep repeats it until no expired key is left.
const SWEEP_BATCH: i64 = 5_000;

/// The table of idempotency keys.
pub const TABLES: Tables = Tables {
    what: "the table of idempotency keys",
    table: "commands.keys",
    schemas: &["commands"],
    script: include_str!("schema.sql"),
};

/// Creates the tables, or changes those of an earlier version.
pub async fn migrate(pool: &Pool) -> sqlx::Result<()> {
    TABLES.migrate(pool).await
}

/// Keys in Postgres. Cloning is cheap.
#[derive(Clone, Debug)]
pub struct PostgresKeys {
    pool: Pool,
    answer: Duration,
    /// When this process last started a sweep; locked while one runs.
    last_sweep: Arc<Mutex<Option<DateTime<Utc>>>>,
}

impl PostgresKeys {
    /// Keys in this database; see [`migrate`].
    pub fn new(pool: Pool) -> Self {
        Self::with_limits(pool, Limits::default())
    }

    /// As [`Self::new`], with other time limits for a database that does not answer.
    pub fn with_limits(pool: Pool, limits: Limits) -> Self {
        Self { pool, answer: limits.answer, last_sweep: Arc::default() }
    }

    /// Starts a sweep of expired keys in the background if one is due.
    fn sweep(&self, now: DateTime<Utc>, expired: DateTime<Utc>) {
        let Ok(mut last) = self.last_sweep.clone().try_lock_owned() else { return };
        if last.is_some_and(|last| now - last < SWEEP_INTERVAL) {
            return;
        }
        *last = Some(now);
        let keys = self.clone();
        tokio::spawn(async move {
            if let Err(error) = keys.delete_expired(expired).await {
                tracing::warn!(%error, "cannot delete expired idempotency keys");
            }
            drop(last);
        });
    }

    async fn run(&self, query: Query) -> Result<(), KeysError> {
        self.in_time(query.execute(&self.pool)).await.map(drop)
    }

    async fn in_time<T>(&self, call: impl Future<Output = sqlx::Result<T>>) -> Result<T, KeysError> {
        within(self.answer, "an idempotency key", call).await.map_err(unavailable)
    }

    /// Deletes all keys of commands started before this time, in batches.
    async fn delete_expired(&self, expired: DateTime<Utc>) -> Result<(), KeysError> {
        loop {
            let batch = sql::delete_expired(expired, SWEEP_BATCH).execute(&self.pool);
            if self.in_time(batch).await?.rows_affected() < SWEEP_BATCH.unsigned_abs() {
                return Ok(());
            }
        }
    }
}

#[async_trait]
impl Keys for PostgresKeys {
    async fn begin(
        &self,
        command: &Command,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
        expired: DateTime<Utc>,
    ) -> Result<Begun, KeysError> {
        self.sweep(now, expired);
        let beginning =
            sql::begin(command.held.id, command.request, now, command.held.holder, until, expired)
                .fetch_optional(&self.pool);
        if let Some((since, again)) = self.in_time(beginning).await? {
            return Ok(Begun::Mine { since, again });
        }
        let looking = sql::find(command.held.id).fetch_optional(&self.pool);
        // The row was deleted in between: the next poll starts the command.
        let Some((request, answer)) = self.in_time(looking).await? else { return Ok(Begun::UnderWay) };
        Ok(match answer {
            _ if request != command.request => Begun::AnotherRequest,
            Some(answer) => Begun::Answered { answer },
            None => Begun::UnderWay,
        })
    }

    async fn renew(&self, held: Held, until: DateTime<Utc>) -> Result<(), KeysError> {
        self.run(sql::hold_until(held.id, held.holder, until)).await
    }

    async fn answer(&self, held: Held, answer: &str) -> Result<bool, KeysError> {
        let began = Instant::now();
        let noted =
            sql::answer(held.id, held.holder, answer).execute(&self.pool).await.map_err(unavailable)?;
        // This is the last commit before the client is answered, so it stands for all that the command has read or written.
        self.in_time(confirm_if_slow(began.elapsed(), &self.pool)).await?;
        Ok(noted.rows_affected() == 1)
    }

    async fn release(&self, held: Held, now: DateTime<Utc>) -> Result<(), KeysError> {
        self.run(sql::hold_until(held.id, held.holder, now)).await
    }

    async fn forget(&self, held: Held) -> Result<(), KeysError> {
        self.run(sql::forget(held.id, held.holder)).await
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn unavailable(error: sqlx::Error) -> KeysError {
    KeysError(error.to_string())
}
