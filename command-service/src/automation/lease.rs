//! The lease: which process may run the process managers.
//!
//! The lease is an advisory lock held by a connection of its own. The holder renews it with [`keep_alive`], and
//! stops the managers if no answer comes in time. Postgres ends a session that is silent for [`Limits::lease`],
//! so a vanished holder loses the lease even if its connection was never closed; the holder itself notices
//! earlier. Each holder begins a new term, and a write of an earlier term changes nothing: a holder that is
//! suspended beyond its lease does no harm when it resumes.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, Utc};
use postgres_kit::{
    FromRow, Limits, Pool, connect, keep_alive, process_of, session_name, statements, within,
};
use service_kit::Ids;
use sqlx::{Connection, PgConnection};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::deadline::in_time;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn try_lease() -> value bool = "SELECT pg_try_advisory_lock(hashtext('process managers'))";
    fn begin_term(term: Uuid) = include_str!("sql/begin_term.sql");
    fn lease_holder() -> row HolderRow = include_str!("sql/lease_holder.sql");
}

/// Lease poll interval. With a short lease, polls are more frequent, so that Postgres does not end the waiting
/// session.
const POLL_INTERVAL: Duration = Duration::from_secs(2);

/// The right to run the process managers.
pub(super) struct Lease {
    connection: PgConnection,
    limits: Limits,
    term: Uuid,
}

/// Waits for the lease; `None` if stopped first.
pub(super) async fn take(
    pool: &Pool,
    limits: Limits,
    ids: &dyn Ids,
    stop: &CancellationToken,
) -> Option<Lease> {
    let waiting = async {
        loop {
            match wait(pool, limits, ids).await {
                Ok(lease) => return lease,
                Err(error) => tracing::warn!(%error, "cannot take the lease; process managers are waiting"),
            }
            sleep(POLL_INTERVAL).await;
        }
    };
    stop.run_until_cancelled(waiting).await
}

/// Polls for the lease on one connection.
async fn wait(pool: &Pool, limits: Limits, ids: &dyn Ids) -> sqlx::Result<Lease> {
    let options = Arc::unwrap_or_clone(pool.connect_options());
    let database = limits.lease_session(options.application_name(&session_name("greenstall managers")));
    let mut connection = connect(&database, &limits).await?;
    loop {
        let asking = sql::try_lease().fetch_one(&mut connection);
        if within(limits.answer, "the lease of the process managers", asking).await? {
            break;
        }
        sleep(POLL_INTERVAL.min(limits.heartbeat())).await;
    }
    let term = ids.uuid();
    // Waits for the writes of the previous term, none of which takes long.
    let beginning = sql::begin_term(term).execute(&mut connection);
    within(limits.answer, "the beginning of the managers' term", beginning).await?;
    tracing::info!(%term, "process managers started in this process");
    Ok(Lease { connection, limits, term })
}

/// The process that runs the process managers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaseHolder {
    /// The process's id, if its session reports it.
    pub process: Option<u32>,
    /// The process's host, if its session reports it.
    pub host: Option<String>,
    /// The address from which it connected; `None` for a Unix socket.
    pub address: Option<String>,
    /// When it took the lease (UTC).
    pub since: DateTime<Utc>,
}

#[derive(FromRow)]
struct HolderRow {
    application_name: String,
    address: Option<String>,
    since: DateTime<Utc>,
}

/// The holder of the lease; `None` if no process runs the process managers.
pub async fn lease_holder(pool: &Pool) -> sqlx::Result<Option<LeaseHolder>> {
    let reading = sql::lease_holder().fetch_optional(pool);
    let Some(row) = in_time(reading).await? else { return Ok(None) };
    let process = process_of(&row.application_name);
    Ok(Some(LeaseHolder {
        process: process.map(|(id, _)| id),
        host: process.and_then(|(_, host)| host).map(str::to_owned),
        address: row.address,
        since: row.since,
    }))
}

impl Lease {
    /// Id of the term.
    pub(super) const fn term(&self) -> Uuid {
        self.term
    }

    /// Renews the lease until that fails, and returns the reason.
    pub(super) async fn keep(&mut self) -> String {
        keep_alive(&mut self.connection, &self.limits).await.to_string()
    }

    /// Releases the lease, so that another process need not wait for it to expire.
    pub(super) async fn release(self) {
        if let Err(error) = within(self.limits.ping, "the return of the lease", self.connection.close()).await
        {
            tracing::warn!(%error, "cannot release the lease of the process managers; it will expire");
        }
    }
}
