//! A deadline for calls of the database: a server that stays silent counts as failed.

use std::{io, time::Duration};

use tokio::time::timeout;

/// How long one statement or transaction of the process managers may take, the wait for a connection included.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// What the call answers, or an error when the database stays silent for [`ANSWER_TIMEOUT`].
pub(crate) async fn in_time<T, E: From<sqlx::Error>>(
    call: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    within(ANSWER_TIMEOUT, call).await
}

/// What the call answers, or an error when the database stays silent for so long.
pub(super) async fn within<T, E: From<sqlx::Error>>(
    limit: Duration,
    call: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    match timeout(limit, call).await {
        Ok(answer) => answer,
        Err(_) => {
            let silent = format!("the database has not answered within {limit:?}");
            Err(sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, silent)).into())
        }
    }
}
