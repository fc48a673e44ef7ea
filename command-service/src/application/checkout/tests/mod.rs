//! What cannot be seen from outside: processes that die, and many that do the same at once.

mod crashes;
mod failovers;
pub(crate) mod faulty;
mod lost;
mod numbers;
mod providers;
pub(crate) mod races;
