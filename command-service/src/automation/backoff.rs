//! Backoff: how long a failing step waits, and when it is parked for an operator.

use chrono::{DateTime, TimeDelta, Utc};

/// Delay after the first failure; it doubles with each further failure.
const FIRST_PAUSE: TimeDelta = TimeDelta::seconds(1);
/// Longest delay: spares a provider that is down, but resumes soon after it is back.
const LONGEST_PAUSE: TimeDelta = TimeDelta::minutes(5);
/// With these delays the last try comes 58 minutes after the first. A provider has mended most outages by then;
/// a step that still fails needs a person, who should not have to find it among merely delayed ones.
const MOST_TRIES: i32 = 20;
/// A step is never parked earlier, however often it was tried: each start of a process tries everything at
/// once, and a process that keeps dying must not use up an hour's tries in a minute.
const TRIED_FOR: TimeDelta = TimeDelta::minutes(55);

/// What happens after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Another try at this time.
    TryAt(DateTime<Utc>),
    /// The step is parked until an operator decides.
    Park,
}

/// Delay after `failures` failures, this one included, since `since`; or parking.
pub(super) fn after_failure(failures: i32, since: DateTime<Utc>, now: DateTime<Utc>) -> Next {
    if failures >= MOST_TRIES && now - since >= TRIED_FOR {
        Next::Park
    } else {
        Next::TryAt(now + pause(failures))
    }
}

/// Doubles after each failure.
fn pause(failures: i32) -> TimeDelta {
    let doublings = u32::try_from((failures - 1).clamp(0, 16)).expect("it was clamped");
    (FIRST_PAUSE * 2_i32.pow(doublings)).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000, 0).unwrap()
    }

    /// The times of the tries of a step that always fails at once.
    fn tries() -> Vec<DateTime<Utc>> {
        let mut now = start();
        let mut tries = vec![now];
        while let Next::TryAt(at) = after_failure(i32::try_from(tries.len()).unwrap(), start(), now) {
            assert!(at > now);
            now = at;
            tries.push(now);
        }
        tries
    }

    #[test]
    fn pauses_double_up_to_five_minutes() {
        let pauses = [1, 2, 3, 6, 9, 10, 11, i32::MAX].map(|failures| pause(failures).num_seconds());
        assert_eq!(pauses, [1, 2, 4, 32, 256, 300, 300, 300]);
    }

    #[test]
    fn a_step_is_parked_after_twenty_tries_in_about_an_hour() {
        let tries = tries();
        assert_eq!(tries.len(), 20);
        let took = *tries.last().unwrap() - start();
        assert_eq!(took, TimeDelta::seconds(511 + 10 * 300));
    }

    #[test]
    fn a_process_that_keeps_dying_uses_up_no_tries() {
        let soon = start() + TimeDelta::minutes(1);
        assert_eq!(after_failure(500, start(), soon), Next::TryAt(soon + LONGEST_PAUSE));
        let just_before = start() + TRIED_FOR - TimeDelta::seconds(1);
        assert!(matches!(after_failure(500, start(), just_before), Next::TryAt(_)));
        assert_eq!(after_failure(500, start(), start() + TRIED_FOR), Next::Park);
    }

    #[test]
    fn a_step_is_not_parked_by_elapsed_time_alone() {
        let late = start() + TimeDelta::hours(9);
        assert_eq!(after_failure(1, start(), late), Next::TryAt(late + FIRST_PAUSE));
        assert!(matches!(after_failure(19, start(), late), Next::TryAt(_)));
        assert_eq!(after_failure(20, start(), late), Next::Park);
    }
}
