//! The retry policy of writes: when to try again, and what is known about the outcome when no attempts are left.

use std::{slice::Iter, time::Duration};

use tokio::time::{self, Instant};

use super::errors::Failure;
use crate::AppendError;

/// The pauses between attempts after the connection was lost. Retrying is safe, because the same event ids return the
/// first result. So a server restart only delays a write.
const RECONNECT_PAUSES: [Duration; 9] = [
    Duration::from_millis(20),
    Duration::from_millis(50),
    Duration::from_millis(100),
    Duration::from_millis(200),
    Duration::from_millis(400),
    Duration::from_millis(400),
    Duration::from_millis(400),
    Duration::from_millis(800),
    Duration::from_millis(800),
];

/// Stop retrying after this; a silent server must not block the writer forever.
pub(super) const RETRY_LIMIT: Duration = Duration::from_secs(15);

/// The attempts of one write.
pub(super) struct Retry {
    began: Instant,
    pauses: Iter<'static, Duration>,
    tries_in_contention: u32,
    may_be_written: bool,
}

/// A write that was given up. Its outcome may be unknown.
pub(super) struct GaveUp {
    pub(super) failure: Failure,
    /// Whether this attempt or an earlier one was lost, so that it may have been written.
    pub(super) may_be_written: bool,
}

impl GaveUp {
    pub(super) fn append_error(&self) -> AppendError {
        self.failure.append_error(self.may_be_written)
    }

    /// The error for appends that were only tried together with others, because another append may be the cause.
    pub(super) fn bystanders_error(&self) -> AppendError {
        match self.append_error() {
            AppendError::Refused(reason) => AppendError::Unavailable(reason),
            other => other,
        }
    }
}

impl Retry {
    /// `tries_in_contention` is the number of attempts while other processes write to the same streams.
    /// `may_be_written` says that an earlier attempt was lost.
    pub(super) fn new(tries_in_contention: u32, may_be_written: bool) -> Self {
        Self { began: Instant::now(), pauses: RECONNECT_PAUSES.iter(), tries_in_contention, may_be_written }
    }

    /// Returns when it is time for another attempt; an error when no attempts are left.
    pub(super) async fn after(&mut self, failure: Failure) -> Result<(), GaveUp> {
        let again = match &failure {
            Failure::Contended(_) => {
                self.tries_in_contention -= 1;
                self.tries_in_contention > 0
            }
            Failure::Rejected { .. } | Failure::Replaced => false,
            Failure::NotSent(reason) | Failure::Lost(reason) => {
                self.may_be_written |= matches!(failure, Failure::Lost(_));
                tracing::warn!(reason, "a writer of the event store lost its connection");
                self.pause().await
            }
        };
        if again { Ok(()) } else { Err(GaveUp { failure, may_be_written: self.may_be_written }) }
    }

    async fn pause(&mut self) -> bool {
        if self.began.elapsed() >= RETRY_LIMIT {
            return false;
        }
        let Some(pause) = self.pauses.next() else { return false };
        time::sleep(*pause).await;
        true
    }
}
