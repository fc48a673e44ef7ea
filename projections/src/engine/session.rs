//! A database connection that writes one generation: it holds the generation's lease, and what it writes lands in the
//! generation's schema.
//!
//! The lease is an advisory lock of this connection, so it ends with it, and with it end the transactions: a process
//! that has lost its lease cannot write. A connection of its own also keeps prepared statements to one schema.

use std::sync::Arc;

use sqlx::{Connection, PgConnection, PgPool, postgres::PgConnectOptions};

use super::generation::Generation;

/// The first half of the leases' keys ("view"); the second is the generation's id.
pub(super) const LEASES: i32 = 0x7669_6577;

/// The same of the locks of helpers.
const HELPERS: i32 = 0x7669_6578;

/// The connection.
pub(super) struct Session {
    pub(super) connection: PgConnection,
}

impl Session {
    /// Connects; the lease is still to be taken.
    pub(super) async fn open(pool: &PgPool, generation: &Generation) -> Result<Self, sqlx::Error> {
        let options: PgConnectOptions = Arc::unwrap_or_clone(pool.connect_options())
            .application_name(&format!("greenstall {} v{}", generation.view, generation.number))
            .options([
                // `public` is where extensions put their operators.
                ("search_path", format!("{},public", generation.schema())),
                // Rows and checkpoint are lost together, if at all, and are written again from the log.
                ("synchronous_commit", "off".into()),
                // Views change rows by their keys. Postgres must not keep a plan that reads the whole table because the
                // table was small when the statement was first seen.
                ("enable_seqscan", "off".into()),
            ]);
        Ok(Self { connection: PgConnection::connect_with(&options).await? })
    }

    /// A second connection for who holds the lease. It holds a lock of its own, by which [`end_helper`] finds it.
    pub(super) async fn open_helper(pool: &PgPool, generation: &Generation) -> Result<Self, sqlx::Error> {
        let mut helper = Self::open(pool, generation).await?;
        sqlx::query("SELECT pg_advisory_lock($1, $2)")
            .bind(HELPERS)
            .bind(generation.id)
            .execute(&mut helper.connection)
            .await?;
        Ok(helper)
    }

    /// Takes the generation's lease, if nobody has it.
    pub(super) async fn try_lease(&mut self, generation: i32) -> Result<bool, sqlx::Error> {
        sqlx::query_scalar("SELECT pg_try_advisory_lock($1, $2)")
            .bind(LEASES)
            .bind(generation)
            .fetch_one(&mut self.connection)
            .await
    }

    /// Ends the connection that holds the lease, and with it whatever it was writing.
    pub(super) async fn end_holder(&mut self, generation: i32) -> Result<(), sqlx::Error> {
        end(&mut self.connection, LEASES, generation).await
    }

    /// Gives it back.
    pub(super) async fn release(&mut self, generation: i32) -> Result<(), sqlx::Error> {
        sqlx::query("SELECT pg_advisory_unlock($1, $2)")
            .bind(LEASES)
            .bind(generation)
            .execute(&mut self.connection)
            .await
            .map(drop)
    }

    /// Ends it in order. A session that is dropped ends as well, with a line in the server's log.
    pub(super) async fn close(self) {
        // A connection that cannot say goodbye is gone already.
        let _ = self.connection.close().await;
    }
}

/// Ends what the helper of a holder that is gone may still be doing: Postgres ends a statement whose client has died only
/// when it is done. For who holds the lease, which nobody has had since.
pub(super) async fn end_helper(connection: &mut PgConnection, generation: i32) -> Result<(), sqlx::Error> {
    end(connection, HELPERS, generation).await
}

async fn end(connection: &mut PgConnection, locks: i32, generation: i32) -> Result<(), sqlx::Error> {
    sqlx::query(
        "SELECT pg_terminate_backend(pid) FROM pg_locks
         WHERE locktype = 'advisory' AND objsubid = 2 AND granted
           AND classid::bigint = $1 AND objid::bigint = $2
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    )
    .bind(i64::from(locks))
    .bind(i64::from(generation))
    .execute(connection)
    .await
    .map(drop)
}
