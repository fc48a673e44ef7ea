//! The Greenstall program: serves the shop and runs operators' commands.

use std::process::ExitCode;

use clap::Parser;
use greenstall::cli::{self, Arguments};

/// Hashing a password takes 19 MB of aligned memory. glibc before 2.38 allocates it anew each time instead of reusing
/// freed memory, so the process grew with every log-in.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    // Several clients speak TLS, and each brings a cryptography provider. With more than one in the program, rustls
    // must be told which to use. Only the first call counts, and this is it.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let Err(error) = cli::run(Arguments::parse()).await else { return ExitCode::SUCCESS };
    match greenstall::exit_status(&*error) {
        // The reader of the output has seen enough, as with `| head`.
        0 => ExitCode::SUCCESS,
        status => {
            eprintln!("greenstall: {error}");
            ExitCode::from(status)
        }
    }
}
