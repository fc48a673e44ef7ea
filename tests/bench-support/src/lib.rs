//! Helpers that benchmarks and the load generator share: the machine's description, the program under test, an HTTP
//! client, tables and statistics.

pub mod catalog;
mod figures;
pub mod forms;
pub mod http;
pub mod machine;
pub mod pgbench;
pub mod processes;
pub mod program;

pub use figures::{Budget, Figures, results_folder};

/// The median; NaN for an empty slice.
pub fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The percentile of the values; the slice must not be empty.
pub fn percentile(values: &mut [f64], percent: usize) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[(values.len() - 1) * percent / 100]
}
