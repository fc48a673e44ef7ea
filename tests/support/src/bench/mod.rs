//! What benchmarks share: the machine that they ran on, their tables, and their statistics.

mod figures;
pub mod http;
pub mod machine;
pub mod pgbench;

pub use figures::{Budget, Figures, results_folder};

/// The value in the middle; NaN of none.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Of the values, so many of 100 are not above it. There must be one.
pub fn percentile(values: &mut [f64], percent: usize) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[(values.len() - 1) * percent / 100]
}
