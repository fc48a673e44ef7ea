//! What the tests of several crates need: a database of their own, servers to talk to, patience with a deadline; and what
//! benchmarks share.

pub mod bench;
mod database;
mod kurrentdb;
mod mail_sink;
mod proxy;
mod python;
mod wait;

pub use database::{DATABASE_URL, TestDatabase};
pub use kurrentdb::KurrentDbDouble;
pub use mail_sink::{Letter, MailSink};
pub use proxy::{Silence, SilentProxy};
pub use python::PythonPart;
pub use wait::wait_for;
