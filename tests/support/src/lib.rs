//! What the tests of several crates need: a database of their own, and patience with a deadline.

mod database;
mod wait;

pub use database::{DATABASE_URL, TestDatabase};
pub use wait::wait_for;
