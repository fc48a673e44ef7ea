//! Checks that the SQL statements of the event store fit its tables.

use postgres_kit::{Pool, Statement};

use super::migrate;

/// Fails unless these statements fit the tables of the event store.
pub(super) fn check_statements(statements: &[Statement]) {
    let tables = async |url: &str| {
        let pool = Pool::connect(url).await?;
        migrate(&pool).await?;
        pool.close().await;
        Ok::<_, sqlx::Error>(())
    };
    test_support::check_statements("event-store", tables, "pg_catalog", statements);
}
