//! The time limit for database calls of the automation: a server that does not answer counts as failed.

use std::time::Duration;

use postgres_kit::within;

/// Time limit of a statement about letters, backlogs or first checkpoints, including the wait for a connection.
/// The claim of a letter outlasts it.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Runs the call; fails if the database does not answer within [`ANSWER_TIMEOUT`].
pub(crate) async fn in_time<T, E: From<sqlx::Error>>(
    call: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    within(ANSWER_TIMEOUT, "a statement about letters or backlogs", call).await
}
