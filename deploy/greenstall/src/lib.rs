//! Every service in one program: composed, with its own Postgres if there is none, the UI, and operators' commands.

pub mod cli;
mod compose;
pub mod database;
pub mod demo;
mod documents;
mod metrics;
mod operate;
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
