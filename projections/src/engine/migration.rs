//! Creates the engine's own tables.

use postgres_kit::{Pool, statements};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn lock(class: i32, object: i32) = "SELECT pg_advisory_xact_lock($1, $2)";
}

/// Processes that start together take turns with the schema by this advisory lock ("views, schema").
const MIGRATION_LOCK: (i32, i32) = (0x7669_6577, 0);

/// Creates the schemas `projections` and `read` with their tables, unless they exist.
///
/// # Errors
/// When the database fails.
pub async fn migrate(pool: &Pool) -> Result<(), sqlx::Error> {
    let mut transaction = postgres_kit::begin(pool).await?;
    sql::lock(MIGRATION_LOCK.0, MIGRATION_LOCK.1).execute(&mut *transaction).await?;
    sqlx::raw_sql(include_str!("schema.sql")).execute(&mut *transaction).await?;
    transaction.commit().await
}
