//! Books in Postgres, in a schema of their own.

use async_trait::async_trait;
use sqlx::{PgExecutor, PgPool, types::Json};

use super::{
    books::{Books, Change},
    intent::Intent,
};
use crate::payments::PaymentError;

const FIND: &str = "select intent from sandbox.intents where id = $1";
const FIND_AND_LOCK: &str = "select intent from sandbox.intents where id = $1 for update";

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
    async fn open(&self, intent: Intent) -> Result<Intent, PaymentError> {
        let inserted =
            sqlx::query("insert into sandbox.intents (id, intent) values ($1, $2) on conflict do nothing")
                .bind(&intent.id)
                .bind(Json(&intent))
                .execute(&self.0)
                .await
                .map_err(unavailable)?;
        if inserted.rows_affected() == 1 {
            return Ok(intent);
        }
        Ok(read(&self.0, FIND, &intent.id).await?.unwrap_or(intent))
    }

    async fn find(&self, id: &str) -> Result<Option<Intent>, PaymentError> {
        read(&self.0, FIND, id).await
    }

    async fn change(&self, id: &str, change: &mut Change<'_>) -> Result<Option<Intent>, PaymentError> {
        let mut transaction = self.0.begin().await.map_err(unavailable)?;
        let Some(before) = read(&mut *transaction, FIND_AND_LOCK, id).await? else { return Ok(None) };
        let mut intent = before.clone();
        change(&mut intent);
        if intent != before {
            sqlx::query("update sandbox.intents set intent = $2 where id = $1")
                .bind(id)
                .bind(Json(&intent))
                .execute(&mut *transaction)
                .await
                .map_err(unavailable)?;
        }
        transaction.commit().await.map_err(unavailable)?;
        Ok(Some(intent))
    }
}

async fn read(
    database: impl PgExecutor<'_>,
    sql: &'static str,
    id: &str,
) -> Result<Option<Intent>, PaymentError> {
    let found: Option<Json<Intent>> =
        sqlx::query_scalar(sql).bind(id).fetch_optional(database).await.map_err(unavailable)?;
    Ok(found.map(|Json(intent)| intent))
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err hands over")]
fn unavailable(error: sqlx::Error) -> PaymentError {
    PaymentError::Unavailable(error.to_string())
}
