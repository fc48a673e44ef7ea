//! When journeys begin: a Poisson process, so that they come in clusters and gaps as people do, whatever the answers take.

use std::time::Duration;

use rand::{RngExt, SeedableRng, rngs::StdRng};

/// The moments at which journeys of one kind begin, counted from the start of the load. Never ends for a positive rate.
pub(crate) struct Arrivals {
    dice: StdRng,
    per_second: f64,
    seconds: f64,
}

impl Arrivals {
    /// The same seed and number give the same moments.
    pub(crate) fn new(seed: u64, number: u64, per_second: f64) -> Self {
        let mixed = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self { dice: StdRng::seed_from_u64(mixed), per_second, seconds: 0.0 }
    }
}

impl Iterator for Arrivals {
    type Item = Duration;

    fn next(&mut self) -> Option<Duration> {
        if self.per_second <= 0.0 {
            return None;
        }
        // Gaps of a Poisson process are exponentially distributed. The drawn number is below 1.
        let drawn: f64 = self.dice.random_range(0.0..1.0);
        self.seconds -= (1.0 - drawn).ln() / self.per_second;
        Some(Duration::from_secs_f64(self.seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_seconds(seed: u64, per_second: f64, seconds: u64) -> Vec<Duration> {
        let end = Duration::from_secs(seconds);
        Arrivals::new(seed, 0, per_second).take_while(|moment| *moment < end).collect()
    }

    #[test]
    fn as_many_begin_as_the_rate_says() {
        let count = first_seconds(1, 50.0, 1_000).len() as f64;
        // The standard deviation of 50,000 arrivals is 224.
        assert!((count - 50_000.0).abs() < 1_000.0, "{count}");
    }

    #[test]
    fn seconds_differ_as_much_as_in_a_poisson_process() {
        let mut counts = vec![0.0; 1_000];
        for moment in first_seconds(2, 20.0, 1_000) {
            counts[usize::try_from(moment.as_secs()).unwrap()] += 1.0;
        }
        let mean = counts.iter().sum::<f64>() / 1_000.0;
        let variance = counts.iter().map(|count: &f64| (count - mean).powi(2)).sum::<f64>() / 1_000.0;
        // Variance and mean of a Poisson distribution are equal; of a fixed pace the variance would be near 0.
        assert!((0.8..1.2).contains(&(variance / mean)), "{variance} and {mean}");
    }

    #[test]
    fn a_seed_gives_the_same_moments_and_another_one_others() {
        assert_eq!(first_seconds(3, 5.0, 60), first_seconds(3, 5.0, 60));
        assert_ne!(first_seconds(3, 5.0, 60), first_seconds(4, 5.0, 60));
        let of = |number| Arrivals::new(3, number, 5.0).take(9).collect::<Vec<_>>();
        assert_ne!(of(0), of(1));
    }

    #[test]
    fn a_rate_of_zero_never_begins() {
        assert_eq!(Arrivals::new(1, 0, 0.0).next(), None);
    }
}
