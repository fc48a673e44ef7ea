//! Creates and changes tables beside sessions that use them.
//!
//! `ALTER TABLE`, and most other changes of a table, wait until no transaction uses it, and every later statement on
//! the table queues behind the one that waits. While a dump is open, which uses all tables for hours, such a change
//! would stop the shop. So a start first compares the tables' recorded fingerprint, and changes nothing when it fits. A
//! change that is needed gives up after [`LOCK_TIMEOUT`], lets the queue pass, and tries again.

use std::time::{Duration, Instant};

use sqlx::{AssertSqlSafe, PgConnection, PgExecutor, raw_sql};
use tokio::time::sleep;

use crate::{Pool, lock_holder};

/// How long statements of the shop wait at most behind a change of a table that cannot be made yet.
const LOCK_TIMEOUT: &str = "1s";

/// The pause between two attempts, in which the statements that have queued can run.
const RETRY_PAUSE: Duration = Duration::from_secs(4);

/// How often a change that waits is logged.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// The advisory lock by which changes of tables take turns ("Greenstall tables").
const CHANGE_LOCK: i64 = 0x6773_7461_626c_6573;

/// The tables of a part of the program, and the script that creates them or changes those of an earlier version. The
/// script runs in one transaction, and may run again.
#[derive(Clone, Copy, Debug)]
pub struct Tables {
    /// What they hold, for messages.
    pub what: &'static str,
    /// One of the tables. Its comment records the script that has run.
    pub table: &'static str,
    /// The schemas that the script names.
    pub schemas: &'static [&'static str],
    /// The script.
    pub script: &'static str,
}

impl Tables {
    /// Whether the tables are those of this program.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn are_current(&self, database: impl PgExecutor<'_>) -> sqlx::Result<bool> {
        let recorded = sqlx::query_scalar("SELECT obj_description(to_regclass($1), 'pg_class')");
        let recorded: Option<String> = recorded.bind(self.table).fetch_one(database).await?;
        Ok(recorded.is_some_and(|recorded| recorded == self.record()))
    }

    /// Creates or changes the tables, unless they are current. Waits as long as other sessions use them.
    ///
    /// # Errors
    /// When the database refuses a statement.
    pub async fn migrate(&self, pool: &Pool) -> sqlx::Result<()> {
        if self.are_current(pool).await? {
            return Ok(());
        }
        let record = format!("COMMENT ON TABLE {} IS '{}'", self.table, self.record());
        let script = format!("{};\n{record}", self.script.trim_end().trim_end_matches(';'));
        change_tables(pool, self.what, self.schemas, &script).await
    }

    fn record(&self) -> String {
        format!("made by Greenstall, script {:016x}", fingerprint(self.script))
    }
}

/// Runs a script that changes tables of these schemas in one transaction, and tries again for as long as other sessions
/// hold locks on them.
///
/// # Errors
/// When the database refuses a statement.
pub async fn change_tables(pool: &Pool, what: &str, schemas: &[&str], script: &str) -> sqlx::Result<()> {
    let mut logged_at: Option<Instant> = None;
    loop {
        let mut connection = pool.acquire().await?;
        // The transaction is open when an error occurs, and the connection must not return to the pool.
        connection.close_on_drop();
        match try_change(&mut connection, script).await {
            Err(error) if is_lock_timeout(&error) => {}
            done => return done,
        }
        raw_sql("ROLLBACK").execute(&mut *connection).await?;
        if logged_at.is_none_or(|logged_at| logged_at.elapsed() > LOG_INTERVAL) {
            let holder = lock_holder(&mut connection, schemas).await?;
            tracing::warn!("{what} cannot be changed while they are in use; waiting for {holder}");
            logged_at = Some(Instant::now());
        }
        drop(connection);
        sleep(RETRY_PAUSE).await;
    }
}

async fn try_change(connection: &mut PgConnection, script: &str) -> sqlx::Result<()> {
    raw_sql("BEGIN").execute(&mut *connection).await?;
    let limit = sqlx::query("SELECT set_config('lock_timeout', $1, true)").bind(LOCK_TIMEOUT);
    limit.execute(&mut *connection).await?;
    sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(CHANGE_LOCK).execute(&mut *connection).await?;
    raw_sql(AssertSqlSafe(script)).execute(&mut *connection).await?;
    raw_sql("COMMIT").execute(connection).await.map(drop)
}

/// Whether a statement has waited too long for a lock, or was chosen to end a deadlock: it can be tried again.
#[must_use]
pub fn is_lock_timeout(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .and_then(|error| error.code())
        .is_some_and(|code| code == "55P03" || code == "40P01")
}

/// The FNV-1a hash of a text, which is the same on every machine.
fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
