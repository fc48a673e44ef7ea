//! Turns stop signals into a cancellation token.

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

/// A token that Ctrl-C and SIGTERM cancel. A second signal ends the process at once, and the next start cleans up.
///
/// # Errors
/// When the system provides no signal handlers.
pub(crate) fn stop_token() -> std::io::Result<CancellationToken> {
    let mut interrupts = signal(SignalKind::interrupt())?;
    let mut terminations = signal(SignalKind::terminate())?;
    let token = CancellationToken::new();
    let cancelled = token.clone();
    tokio::spawn(async move {
        let mut next = async || {
            tokio::select! {
                _ = interrupts.recv() => {}
                _ = terminations.recv() => {}
            }
        };
        next().await;
        cancelled.cancel();
        next().await;
        eprintln!("Ended without waiting.");
        std::process::exit(130);
    });
    Ok(token)
}
