//! Latencies in a histogram: exact to about 1%, in a fixed amount of memory however long the load lasts.

use std::time::Duration;

use hdrhistogram::Histogram;

/// Longer latencies count as this one, in microseconds.
const LONGEST: u64 = 120_000_000;

/// Latencies of finished journeys.
#[derive(Clone)]
pub(crate) struct Latencies(Histogram<u64>);

impl Default for Latencies {
    fn default() -> Self {
        Self(Histogram::new_with_bounds(1, LONGEST, 2).expect("the bounds are in order"))
    }
}

/// What a table shows of latencies, in milliseconds; NaN without any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Summary {
    pub(crate) count: u64,
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    pub(crate) p999: f64,
    pub(crate) max: f64,
}

impl Latencies {
    pub(crate) fn record(&mut self, latency: Duration) {
        let microseconds = u64::try_from(latency.as_micros()).unwrap_or(LONGEST);
        self.0.saturating_record(microseconds.clamp(1, LONGEST));
    }

    pub(crate) fn add(&mut self, others: &Self) {
        self.0.add(&others.0).expect("all have the same bounds");
    }

    pub(crate) fn summary(&self) -> Summary {
        let at = |quantile: f64| match self.0.is_empty() {
            true => f64::NAN,
            false => self.0.value_at_quantile(quantile) as f64 / 1e3,
        };
        let max = if self.0.is_empty() { f64::NAN } else { self.0.max() as f64 / 1e3 };
        Summary { count: self.0.len(), p50: at(0.5), p99: at(0.99), p999: at(0.999), max }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(milliseconds: impl IntoIterator<Item = u64>) -> Latencies {
        let mut latencies = Latencies::default();
        milliseconds.into_iter().for_each(|one| latencies.record(Duration::from_millis(one)));
        latencies
    }

    fn assert_near(measured: f64, expected: f64) {
        assert!((measured / expected - 1.0).abs() < 0.01, "{measured} instead of {expected}");
    }

    #[test]
    fn percentiles_are_those_of_the_values() {
        let summary = of(1..=1_000).summary();
        assert_eq!(summary.count, 1_000);
        assert_near(summary.p50, 500.0);
        assert_near(summary.p99, 990.0);
        assert_near(summary.p999, 999.0);
        assert_near(summary.max, 1_000.0);
    }

    #[test]
    fn one_slow_answer_in_a_thousand_shows_in_the_last_percentile_only() {
        let summary = of((0..999).map(|_| 5).chain([9_000, 9_000])).summary();
        assert_near(summary.p99, 5.0);
        assert_near(summary.p999, 9_000.0);
    }

    #[test]
    fn added_latencies_count_like_recorded_ones() {
        let mut both = of(1..=500);
        both.add(&of(501..=1_000));
        assert_near(both.summary().p50, 500.0);
    }

    #[test]
    fn too_long_and_too_short_ones_count_as_the_bounds() {
        assert_near(of([10_000_000]).summary().p50, 120_000.0);
        assert_near(of([0]).summary().p50, 0.001);
    }

    #[test]
    fn without_latencies_there_is_no_percentile() {
        assert!(of([]).summary().p99.is_nan());
    }
}
