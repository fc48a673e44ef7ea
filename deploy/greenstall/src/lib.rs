//! The Greenstall program as a library: composes the services, runs a private Postgres when the settings name none,
//! serves the UI, and implements the operators' commands.

mod belonging;
pub mod cli;
mod compose;
pub mod database;
mod database_clock;
pub mod demo;
mod docs;
mod documents;
mod event_log;
mod health;
mod metrics;
pub mod open_files;
mod opening;
mod operate;
mod operations;
mod outcome;
pub mod payments;
mod ports;
mod report;
pub mod roles;
mod serve;
pub mod settings;
mod signals;
mod signing_key;
pub mod telemetry;
#[cfg(test)]
mod testing;
mod web;

pub use outcome::{Failure, Outcome};

/// The exit status for an error: 2 when the command line names something that does not exist, 0 when the reader of the
/// output has gone, otherwise 1.
pub fn exit_status(error: &(dyn std::error::Error + Send + Sync + 'static)) -> u8 {
    if error.is::<operate::Usage>() {
        return 2;
    }
    let broken_pipe = |error: &std::io::Error| error.kind() == std::io::ErrorKind::BrokenPipe;
    u8::from(!error.downcast_ref().is_some_and(broken_pipe))
}
