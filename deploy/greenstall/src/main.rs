//! The one program of Greenstall: serves, and does what operators ask for.

use std::process::ExitCode;

use clap::Parser;
use greenstall::cli::{self, Arguments};

#[tokio::main]
async fn main() -> ExitCode {
    match cli::run(Arguments::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("greenstall: {error}");
            ExitCode::FAILURE
        }
    }
}
