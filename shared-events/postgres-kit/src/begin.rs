//! Transactions on connections of a pool.

use std::ops::{Deref, DerefMut};

use sqlx::{PgConnection, raw_sql};

use crate::{Pool, Pooled};

/// A transaction on a connection of a pool. It derefs to the connection. A transaction that is dropped before its end
/// takes its connection with it: the server rolls back when the connection closes.
#[derive(Debug)]
pub struct Transaction {
    connection: Pooled,
    ended: bool,
}

/// Begins a transaction. Other than [`sqlx::Pool::begin`] it may be dropped at any moment.
///
/// sqlx 0.9.0 counts a transaction only after the answer to BEGIN. When its future is dropped before, the connection goes
/// back to the pool with the transaction open: it keeps its locks, and whatever is written on it next is never committed.
///
/// # Errors
/// Those of the pool and of the server.
pub async fn begin(pool: &Pool) -> sqlx::Result<Transaction> {
    let mut transaction = Transaction { connection: pool.acquire().await?, ended: false };
    transaction.run("BEGIN").await?;
    Ok(transaction)
}

impl Transaction {
    /// Ends it and keeps what it has written.
    ///
    /// # Errors
    /// Those of the server.
    pub async fn commit(self) -> sqlx::Result<()> {
        self.end("COMMIT").await
    }

    /// Ends it as if it had written nothing.
    ///
    /// # Errors
    /// Those of the server.
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
