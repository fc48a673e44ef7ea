//! The sandbox's books in Postgres, in a schema of their own.

use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use postgres_kit::{Limits, Pool, Tables, statements, within};
use sqlx::types::Json;

use super::{books::Books, intent::Intent};
use crate::payments::PaymentError;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn open(id: &str, intent: Json<&Intent>, now: DateTime<Utc>) =
        "INSERT INTO sandbox.intents (id, intent, opened_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    fn opened_since(since: DateTime<Utc>) -> value Json<Intent> =
        "SELECT intent FROM sandbox.intents WHERE opened_at IS NULL OR opened_at >= $1";
    fn find(id: &str) -> value Json<Intent> = "SELECT intent FROM sandbox.intents WHERE id = $1";
    fn replace(id: &str, before: Json<&Intent>, after: Json<&Intent>) =
        "UPDATE sandbox.intents SET intent = $3 WHERE id = $1 AND intent = $2";
}

/// The tables of the payment sandbox.
pub const TABLES: Tables = Tables {
    what: "the tables of the payment sandbox",
    table: "sandbox.intents",
    schemas: &["sandbox"],
    script: include_str!("schema.sql"),
};

/// Creates the tables, or changes those of an earlier version.
pub async fn migrate(pool: &Pool) -> sqlx::Result<()> {
    TABLES.migrate(pool).await
}

#[derive(Clone, Debug)]
pub struct PostgresBooks {
    pool: Pool,
    answer: Duration,
}

impl PostgresBooks {
    /// Books in this database; see [`migrate`].
    pub fn new(pool: Pool) -> Self {
        Self::with_limits(pool, Limits::default())
    }

    /// As [`Self::new`], with other time limits for a database that does not answer.
    pub const fn with_limits(pool: Pool, limits: Limits) -> Self {
        Self { pool, answer: limits.answer }
    }

    async fn in_time<T>(&self, call: impl Future<Output = sqlx::Result<T>>) -> Result<T, PaymentError> {
        within(self.answer, "the sandbox's books", call).await.map_err(unavailable)
    }
}

#[async_trait]
impl Books for PostgresBooks {
    async fn open(&self, intent: Intent, now: DateTime<Utc>) -> Result<Intent, PaymentError> {
        let inserting = sql::open(&intent.id, Json(&intent), now).execute(&self.pool);
        let inserted = self.in_time(inserting).await?;
        if inserted.rows_affected() == 1 {
            return Ok(intent);
        }
        Ok(self.find(&intent.id).await?.unwrap_or(intent))
    }

    async fn opened_since(&self, since: DateTime<Utc>) -> Result<Vec<Intent>, PaymentError> {
        let finding = sql::opened_since(since).fetch_all(&self.pool);
        let found = self.in_time(finding).await?;
        Ok(found.into_iter().map(|Json(intent)| intent).collect())
    }

    async fn find(&self, id: &str) -> Result<Option<Intent>, PaymentError> {
        let finding = sql::find(id).fetch_optional(&self.pool);
        let found = self.in_time(finding).await?;
        Ok(found.map(|Json(intent)| intent))
    }

    async fn replace(&self, before: &Intent, after: &Intent) -> Result<bool, PaymentError> {
        let replacing = sql::replace(&before.id, Json(before), Json(after)).execute(&self.pool);
        let replaced = self.in_time(replacing).await?;
        Ok(replaced.rows_affected() == 1)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn unavailable(error: sqlx::Error) -> PaymentError {
    PaymentError::Unavailable(error.to_string())
}
