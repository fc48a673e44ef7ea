//! Books in Postgres, in a schema of their own.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use sqlx::{PgPool, types::Json};

use super::{books::Books, intent::Intent};
use crate::payments::PaymentError;

/// Makes the tables that are missing.
///
/// # Errors
/// Those of the database.
pub async fn migrate(pool: &PgPool) -> sqlx::Result<()> {
    sqlx::raw_sql(include_str!("schema.sql")).execute(pool).await.map(drop)
}

/// Books in Postgres.
#[derive(Clone, Debug)]
pub struct PostgresBooks(PgPool);

impl PostgresBooks {
    /// Books in this database; see [`migrate`].
    pub const fn new(pool: PgPool) -> Self {
        Self(pool)
    }
}

#[async_trait]
impl Books for PostgresBooks {
    async fn open(&self, intent: Intent, now: DateTime<Utc>) -> Result<Intent, PaymentError> {
        let insert =
            "insert into sandbox.intents (id, intent, opened_at) values ($1, $2, $3) on conflict do nothing";
        let inserted = sqlx::query(insert)
            .bind(&intent.id)
            .bind(Json(&intent))
            .bind(now)
            .execute(&self.0)
            .await
            .map_err(unavailable)?;
        if inserted.rows_affected() == 1 {
            return Ok(intent);
        }
        Ok(self.find(&intent.id).await?.unwrap_or(intent))
    }

    async fn opened_since(&self, since: DateTime<Utc>) -> Result<Vec<Intent>, PaymentError> {
        let select = "select intent from sandbox.intents where opened_at is null or opened_at >= $1";
        let found: Vec<Json<Intent>> =
            sqlx::query_scalar(select).bind(since).fetch_all(&self.0).await.map_err(unavailable)?;
        Ok(found.into_iter().map(|Json(intent)| intent).collect())
    }

    async fn find(&self, id: &str) -> Result<Option<Intent>, PaymentError> {
        let found: Option<Json<Intent>> =
            sqlx::query_scalar("select intent from sandbox.intents where id = $1")
                .bind(id)
                .fetch_optional(&self.0)
                .await
                .map_err(unavailable)?;
        Ok(found.map(|Json(intent)| intent))
    }

    async fn replace(&self, before: &Intent, after: &Intent) -> Result<bool, PaymentError> {
        let replaced = sqlx::query("update sandbox.intents set intent = $3 where id = $1 and intent = $2")
            .bind(&before.id)
            .bind(Json(before))
            .bind(Json(after))
            .execute(&self.0)
            .await
            .map_err(unavailable)?;
        Ok(replaced.rows_affected() == 1)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn unavailable(error: sqlx::Error) -> PaymentError {
    PaymentError::Unavailable(error.to_string())
}
