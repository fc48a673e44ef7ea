//! Lists the tables of a generation, and runs statements that contain their names.

use postgres_kit::statements;
use sqlx::{AssertSqlSafe, PgConnection, PgExecutor};

use super::View;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn tables_of(schema: &str) -> value String = include_str!("sql/tables/tables_of.sql");
}

/// The tables of a schema, without the partitions of partitioned tables.
pub(super) async fn tables_of(
    database: impl PgExecutor<'_>,
    schema: &str,
) -> Result<Vec<String>, sqlx::Error> {
    sql::tables_of(schema).fetch_all(database).await
}

/// The tables of a schema that must be equal in two builds that have applied the same events.
pub(super) async fn compared_tables(
    database: impl PgExecutor<'_>,
    schema: &str,
    view: &dyn View,
) -> Result<Vec<String>, sqlx::Error> {
    let mut tables = tables_of(database, schema).await?;
    tables.retain(|table| !view.batch_tables().contains(&&**table));
    Ok(tables)
}

/// Runs a statement that was assembled. The names in it come from views and their tables, never from outside.
pub(super) async fn run(connection: &mut PgConnection, statement: String) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await.map(drop)
}
