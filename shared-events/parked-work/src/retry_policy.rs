//! Decides when failed work is retried, and when it waits for an operator.

use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::Delays;

/// How often and for how long failed work is retried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// The delays between attempts.
    pub delays: Delays,
    /// After this many failures, work is no longer retried automatically.
    pub max_failures: u32,
    /// Work that has been failing for less than this is retried even after more failures.
    pub min_duration: Duration,
}

/// When failed work is retried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextTry {
    /// At this time (UTC).
    At(DateTime<Utc>),
    /// Only when an operator requests it.
    ByOperator,
}

impl RetryPolicy {
    /// The next attempt after `failures` consecutive failures, the first of them at `since` and the last one `now`.
    pub fn next_try(self, failures: u32, since: DateTime<Utc>, now: DateTime<Utc>) -> NextTry {
        // The clock may have been set back since the first failure.
        let failing_for = (now - since).to_std().unwrap_or_default();
        if failures >= self.max_failures && failing_for >= self.min_duration {
            NextTry::ByOperator
        } else {
            NextTry::At(now + self.delays.after(failures))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: RetryPolicy = RetryPolicy {
        delays: Delays { first: Duration::from_secs(1), longest: Duration::from_secs(300) },
        max_failures: 20,
        min_duration: Duration::from_secs(55 * 60),
    };

    fn start() -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000, 0).unwrap()
    }

    #[test]
    fn many_failures_in_a_short_time_do_not_end_the_retries() {
        let soon = start() + Duration::from_secs(60);
        assert_eq!(POLICY.next_try(500, start(), soon), NextTry::At(soon + POLICY.delays.longest));
        let just_before = start() + POLICY.min_duration - Duration::from_secs(1);
        assert!(matches!(POLICY.next_try(500, start(), just_before), NextTry::At(_)));
        assert_eq!(POLICY.next_try(500, start(), start() + POLICY.min_duration), NextTry::ByOperator);
    }

    #[test]
    fn a_long_time_with_few_failures_does_not_end_the_retries() {
        let late = start() + Duration::from_secs(9 * 3600);
        assert_eq!(POLICY.next_try(1, start(), late), NextTry::At(late + POLICY.delays.first));
        assert!(matches!(POLICY.next_try(19, start(), late), NextTry::At(_)));
        assert_eq!(POLICY.next_try(20, start(), late), NextTry::ByOperator);
    }

    #[test]
    fn a_clock_that_was_set_back_counts_as_no_time() {
        let before = start() - Duration::from_secs(9 * 3600);
        assert!(matches!(POLICY.next_try(500, start(), before), NextTry::At(_)));
    }
}
