//! How far a process manager has come, and which process may run them.

use std::time::Duration;

use shared_events::Position;
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

/// Where this manager goes on.
pub(super) async fn read(pool: &PgPool, manager: &str) -> sqlx::Result<Position> {
    let found: Option<i64> =
        sqlx::query_scalar("select position from automation.checkpoints where manager = $1")
            .bind(manager)
            .fetch_optional(pool)
            .await?;
    Ok(found.and_then(|position| u64::try_from(position).ok()).map_or(Position::START, Position))
}

/// Everything up to here has been done.
pub(super) async fn write(pool: &PgPool, manager: &str, position: Position) -> sqlx::Result<()> {
    sqlx::query(
        "insert into automation.checkpoints (manager, position) values ($1, $2)
         on conflict (manager) do update set position = excluded.position",
    )
    .bind(manager)
    .bind(i64::try_from(position.0).expect("positions come from a bigint"))
    .execute(pool)
    .await
    .map(drop)
}
