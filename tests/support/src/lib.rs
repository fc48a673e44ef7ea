//! Helpers for the tests of several crates: databases, servers, and waiting with a deadline; and for benchmarks.

mod collector;
mod contract;
mod database;
mod dump;
mod kurrentdb;
mod mail_sink;
mod proxy;
mod python;
mod standby;
mod statements;
mod wait;

pub use bench_support as bench;
pub use collector::{CollectedSpan, Collector, CollectorAnswer, collect};
pub use contract::{Answered, Contract};
pub use database::{DATABASE_URL, TestDatabase};
pub use dump::LOCKS_OF_A_DUMP;
pub use kurrentdb::KurrentDbDouble;
pub use mail_sink::{Letter, MailSink};
pub use proxy::{Silence, SilentProxy};
pub use python::PythonPart;
pub use standby::{REPLICATING, copy_cluster};
pub use statements::check_statements;
pub use wait::wait_for;
