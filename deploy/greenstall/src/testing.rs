//! Checks SQL statements against the tables of an instance.

use postgres_kit::{Pool, Statement};

use crate::{Outcome, ports};

/// Fails unless these statements fit the tables.
pub(crate) fn check_statements(statements: &[Statement]) {
    test_support::check_statements("greenstall", make_tables, "pg_catalog", statements);
}

async fn make_tables(url: &str) -> Outcome<()> {
    let pool = Pool::connect(url).await?;
    ports::migrate(&pool).await?;
    pool.close().await;
    Ok(())
}
