//! Logs: one line an event, on standard error.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

/// Starts logging at the level of `filter` (for example `info` or `command_service=debug,warn`). A second call is
/// ignored, so that tests may all call it.
pub fn init(filter: &str) {
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false);
    // A subscriber that is already there stays: only the first caller decides.
    let _ = lines.try_init();
}
