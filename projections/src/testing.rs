//! Checks SQL statements against the tables of the engine and of the views.

use std::sync::Arc;

use postgres_kit::{Pool, Statement};
use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::{
    engine::{View, migrate},
    views,
};

/// Checks the statements of a view against the view's tables, which they name without a schema, and all other statements
/// against the engine's tables.
pub(crate) fn check_statements(statements: &[Statement]) {
    let module = statements.first().map_or("", |statement| statement.name);
    let view = module.strip_prefix("projections::views::").and_then(|path| path.split("::").next());
    test_support::check_statements("projections", make_tables, view.unwrap_or("pg_catalog"), statements);
}

async fn make_tables(url: &str) -> Result<(), sqlx::Error> {
    let pool = Pool::connect(url).await?;
    migrate(&pool).await?;
    pool.close().await;
    let mut connection = PgConnection::connect(url).await?;
    let example: (_, Arc<dyn View>) = ("example", Arc::new(views::example::Verdicts));
    for (folder, view) in views::all().into_iter().map(|view| (view.name(), view)).chain([example]) {
        let schema = format!("CREATE SCHEMA {folder}; SET search_path = {folder}");
        sqlx::raw_sql(AssertSqlSafe(schema)).execute(&mut connection).await?;
        sqlx::raw_sql(view.tables()).execute(&mut connection).await?;
    }
    connection.close().await
}
