//! What the tests of several crates need: a database of their own, and patience with a deadline.

mod database;
mod kurrentdb;
mod wait;

pub use database::{DATABASE_URL, TestDatabase};
pub use kurrentdb::KurrentDbDouble;
pub use wait::wait_for;
