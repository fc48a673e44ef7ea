//! Which process may run the process managers.

use std::time::Duration;

use sqlx::{PgConnection, PgPool, Postgres, pool::PoolConnection};
use tokio_util::sync::CancellationToken;

/// How often a process that waits for the lease asks again.
const TRY_AGAIN: Duration = Duration::from_secs(2);

/// The right to run the process managers, until it is dropped or its connection ends.
pub(super) struct Lease(
    #[expect(dead_code, reason = "the lock lives as long as its connection")] PgConnection,
);

/// Waits for the lease; none when told to stop before.
pub(super) async fn lease(pool: &PgPool, cancellation: &CancellationToken) -> Option<Lease> {
    let waiting = async {
        loop {
            match try_lease(pool).await {
                Ok(Some(lease)) => return lease,
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, "the process managers wait for the database"),
            }
            tokio::time::sleep(TRY_AGAIN).await;
        }
    };
    cancellation.run_until_cancelled(waiting).await
}

async fn try_lease(pool: &PgPool) -> sqlx::Result<Option<Lease>> {
    // Not given back to the pool: the lock belongs to this connection.
    let mut connection = PoolConnection::<Postgres>::detach(pool.acquire().await?);
    let mine = sqlx::query_scalar("select pg_try_advisory_lock(hashtext('process managers'))")
        .fetch_one(&mut connection)
        .await?;
    Ok(if mine { Some(Lease(connection)) } else { None })
}
