//! Rate limits, in the memory of one process. Several processes together allow a multiple of the attempts.

use std::{
    collections::{HashMap, VecDeque},
    hash::Hash,
    sync::{Mutex, MutexGuard, PoisonError},
};

use chrono::{DateTime, TimeDelta, Utc};
use domain::rate_limits::RateLimit;

/// Allows a number of attempts per key within a sliding time window.
#[derive(Debug)]
pub struct Limiter<K> {
    limit: RateLimit,
    /// The delay after the last allowed attempt. Each further attempt within the window doubles it, up to the window.
    /// `None`: the key waits until the first attempt has left the window.
    first_delay: Option<TimeDelta>,
    tries: Mutex<Tries<K>>,
}

#[derive(Debug)]
struct Tries<K> {
    by_key: HashMap<K, VecDeque<DateTime<Utc>>>,
    /// Expired keys are removed when there are more keys than this.
    sweep_above: usize,
}

const SWEEP_ABOVE_ENTRIES: usize = 1_024;

impl<K: Eq + Hash> Limiter<K> {
    /// Refuses tries above the limit.
    pub fn new(limit: RateLimit) -> Self {
        let tries = Tries { by_key: HashMap::new(), sweep_above: SWEEP_ABOVE_ENTRIES };
        Self { limit, first_delay: None, tries: Mutex::new(tries) }
    }

    /// Each try above the limit delays the next one, twice as long every time.
    pub fn slowing(limit: RateLimit, first_delay: TimeDelta) -> Self {
        Self { first_delay: Some(first_delay), ..Self::new(limit) }
    }

    /// Counts an attempt.
    ///
    /// # Errors
    /// Too many attempts: the time until the next one is allowed. The refused attempt is not counted.
    pub fn admit(&self, key: K, now: DateTime<Utc>) -> Result<(), TimeDelta> {
        let oldest_that_counts = now - self.limit.window;
        let mut tries = self.tries();
        tries.sweep(oldest_that_counts);
        let times = tries.by_key.entry(key).or_default();
        while times.front().is_some_and(|time| *time <= oldest_that_counts) {
            times.pop_front();
        }
        match self.next(times) {
            Some(next) if next > now => Err(next - now),
            _ => {
                times.push_back(now);
                Ok(())
            }
        }
    }

    /// When the next attempt is allowed; `None` means now.
    fn next(&self, times: &VecDeque<DateTime<Utc>>) -> Option<DateTime<Utc>> {
        let over = times.len().checked_sub(self.limit.tries)?;
        let (first, last) = (times.front()?, times.back()?);
        let Some(delay) = self.first_delay else { return Some(*first + self.limit.window) };
        let doubled = u32::try_from(over).ok().and_then(|over| 2_i32.checked_pow(over));
        let delay = doubled.and_then(|times| delay.checked_mul(times)).unwrap_or(self.limit.window);
        Some(*last + delay.min(self.limit.window))
    }

    /// Uncounts one attempt, which was not a failure.
    pub fn take_back(&self, key: &K) {
        if let Some(times) = self.tries().by_key.get_mut(key) {
            times.pop_back();
        }
    }

    /// Forgets all attempts of a key.
    pub fn forget(&self, key: &K) {
        self.tries().by_key.remove(key);
    }

    fn tries(&self) -> MutexGuard<'_, Tries<K>> {
        self.tries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Tries<K> {
    /// Bounds the memory to the keys of about one window.
    fn sweep(&mut self, oldest_that_counts: DateTime<Utc>) {
        if self.by_key.len() <= self.sweep_above {
            return;
        }
        self.by_key.retain(|_, times| times.back().is_some_and(|last| *last > oldest_that_counts));
        self.sweep_above = SWEEP_ABOVE_ENTRIES.max(self.by_key.len() * 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn second(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_790_000_000 + second, 0).unwrap()
    }

    fn three_a_minute() -> Limiter<u32> {
        Limiter::new(RateLimit::per_minute(3))
    }

    #[test]
    fn the_window_slides() {
        let limiter = three_a_minute();
        for at in [0, 10, 20] {
            assert_eq!(limiter.admit(1, second(at)), Ok(()));
        }
        assert_eq!(limiter.admit(1, second(30)), Err(TimeDelta::seconds(30)));
        assert_eq!(limiter.admit(1, second(59)), Err(TimeDelta::seconds(1)));
        assert_eq!(limiter.admit(1, second(60)), Ok(()), "the first try is a minute old");
        assert_eq!(limiter.admit(1, second(60)), Err(TimeDelta::seconds(10)));
    }

    #[test]
    fn a_slowing_limiter_waits_twice_as_long_each_time() {
        let limiter = Limiter::slowing(RateLimit::per_minute(2), TimeDelta::seconds(5));
        let delay = |at| limiter.admit(1, second(at)).map_err(|wait| wait.num_seconds());
        assert_eq!([delay(0), delay(0)], [Ok(()); 2]);
        assert_eq!([delay(0), delay(4), delay(5)], [Err(5), Err(1), Ok(())]);
        assert_eq!([delay(5), delay(14), delay(15)], [Err(10), Err(1), Ok(())]);
        assert_eq!([delay(15), delay(35)], [Err(20), Ok(())]);
        assert_eq!(delay(35), Err(40), "five tries in the window");
        assert_eq!([delay(60), delay(60)], [Ok(()), Err(20)], "the first two do not count any more");
        assert_eq!(delay(95), Ok(()), "all but one are too old");
    }

    #[test]
    fn a_delay_is_never_longer_than_the_window() {
        let limiter = Limiter::slowing(RateLimit::per_minute(1), TimeDelta::seconds(50));
        assert_eq!(limiter.admit(1, second(0)), Ok(()));
        assert_eq!(limiter.admit(1, second(50)), Ok(()));
        assert_eq!(limiter.admit(1, second(59)), Err(TimeDelta::seconds(51)));
    }

    #[test]
    fn keys_are_counted_apart() {
        let limiter = three_a_minute();
        for _ in 0..3 {
            assert_eq!(limiter.admit(1, second(0)), Ok(()));
        }
        assert!(limiter.admit(1, second(0)).is_err());
        assert_eq!(limiter.admit(2, second(0)), Ok(()));
    }

    #[test]
    fn tries_can_be_uncounted_and_forgotten() {
        let limiter = three_a_minute();
        for _ in 0..10 {
            assert_eq!(limiter.admit(1, second(0)), Ok(()));
            limiter.take_back(&1);
        }
        for _ in 0..3 {
            assert_eq!(limiter.admit(1, second(0)), Ok(()));
        }
        limiter.forget(&1);
        assert_eq!(limiter.admit(1, second(0)), Ok(()));
    }

    #[test]
    fn expired_keys_are_removed() {
        let limiter = three_a_minute();
        for key in 0..20_000 {
            assert_eq!(limiter.admit(key, second(i64::from(key))), Ok(()));
        }
        assert!(limiter.tries().by_key.len() <= SWEEP_ABOVE_ENTRIES + 1);
    }
}
