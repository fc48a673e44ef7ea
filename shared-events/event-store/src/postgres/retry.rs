//! Whether and when to try again after a failure, and what is known when there is no other try.

use std::{slice::Iter, time::Duration};

use tokio::time::{self, Instant};

use super::errors::Failure;
use crate::AppendError;

/// Pauses between tries after the connection was lost. A retry is exact, because the same event ids answer the first
/// result, so a restart of the server is a delay and not an error.
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

/// No other try begins when so much time has passed: a server that takes everything and answers nothing would else be
/// waited for again and again.
pub(super) const LONG_ENOUGH: Duration = Duration::from_secs(15);

/// The tries of one write.
pub(super) struct Retry {
    began: Instant,
    pauses: Iter<'static, Duration>,
    tries_in_contention: u32,
    may_be_written: bool,
}

/// A write that found no end.
pub(super) struct GaveUp {
    pub(super) failure: Failure,
    /// An earlier try, or this one, was lost on its way.
    pub(super) may_be_written: bool,
}

impl GaveUp {
    pub(super) fn append_error(&self) -> AppendError {
        self.failure.append_error(self.may_be_written)
    }

    /// What those are told who were not tried alone: what is wrong need not be wrong with them.
    pub(super) fn bystanders_error(&self) -> AppendError {
        match self.append_error() {
            AppendError::Refused(reason) => AppendError::Unavailable(reason),
            other => other,
        }
    }
}

impl Retry {
    /// `tries_in_contention`: how often to try, from 1, while others write to the same streams. `may_be_written`: what
    /// is known from tries before these.
    pub(super) fn new(tries_in_contention: u32, may_be_written: bool) -> Self {
        Self { began: Instant::now(), pauses: RECONNECT_PAUSES.iter(), tries_in_contention, may_be_written }
    }

    /// Returns when it is time for another try.
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
        if self.began.elapsed() >= LONG_ENOUGH {
            return false;
        }
        let Some(pause) = self.pauses.next() else { return false };
        time::sleep(*pause).await;
        true
    }
}
