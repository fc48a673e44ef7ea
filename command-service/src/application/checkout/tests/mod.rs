//! Tests of behavior that HTTP tests cannot show: crashes and concurrent callers.

mod crashes;
mod failovers;
pub(crate) mod faulty;
mod lost_payments;
mod numbers;
mod providers;
pub(crate) mod races;
