//! The Greenstall program: serves the shop and runs operators' commands.

use std::{process::ExitCode, time::Duration};

use clap::Parser;
use greenstall::cli::{self, Arguments};
use tokio::runtime::Runtime;

/// jemalloc, because it returns freed memory to the system. glibc before 2.38 does not reuse the 19 MB of aligned memory
/// that hashing a password takes, so the process grew with every log-in. mimalloc held about 420 MB after twenty minutes
/// of load, of which about 100 MB were in use.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The longest that the process waits at its end for blocking calls that nobody needs any more. The look-up of a name can
/// take twenty seconds.
const BLOCKING_CALLS_LIMIT: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    // Several of the program's clients speak TLS, and they bring more than one cryptography provider, so rustls must be
    // told which one to use. Only the first call has an effect, and this is it.
    let _ = rustls::crypto::aws_lc_rs::default_provider().install_default();
    let ended = Runtime::new().map_err(Into::into).and_then(|runtime| {
        let ended = runtime.block_on(cli::run(Arguments::parse()));
        runtime.shutdown_timeout(BLOCKING_CALLS_LIMIT);
        ended
    });
    let Err(error) = ended else { return ExitCode::SUCCESS };
    match greenstall::exit_status(&*error) {
        // The reader of the output has closed the pipe, as with `| head`.
        0 => ExitCode::SUCCESS,
        status => {
            eprintln!("greenstall: {error}");
            ExitCode::from(status)
        }
    }
}
