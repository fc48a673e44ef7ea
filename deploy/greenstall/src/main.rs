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
    let Err(error) = cli::run(Arguments::parse()).await else { return ExitCode::SUCCESS };
    match greenstall::exit_status(&*error) {
        // Whoever read the output has seen enough, as with `| head`.
        0 => ExitCode::SUCCESS,
        status => {
            eprintln!("greenstall: {error}");
            ExitCode::from(status)
        }
    }
}
