//! Which process may run the process managers.
//!
//! The lease is an advisory lock of a connection that is used for nothing else. Its holder renews it by asking on that
//! connection, and stops the managers when no answer comes in time. Postgres ends a session that has not asked for
//! [`EXPIRES_AFTER`], so a holder that has vanished loses the lease although its connection was never closed. The holder
//! notices within [`RENEW_EVERY`] plus [`RENEWAL_TIMEOUT`], which is sooner. Each holder begins a term of its own;
//! writes of an earlier term change nothing, so a holder that was asleep for longer does no harm when it wakes up.

use std::time::Duration;

use service_kit::Ids;
use sqlx::{Connection, PgConnection, PgPool};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::deadline::{in_time, within};

/// How often a process that waits for the lease asks for it.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// How often the holder renews the lease.
const RENEW_EVERY: Duration = Duration::from_secs(2);
/// How long the holder waits for the answer to a renewal.
const RENEWAL_TIMEOUT: Duration = Duration::from_secs(3);
/// After this time without a renewal Postgres gives the lease away. A waiting process polls more often than this.
const EXPIRES_AFTER: &str = "set idle_session_timeout = '10s'";

/// The right to run the process managers.
pub(super) struct Lease {
    connection: PgConnection,
    term: Uuid,
}

/// Waits for the lease; none when told to stop before.
pub(super) async fn take(pool: &PgPool, ids: &dyn Ids, stop: &CancellationToken) -> Option<Lease> {
    let waiting = async {
        loop {
            match wait(pool, ids).await {
                Ok(lease) => return lease,
                Err(error) => tracing::warn!(%error, "the process managers wait for the database"),
            }
            sleep(POLL_INTERVAL).await;
        }
    };
    stop.run_until_cancelled(waiting).await
}

/// Asks for the lease on one connection until it is free.
async fn wait(pool: &PgPool, ids: &dyn Ids) -> sqlx::Result<Lease> {
    let options = pool.connect_options();
    let mut connection = in_time(PgConnection::connect_with(&options)).await?;
    in_time(sqlx::raw_sql(EXPIRES_AFTER).execute(&mut connection)).await?;
    loop {
        let asking = sqlx::query_scalar("select pg_try_advisory_lock(hashtext('process managers'))")
            .fetch_one(&mut connection);
        if in_time(asking).await? {
            break;
        }
        sleep(POLL_INTERVAL).await;
    }
    let term = ids.uuid();
    // Waits for the writes of the term before, none of which takes long.
    let beginning = sqlx::query(
        "insert into automation.lease (term) values ($1)
         on conflict (id) do update set term = excluded.term, began_at = excluded.began_at",
    )
    .bind(term)
    .execute(&mut connection);
    in_time(beginning).await?;
    tracing::info!(%term, "this process runs the process managers");
    Ok(Lease { connection, term })
}

impl Lease {
    /// Which term this is.
    pub(super) const fn term(&self) -> Uuid {
        self.term
    }

    /// Renews the lease for as long as that works, and says why it does not any more.
    pub(super) async fn keep(&mut self) -> String {
        loop {
            sleep(RENEW_EVERY).await;
            let renewing = sqlx::query_scalar("select exists (select from automation.lease where term = $1)")
                .bind(self.term)
                .fetch_one(&mut self.connection);
            match within(RENEWAL_TIMEOUT, renewing).await {
                Ok(true) => {}
                Ok(false) => return "another process has begun a term of its own".to_owned(),
                Err(error) => return error.to_string(),
            }
        }
    }

    /// Gives the lease back, so that another process need not wait for it to expire.
    pub(super) async fn release(self) {
        let released = timeout(RENEWAL_TIMEOUT, self.connection.close()).await;
        if !matches!(released, Ok(Ok(()))) {
            tracing::warn!("the lease of the process managers could not be given back and expires");
        }
    }
}
