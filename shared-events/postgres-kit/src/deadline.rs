//! Deadlines on the client's side, because a peer may acknowledge all data and never answer.

use std::{io, time::Duration};

use tokio::time::timeout;

/// Gives `doing` a deadline, after which it fails with an error that names `what`. Then discard the connection that
/// `doing` was using, because its state is unknown.
///
/// # Errors
/// The errors of `doing`, and an [`io::ErrorKind::TimedOut`] at the deadline.
pub async fn within<T, E: From<sqlx::Error>>(
    at_most: Duration,
    what: &str,
    doing: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    timeout(at_most, doing).await.unwrap_or_else(|_| Err(missed(at_most, what).into()))
}

pub(crate) fn missed(at_most: Duration, what: &str) -> sqlx::Error {
    let text = format!("Postgres has not answered within {at_most:?}: {what}");
    sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, text))
}
