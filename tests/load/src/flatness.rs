//! Whether a load ran flat: its first third compared with its last one, by figures and fixed limits.

use serde_json::{Value, json};

/// A comparison of the first with the last third.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Comparison {
    pub(crate) what: &'static str,
    pub(crate) unit: &'static str,
    pub(crate) first: f64,
    pub(crate) last: f64,
    /// Growth by the least squares line through all samples, in units per minute.
    pub(crate) slope: Option<f64>,
    /// The largest value of the last third that counts as flat, or the smallest one when less is worse.
    pub(crate) limit: f64,
    pub(crate) flat: bool,
}

/// How much the last third may be worse.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Tolerance {
    /// At least this share of the first third.
    NotLess(f64),
    /// At most the first third times the factor, plus the surplus.
    NotMore { factor: f64, surplus: f64 },
}

/// Compares two values.
pub(crate) fn compare(
    what: &'static str,
    unit: &'static str,
    [first, last]: [f64; 2],
    tolerance: Tolerance,
) -> Comparison {
    let (limit, flat) = match tolerance {
        Tolerance::NotLess(share) => (first * share, last >= first * share),
        Tolerance::NotMore { factor, surplus } => {
            (first * factor + surplus, last <= first * factor + surplus)
        }
    };
    Comparison { what, unit, first, last, slope: None, limit, flat }
}

/// Compares the means of the first and the last third of samples, which are pairs of a minute and a value.
pub(crate) fn compare_samples(
    what: &'static str,
    unit: &'static str,
    samples: &[(f64, f64)],
    tolerance: Tolerance,
) -> Comparison {
    let third = samples.len().div_ceil(3);
    let ends = [&samples[..third], &samples[samples.len() - third..]].map(mean);
    Comparison { slope: Some(slope(samples)), ..compare(what, unit, ends, tolerance) }
}

fn mean(samples: &[(f64, f64)]) -> f64 {
    samples.iter().map(|(_, value)| value).sum::<f64>() / samples.len() as f64
}

/// The slope of the least squares line; 0 for fewer than two different minutes.
fn slope(samples: &[(f64, f64)]) -> f64 {
    let count = samples.len() as f64;
    let middle = samples.iter().map(|(minute, _)| minute).sum::<f64>() / count;
    let average = mean(samples);
    let above = samples.iter().map(|(minute, value)| (minute - middle) * (value - average)).sum::<f64>();
    let below = samples.iter().map(|(minute, _)| (minute - middle).powi(2)).sum::<f64>();
    if below > 0.0 { above / below } else { 0.0 }
}

impl Comparison {
    pub(crate) fn json(&self) -> Value {
        json!({
            "what": self.what, "unit": self.unit, "first_third": self.first, "last_third": self.last,
            "slope_per_minute": self.slope, "limit": self.limit, "flat": self.flat,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Tolerance = Tolerance::NotMore { factor: 1.1, surplus: 5.0 };

    fn minutes(value: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
        (0..30).map(|minute| (f64::from(minute), value(f64::from(minute)))).collect()
    }

    #[test]
    fn memory_that_stays_is_flat_and_has_no_slope() {
        let compared = compare_samples("memory", "MB", &minutes(|_| 200.0), SOME);
        assert_eq!((compared.first, compared.last, compared.slope), (200.0, 200.0, Some(0.0)));
        assert!(compared.flat);
    }

    #[test]
    fn memory_that_grows_each_minute_has_that_slope_and_is_not_flat() {
        let compared = compare_samples("memory", "MB", &minutes(|minute| 200.0 + 3.0 * minute), SOME);
        assert!((compared.slope.unwrap() - 3.0).abs() < 1e-9);
        // The means of minutes 0 to 9 and 20 to 29.
        assert_eq!((compared.first, compared.last), (213.5, 273.5));
        assert!(!compared.flat);
    }

    #[test]
    fn a_peak_in_the_middle_is_in_neither_third() {
        let peak = |minute| if (12.0..18.0).contains(&minute) { 900.0 } else { 200.0 };
        assert!(compare_samples("memory", "MB", &minutes(peak), SOME).flat);
    }

    #[test]
    fn throughput_may_fall_to_its_share_and_no_further() {
        let falls_to = |last| compare("throughput", "/s", [100.0, last], Tolerance::NotLess(0.95)).flat;
        assert!(falls_to(120.0) && falls_to(95.0) && !falls_to(94.9));
    }

    #[test]
    fn small_values_may_grow_by_the_surplus() {
        let tolerance = Tolerance::NotMore { factor: 1.5, surplus: 10.0 };
        let grows = |first, last| compare("p99", "ms", [first, last], tolerance).flat;
        assert!(grows(2.0, 12.0) && !grows(2.0, 13.5) && grows(100.0, 159.0) && !grows(100.0, 161.0));
    }

    #[test]
    fn without_figures_nothing_is_flat() {
        assert!(!compare_samples("memory", "MB", &[], SOME).flat);
    }

    #[test]
    fn one_sample_has_no_slope() {
        assert_eq!(compare_samples("memory", "MB", &[(1.0, 7.0)], SOME).slope, Some(0.0));
    }
}
