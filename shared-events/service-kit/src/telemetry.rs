//! Logs: one line an event, on standard error.

use std::io::IsTerminal;

use tracing_subscriber::{EnvFilter, filter::LevelFilter};

/// What cannot be a filter of logs.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "log.filter: {0:?} is neither error, warn, info, debug, trace or off, nor a part with its level: projections=debug"
)]
pub struct InvalidFilter(String);

/// Starts logging at the level of `filter` (for example `info` or `command_service=debug,warn`). A second call is
/// ignored, so that tests may all call it.
///
/// # Errors
/// When the filter is none.
pub fn init(filter: &str) -> Result<(), InvalidFilter> {
    let lines = tracing_subscriber::fmt()
        .with_env_filter(parse(filter)?)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .with_target(false);
    // A subscriber that is already there stays: only the first caller decides.
    let _ = lines.try_init();
    Ok(())
}

/// `EnvFilter` takes a word that is no level for a part of the program, and leaves out what it cannot read: a misspelt
/// level would switch all logs off.
fn parse(filter: &str) -> Result<EnvFilter, InvalidFilter> {
    let filter: String = filter.split_whitespace().collect();
    let invalid = |directive: &str| InvalidFilter(directive.to_owned());
    for directive in filter.split(',') {
        let level = directive.rsplit('=').next().unwrap_or_default();
        if level.is_empty() || level.parse::<LevelFilter>().is_err() {
            return Err(invalid(directive));
        }
    }
    EnvFilter::try_new(&filter).map_err(|_| invalid(&filter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_has_levels_alone_or_of_parts() {
        for filter in ["info", "OFF", "command_service=debug,warn", " info , projections=trace "] {
            assert!(parse(filter).is_ok(), "{filter}");
        }
        for (filter, named) in
            [("loud", "loud"), ("info,,==", ""), ("info,=", "="), ("", ""), ("a=loud", "a=loud")]
        {
            assert_eq!(parse(filter).unwrap_err(), InvalidFilter(named.to_owned()), "{filter}");
        }
    }
}
