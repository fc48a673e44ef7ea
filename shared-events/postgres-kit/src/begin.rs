//! Transactions on pooled connections that are safe to cancel.

use std::ops::{Deref, DerefMut};

use sqlx::{PgConnection, raw_sql};

use crate::{Pool, Pooled};

/// A transaction on a pooled connection, to which it derefs. Dropping it before its end closes the connection, and the
/// server rolls back.
#[derive(Debug)]
pub struct Transaction {
    connection: Pooled,
    ended: bool,
}

/// Begins a transaction. Unlike [`sqlx::Pool::begin`], its future may be dropped at any moment.
///
/// sqlx 0.9.0 counts a transaction only after the answer to BEGIN. When its future is dropped earlier, the connection
/// returns to the pool with the transaction open: it keeps its locks, and later writes on it are never committed.
///
/// # Errors
/// When the pool or the server fails.
pub async fn begin(pool: &Pool) -> sqlx::Result<Transaction> {
    let mut transaction = Transaction { connection: pool.acquire().await?, ended: false };
    transaction.run("BEGIN").await?;
    Ok(transaction)
}

impl Transaction {
    /// Commits the transaction.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn commit(self) -> sqlx::Result<()> {
        self.end("COMMIT").await
    }

    /// Rolls the transaction back.
    ///
    /// # Errors
    /// When the server fails.
    pub async fn rollback(self) -> sqlx::Result<()> {
        self.end("ROLLBACK").await
    }

    async fn end(mut self, statement: &'static str) -> sqlx::Result<()> {
        self.run(statement).await?;
        self.ended = true;
        Ok(())
    }

    async fn run(&mut self, statement: &'static str) -> sqlx::Result<()> {
        raw_sql(statement).execute(&mut *self.connection).await.map(drop)
    }
}

impl Deref for Transaction {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.connection
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.connection
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        if !self.ended {
            self.connection.close_on_drop();
        }
    }
}
