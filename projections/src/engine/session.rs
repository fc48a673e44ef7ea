//! The database connection that writes one generation: it holds the generation's lease, and its search path is the
//! generation's schema.
//!
//! The lease is an advisory lock of this connection. It ends with the connection, and so do its transactions: a
//! process that has lost its lease cannot write. Postgres ends the session when its client is silent for the duration
//! of a lease, even where a proxy keeps the connection open. A separate connection also keeps prepared statements to
//! one schema.

use std::{io, sync::Arc};

use postgres_kit::{Limits, Pool, session_name, statements, within};
use sqlx::{Connection, PgConnection, PgExecutor, postgres::PgConnectOptions};
use tokio::time::sleep;

use super::{generation::Generation, shared::Shared};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn lock(class: i32, generation: i32) = "SELECT pg_advisory_lock($1, $2)";
    fn try_lock(class: i32, generation: i32) -> value bool = "SELECT pg_try_advisory_lock($1, $2)";
    fn set_lock_timeout(timeout: &str) = "SELECT set_config('lock_timeout', $1, true)";
    fn unlock(class: i32, generation: i32) = "SELECT pg_advisory_unlock($1, $2)";
    fn is_locked(class: i64, generation: i64) -> value bool = include_str!("sql/session/is_locked.sql");
    fn backend() -> value i32 = "SELECT pg_backend_pid()";
    fn backend_state(backend: i32) -> value String =
        "SELECT coalesce(max(state), '') FROM pg_stat_activity WHERE pid = $1";
    fn act_as_owner() = include_str!("sql/session/act_as_owner.sql");
    fn end_backend(class: i64, generation: i64) = include_str!("sql/session/end_backend.sql");
}

/// First half of the key of a lease's advisory lock ("view"); the second half is the generation's id.
pub(super) const LEASE_LOCK_CLASS: i32 = 0x7669_6577;

/// First half of the key of a helper's advisory lock.
const HELPER_LOCK_CLASS: i32 = 0x7669_6578;

/// First half of the key of the advisory lock by which operators' commands on one generation take turns.
const ACT_LOCK_CLASS: i32 = 0x7669_6579;

/// A statement counts as answered, and its answer as lost, after this many consecutive checks that find its backend
/// idle.
const IDLE_CHECKS_UNTIL_LOST: u32 = 2;

/// A statement is given up after this many consecutive checks that fail.
const MAX_FAILED_CHECKS: u32 = 30;

/// A connection to the database for one generation.
pub(super) struct Session {
    pub(super) connection: PgConnection,
    pub(super) limits: Limits,
}

impl Session {
    /// Connects without taking the lease.
    pub(super) async fn open(shared: &Shared, generation: &Generation) -> Result<Self, sqlx::Error> {
        let options: PgConnectOptions = Arc::unwrap_or_clone(shared.pool.connect_options())
            .application_name(&session_name(&format!(
                "greenstall {} v{}",
                generation.view, generation.number
            )))
            .options([
                // Extensions put their operators into `public`.
                ("search_path", format!("{},public", generation.schema())),
                // A crash can lose the latest rows and their checkpoint, but only together. They are written again
                // from the log.
                ("synchronous_commit", "off".into()),
                // Views change rows by their keys. Postgres must not keep a plan with a sequential scan that it made
                // while the table was small.
                ("enable_seqscan", "off".into()),
            ]);
        let limits = shared.limits;
        let mut connection = postgres_kit::connect(&limits.lease_session(options), &limits).await?;
        act_as_owner(&mut connection, &limits).await?;
        Ok(Self { connection, limits })
    }

    /// Opens a second connection for the holder of the lease. It takes an advisory lock of its own, by which
    /// [`end_helper`] finds it.
    pub(super) async fn open_helper(shared: &Shared, generation: &Generation) -> Result<Self, sqlx::Error> {
        let mut helper = Self::open(shared, generation).await?;
        let lock = sql::lock(HELPER_LOCK_CLASS, generation.id).execute(&mut helper.connection);
        within(shared.limits.answer, "the lock of a helper", lock).await?;
        Ok(helper)
    }

    /// Takes the generation's lease, if it is free.
    pub(super) async fn try_lease(&mut self, generation: i32) -> Result<bool, sqlx::Error> {
        try_lease(&mut self.connection, &self.limits, generation).await
    }

    /// Takes the lock by which operators' commands on the generation take turns, and returns whether it was free.
    /// A command that ends the holder of the lease does not end this connection.
    pub(super) async fn try_turn(&mut self, generation: i32) -> Result<bool, sqlx::Error> {
        try_lock(&mut self.connection, &self.limits, ACT_LOCK_CLASS, generation).await
    }

    /// Renews the lease while there is nothing to write.
    pub(super) async fn renew_lease(&mut self) -> Result<(), sqlx::Error> {
        within(self.limits.ping, "the heartbeat of a view's lease", self.connection.ping()).await
    }

    /// Ends the connection that holds the lease, and with it the transaction it was writing.
    pub(super) async fn end_holder(&mut self, generation: i32) -> Result<(), sqlx::Error> {
        end(&mut self.connection, LEASE_LOCK_CLASS, generation).await
    }

    /// Releases the lease.
    pub(super) async fn release(&mut self, generation: i32) -> Result<(), sqlx::Error> {
        sql::unlock(LEASE_LOCK_CLASS, generation).execute(&mut self.connection).await.map(drop)
    }

    /// Closes the connection properly. Postgres logs a dropped one.
    pub(super) async fn close(self) {
        // An error means that the connection is gone already.
        let _ = within(self.limits.ping, "a farewell", self.connection.close()).await;
    }
}

/// As [`Session::try_lease`], also within a transaction. The lease lasts until the connection ends.
pub(super) async fn try_lease(
    connection: &mut PgConnection,
    limits: &Limits,
    generation: i32,
) -> Result<bool, sqlx::Error> {
    try_lock(connection, limits, LEASE_LOCK_CLASS, generation).await
}

async fn try_lock(
    connection: &mut PgConnection,
    limits: &Limits,
    class: i32,
    generation: i32,
) -> Result<bool, sqlx::Error> {
    let lock = sql::try_lock(class, generation).fetch_one(connection);
    within(limits.answer, "the lock of a generation", lock).await
}

/// Opens a connection for an operator's act on builds, outside of any generation.
pub(super) async fn open_for_act(shared: &Shared) -> Result<PgConnection, sqlx::Error> {
    let (options, limits) = (shared.pool.connect_options(), &shared.limits);
    let mut connection = postgres_kit::connect(&options, limits).await.map_err(sqlx::Error::from)?;
    act_as_owner(&mut connection, limits).await?;
    Ok(connection)
}

/// Takes the role that owns the schema `read`, if this user may: whichever process builds a view, its tables then belong
/// to one role, and every process that may take it can write and drop them.
async fn act_as_owner(connection: &mut PgConnection, limits: &Limits) -> Result<(), sqlx::Error> {
    let taking = sql::act_as_owner().execute(connection);
    within(limits.answer, "the role that owns the views", taking).await.map(drop)
}

/// Limits how long the statements of this transaction wait for a lock.
pub(super) async fn set_lock_timeout(
    transaction: impl PgExecutor<'_>,
    timeout: &str,
) -> Result<(), sqlx::Error> {
    sql::set_lock_timeout(timeout).execute(transaction).await.map(drop)
}

/// Whether a connection holds the lease.
pub(super) async fn is_leased(pool: &Pool, generation: i32) -> Result<bool, sqlx::Error> {
    sql::is_locked(i64::from(LEASE_LOCK_CLASS), i64::from(generation)).fetch_one(pool).await
}

/// The process id of the server's backend for a connection.
pub(super) async fn backend(connection: &mut PgConnection) -> Result<i32, sqlx::Error> {
    sql::backend().fetch_one(connection).await
}

/// Watches a statement that may take hours and therefore has no deadline. Returns an error when its backend is idle
/// although the caller still waits, or when the checks of the backend fail for a long time.
pub(super) async fn answer_lost(shared: &Shared, backend: i32) -> sqlx::Error {
    let mut checks = StatementChecks::default();
    loop {
        sleep(shared.limits.heartbeat()).await;
        let state = sql::backend_state(backend).fetch_one(&shared.pool);
        let state = within(shared.limits.answer, "the state of a statement", state).await;
        if let Some(why) = checks.give_up_after(state.map(|state| state == "active")) {
            let text = format!("a statement of the server's process {backend} is given up: {why}");
            return sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, text));
        }
    }
}

/// The recent checks of a statement's backend.
#[derive(Default)]
struct StatementChecks {
    at_rest: u32,
    failed: u32,
}

impl StatementChecks {
    /// Records whether the backend is working. Returns the reason to give up, or `None` to keep waiting.
    fn give_up_after(&mut self, at_work: Result<bool, sqlx::Error>) -> Option<String> {
        match at_work {
            Ok(true) => *self = Self::default(),
            Ok(false) => *self = Self { at_rest: self.at_rest + 1, failed: 0 },
            Err(error) => {
                self.failed += 1;
                return (self.failed >= MAX_FAILED_CHECKS)
                    .then(|| format!("it cannot be looked at: {error}"));
            }
        }
        (self.at_rest >= IDLE_CHECKS_UNTIL_LOST).then(|| "its answer was lost".to_owned())
    }
}

/// Ends a helper connection of the previous holder: Postgres notices only at the end of a statement that its client
/// has died. The caller must have held the lease ever since.
pub(super) async fn end_helper(connection: &mut PgConnection, generation: i32) -> Result<(), sqlx::Error> {
    end(connection, HELPER_LOCK_CLASS, generation).await
}

async fn end(connection: &mut PgConnection, locks: i32, generation: i32) -> Result<(), sqlx::Error> {
    sql::end_backend(i64::from(locks), i64::from(generation)).execute(connection).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of checks after which a statement is given up.
    fn given_up_after(checks: impl IntoIterator<Item = Option<bool>>) -> Option<usize> {
        let mut seen = StatementChecks::default();
        let gives_up =
            |look: Option<bool>| seen.give_up_after(look.ok_or(sqlx::Error::PoolTimedOut)).is_some();
        checks.into_iter().map(gives_up).position(|gives_up| gives_up).map(|index| index + 1)
    }

    #[test]
    fn a_statement_is_given_up_after_two_checks_that_find_its_backend_idle() {
        assert_eq!(given_up_after([Some(true), Some(false), Some(false)]), Some(3));
        assert_eq!(given_up_after([Some(false), Some(true), Some(false)]), None);
        assert_eq!(given_up_after([Some(false), None, Some(false)]), Some(3));
    }

    #[test]
    fn a_long_statement_survives_some_failed_checks() {
        let outage = [None; MAX_FAILED_CHECKS as usize - 1];
        assert_eq!(given_up_after(outage.into_iter().chain([Some(true)]).chain(outage)), None);
        assert_eq!(given_up_after([None; MAX_FAILED_CHECKS as usize + 1]), Some(MAX_FAILED_CHECKS as usize));
    }
}
