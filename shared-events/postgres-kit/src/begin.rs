//! Transactions on connections of a pool.

use std::io;

use sqlx::{PgPool, Postgres, Transaction};

/// Begins a transaction. Other than [`sqlx::Pool::begin`] it may be dropped at any moment.
///
/// sqlx 0.9.0 counts a transaction only after the answer to BEGIN. When its future is dropped before, the connection goes
/// back to the pool with the transaction open: it keeps its locks, and whatever is written on it next is never committed.
///
/// # Errors
/// Those of the pool and of the server.
pub async fn begin(pool: &PgPool) -> sqlx::Result<Transaction<'static, Postgres>> {
    let pool = pool.clone();
    // The task goes on when its caller is gone. Then it drops the transaction, which rolls it back.
    let beginning = tokio::spawn(async move { pool.begin().await });
    beginning.await.unwrap_or_else(|error| Err(sqlx::Error::Io(io::Error::other(error))))
}
