//! Every service in one program: composed, with its own Postgres if there is none, the UI, and operators' commands.

pub mod cli;
mod compose;
pub mod database;
pub mod demo;
mod documents;
mod event_log;
mod health;
mod metrics;
pub mod open_files;
mod opening;
mod operate;
mod operations;
pub mod payments;
mod ports;
mod report;
pub mod roles;
mod serve;
pub mod settings;
mod signals;
mod web;

/// What went wrong, told to the person at the terminal.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;
/// Of everything that ends at the terminal.
pub type Outcome<T> = Result<T, Failure>;

/// How a program that failed in this way ends: 1 when it failed, 2 when the command line asks for something that there
/// is not, 0 when nobody reads its output any more.
pub fn exit_status(error: &(dyn std::error::Error + Send + Sync + 'static)) -> u8 {
    if error.is::<operate::Usage>() {
        return 2;
    }
    let broken_pipe = |error: &std::io::Error| error.kind() == std::io::ErrorKind::BrokenPipe;
    u8::from(!error.downcast_ref().is_some_and(broken_pipe))
}
