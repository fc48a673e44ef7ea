//! Exponential back-off: growing delays between attempts.

use std::time::Duration;

/// Delays that double with each failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delays {
    /// The delay after the first failure.
    pub first: Duration,
    /// The longest delay.
    pub longest: Duration,
}

impl Delays {
    /// The delay after this many consecutive failures.
    pub fn after(self, failures: u32) -> Duration {
        let doubled = 2_u32.checked_pow(failures.saturating_sub(1));
        let delay = doubled.and_then(|times| self.first.checked_mul(times));
        delay.unwrap_or(self.longest).min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_double_up_to_the_longest() {
        let delays = Delays { first: Duration::from_secs(1), longest: Duration::from_secs(300) };
        let seconds = [0, 1, 2, 3, 6, 9, 10, 11, u32::MAX].map(|failures| delays.after(failures).as_secs());
        assert_eq!(seconds, [1, 1, 2, 4, 32, 256, 300, 300, 300]);
    }
}
