//! Logging: one line per event, on standard error, as text for people or as JSON for programs.

mod json;

use std::io::IsTerminal;

use serde::Deserialize;
use tracing_subscriber::{EnvFilter, filter::LevelFilter};

use self::json::JsonLines;

/// A log filter is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "log.filter: {0:?} is neither error, warn, info, debug, trace or off, nor a part with its level: projections=debug"
)]
pub struct InvalidFilter(String);

/// How log lines are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line, with the ids of the trace.
    Json,
}

/// Starts logging with a filter (for example `info` or `command_service=debug,warn`). A second call is ignored, so that
/// every test may call this.
///
/// # Errors
/// When the filter is invalid.
pub fn init(filter: &str, format: LogFormat) -> Result<(), InvalidFilter> {
    let lines = tracing_subscriber::fmt().with_env_filter(parse(filter)?).with_writer(std::io::stderr);
    // Only the first call has an effect: an existing subscriber stays.
    let _ = match format {
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).with_target(false).try_init(),
        LogFormat::Json => lines.with_ansi(false).event_format(JsonLines).try_init(),
    };
    Ok(())
}

/// Parses a filter strictly. `EnvFilter` takes an unknown level for the name of a module and ignores parts that it
/// cannot parse, so a misspelled level would turn off all logs.
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
    fn a_filter_has_levels_for_everything_or_for_modules() {
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
