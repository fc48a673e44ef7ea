//! The retry policy of writes: whether and when to try again, and what is known when no attempts are left.

use std::{slice::Iter, time::Duration};

use tokio::time::{self, Instant};

use super::errors::Failure;
use crate::AppendError;

/// Pauses between attempts after the connection was lost. A retry is idempotent, because the same event ids return
/// the first result. So a server restart is a delay and not an error.
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

/// A write we gave up on; its outcome may be unknown.
pub(super) struct GaveUp {
    pub(super) failure: Failure,
    /// This attempt or an earlier one was lost on its way.
    pub(super) may_be_written: bool,
}

impl GaveUp {
    pub(super) fn append_error(&self) -> AppendError {
        self.failure.append_error(self.may_be_written)
    }

    /// The error for appends that were only tried in a batch with others: the cause need not be theirs.
    pub(super) fn bystanders_error(&self) -> AppendError {
        match self.append_error() {
            AppendError::Refused(reason) => AppendError::Unavailable(reason),
            other => other,
        }
    }
}

impl Retry {
    /// `tries_in_contention`: how often to try, from 1, while others write to the same streams. `may_be_written`:
    /// what earlier attempts have left uncertain.
    pub(super) fn new(tries_in_contention: u32, may_be_written: bool) -> Self {
        Self { began: Instant::now(), pauses: RECONNECT_PAUSES.iter(), tries_in_contention, may_be_written }
    }

    /// Returns when it is time for another attempt.
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
