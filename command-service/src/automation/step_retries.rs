//! The retries of a failing step, and when it is parked for an operator.

use std::time::Duration;

use parked_work::{Delays, RetryPolicy};

/// The last attempt comes 58 minutes after the first. By then a provider has fixed most outages. A step that still
/// fails needs a person, who should not have to find it among merely delayed ones.
///
/// The longest delay spares a provider that is down, and resumes soon after its return. Each start of a process tries
/// every step at once, so a step is tried for at least 55 minutes: a process that keeps dying must not use up an
/// hour's attempts in a minute.
pub(super) const STEP_RETRIES: RetryPolicy = RetryPolicy {
    delays: Delays { first: Duration::from_secs(1), longest: Duration::from_secs(5 * 60) },
    max_failures: 20,
    min_duration: Duration::from_secs(55 * 60),
};

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use parked_work::NextTry;

    use super::*;

    /// The times of the attempts of a step that always fails at once.
    fn tries() -> Vec<DateTime<Utc>> {
        let start = DateTime::from_timestamp(1_790_000_000, 0).unwrap();
        let mut tries = vec![start];
        let next = |tries: &[DateTime<Utc>]| {
            let failures = u32::try_from(tries.len()).unwrap();
            STEP_RETRIES.next_try(failures, start, tries[tries.len() - 1])
        };
        while let NextTry::At(at) = next(&tries) {
            tries.push(at);
        }
        tries
    }

    #[test]
    fn a_step_is_parked_after_twenty_tries_in_about_an_hour() {
        let tries = tries();
        assert_eq!(tries.len(), 20);
        assert_eq!(tries[19] - tries[0], TimeDelta::seconds(511 + 10 * 300));
    }
}
