//! The tables of a generation, and statements with their names.

use sqlx::{AssertSqlSafe, PgConnection, PgExecutor};

/// The tables of a schema; parts of partitioned ones do not count.
pub(super) async fn tables_of(
    database: impl PgExecutor<'_>,
    schema: &str,
) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT relname::text FROM pg_class
         WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
           AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname",
    )
    .bind(schema)
    .fetch_all(database)
    .await
}

/// Names in it come from views' names and their tables', never from outside.
pub(super) async fn run(connection: &mut PgConnection, statement: String) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await.map(drop)
}
