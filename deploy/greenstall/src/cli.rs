//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use shared_events::StreamId;

use crate::{Outcome, operate, settings::Settings};

/// Greenstall: a marketplace for local food and crafts.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Arguments {
    /// Settings that differ from the default (see deploy/config.default.toml) [default: config.toml if it exists]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Look at the history of things
    #[command(subcommand)]
    Events(Events),
    /// Make the tables of the event store and of the views, as far as they are not there yet
    Migrate,
    /// Write the descriptions of the interfaces (OpenAPI 3.1)
    Openapi(Openapi),
}

#[derive(Debug, Subcommand)]
enum Events {
    /// Print a stream's events, oldest first
    Show {
        /// Such as order-0199c0de-0000-7000-8000-000000000000
        stream: StreamId,
        /// One JSON object a line, for programs
        #[arg(long)]
        json: bool,
    },
}

#[derive(Debug, Args)]
struct Openapi {
    /// The folder of command.json and query.json
    #[arg(long, default_value = "deploy/openapi")]
    folder: PathBuf,
    /// Write nothing; fail when the files are not what the code says
    #[arg(long)]
    check: bool,
}

/// Does what the command line says.
///
/// # Errors
/// With a text for the person at the terminal.
pub async fn run(arguments: Arguments) -> Outcome<()> {
    let settings = Settings::load(arguments.config.as_deref())?;
    match arguments.command {
        Command::Events(Events::Show { stream, json }) => {
            operate::events::show(&settings, &stream, json).await
        }
        Command::Migrate => operate::migrate::run(&settings).await,
        Command::Openapi(Openapi { folder, check }) => operate::openapi::run(&folder, check),
    }
}
