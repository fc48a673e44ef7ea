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
    // Several clients speak TLS, and each brings the cryptography that it likes: with more than one in the program, rustls
    // wants to be told which. Only the first call counts, and this is it.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
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
