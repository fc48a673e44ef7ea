//! Serializes the processes of an instance that start at the same time, while they create missing tables and files.

use std::time::{Duration, Instant};

use postgres_kit::{FromRow, Limits, Pool, connect, keep_alive, statements, within};
use sqlx::{Connection, PgConnection};
use tokio::time::sleep;

use crate::Outcome;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn try_lock(lock: i64) -> value bool = "SELECT pg_try_advisory_lock($1)";
    fn holder(lock: i64) -> row Holder = include_str!("sql/holder.sql");
}

/// A session that holds the lock.
#[derive(FromRow)]
struct Holder {
    pid: i32,
    name: String,
    host: String,
    since: String,
}

/// The advisory lock of the process that is preparing the database ("Greenstall opens").
const OPENING_LOCK: i64 = 0x6773_6f70_656e_7321;

/// How often a waiting process tries to take the lock again.
const LOCK_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// After this time a waiting process logs what it waits for.
const LOG_AFTER: Duration = Duration::from_secs(1);

/// The time limit of the wait for the lock, in lease times. By then the lease of a dead holder has expired.
const LEASES_TO_WAIT: u32 = 3;

/// Runs `work` while no other process runs such work.
///
/// # Errors
/// Errors of `work`. Also when the lock does not become free or is lost; the message names its holder.
pub(crate) async fn in_turn<T>(
    pool: &Pool,
    limits: &Limits,
    work: impl Future<Output = Outcome<T>>,
) -> Outcome<T> {
    let mut turn = connect(&limits.lease_session((*pool.connect_options()).clone()), limits).await?;
    take(&mut turn, limits).await?;
    let done = tokio::select! {
        done = work => done,
        lost = keep_alive(&mut turn, limits) => Err(lost.into()),
    };
    // The lock is released with the connection, even if closing the connection fails.
    let _ = within(limits.ping, "a farewell", turn.close()).await;
    done
}

async fn take(turn: &mut PgConnection, limits: &Limits) -> Outcome<()> {
    let began = Instant::now();
    let mut logged = false;
    loop {
        let asked = sql::try_lock(OPENING_LOCK).fetch_one(&mut *turn);
        if within(limits.answer, "the turn to prepare the database", asked).await? {
            return Ok(());
        }
        let waited = began.elapsed();
        if waited > limits.lease * LEASES_TO_WAIT {
            let holder = within(limits.answer, "who prepares the database", holder(turn)).await?;
            return Err(format!(
                "another process has been preparing this database for {} s: {holder}. If it is gone, end its session \
                 with `SELECT pg_terminate_backend(PID)`",
                waited.as_secs()
            )
            .into());
        }
        if waited > LOG_AFTER && !logged {
            let holder = within(limits.answer, "who prepares the database", holder(turn)).await?;
            tracing::info!("waiting for another process that is preparing this database: {holder}");
            logged = true;
        }
        sleep(LOCK_POLL_INTERVAL).await;
    }
}

/// A description of the session that holds the lock, for messages.
async fn holder(connection: &mut PgConnection) -> Result<String, sqlx::Error> {
    let found = sql::holder(OPENING_LOCK).fetch_optional(connection).await?;
    let Some(Holder { pid, name, host, since }) = found else { return Ok("it has just ended".to_owned()) };
    Ok(format!("PID {pid} of Postgres ({name} from {host}, connected since {since})"))
}
