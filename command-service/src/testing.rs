//! Checks SQL statements against the tables of this crate.

use postgres_kit::{Pool, Statement};

use crate::{automation, idempotency, payments::sandbox, snapshots};

/// Fails unless these statements fit the tables.
pub(crate) fn check_statements(statements: &[Statement]) {
    test_support::check_statements("command-service", make_tables, "pg_catalog", statements);
}

async fn make_tables(url: &str) -> sqlx::Result<()> {
    let pool = Pool::connect(url).await?;
    automation::migrate(&pool).await?;
    idempotency::migrate(&pool).await?;
    sandbox::migrate(&pool).await?;
    snapshots::migrate(&pool).await?;
    pool.close().await;
    Ok(())
}
