//! A deadline for calls of the database: a server that stays silent counts as failed.

use std::time::Duration;

use postgres_kit::within;

/// How long one statement about letters, backlogs or first checkpoints may take, the wait for a connection included. The
/// time that a letter is claimed for is reckoned with this.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// What the call answers, or an error when the database stays silent for [`ANSWER_TIMEOUT`].
pub(crate) async fn in_time<T, E: From<sqlx::Error>>(
    call: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    within(ANSWER_TIMEOUT, "a statement about letters or backlogs", call).await
}
