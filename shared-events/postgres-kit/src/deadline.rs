//! Deadlines on this side: a peer may acknowledge everything and answer nothing.

use std::{io, time::Duration};

use tokio::time::timeout;

/// What `doing` comes to, or an error that names `what` has not been answered in time. A connection that `doing` was
/// using must be thrown away after that: nobody knows what it is in the middle of.
///
/// # Errors
/// Those of `doing`, and an [`io::ErrorKind::TimedOut`] at the deadline.
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
