//! The one program of Greenstall: serves, and does what operators ask for.

use std::process::ExitCode;

use clap::Parser;
use greenstall::cli::{self, Arguments};

/// Hashing a password takes 19 MB of aligned memory, which glibc (before 2.38) hands out anew each time instead of using
/// what was freed: the process grew with every log-in.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

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
