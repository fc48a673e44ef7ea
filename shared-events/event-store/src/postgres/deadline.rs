//! Time limits of reads.

use std::time::Duration;

use postgres_kit::Pooled;
use sqlx::PgConnection;
use tokio::time::timeout;

/// Waits for an answer on a connection. Closes a connection that misses the time limit: if it returned to the pool, its
/// next user would wait for it again.
pub(super) async fn keep<T>(
    connection: &mut Pooled,
    at_most: Duration,
    call: impl AsyncFnOnce(&mut PgConnection) -> T,
) -> Result<T, String> {
    timeout(at_most, call(connection)).await.map_err(|_| {
        connection.close_on_drop();
        missed(at_most)
    })
}

pub(super) fn missed(at_most: Duration) -> String {
    format!("no answer within {at_most:?}")
}
