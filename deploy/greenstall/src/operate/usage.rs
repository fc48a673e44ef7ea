//! Usage errors and confirmations at the terminal.

use std::{
    env,
    io::{self, BufRead, IsTerminal, Write},
};

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};

use crate::{Failure, Outcome};

/// The command line names something that does not exist. The program then ends with status 2; after all other errors it
/// ends with 1.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(String);

/// A [`Usage`] error.
pub(crate) fn usage(text: impl Into<String>) -> Failure {
    Box::new(Usage(text.into()))
}

/// Asks the operator to type a word before an irreversible action. Without a terminal the operator must give `--yes`.
///
/// # Errors
/// When there is no terminal, or the answer is another word.
pub(crate) fn confirm(word: &str) -> Outcome<()> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Err(usage("this cannot be undone, and there is no terminal to ask at: add --yes"));
    }
    eprint!("Type {word} to go on: ");
    io::stderr().flush()?;
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    if line.trim() == word {
        return Ok(());
    }
    Err("nothing was changed".into())
}

/// Parses a time option: a day, which begins at midnight UTC, or an RFC 3339 timestamp.
///
/// # Errors
/// When the text is neither.
pub(crate) fn moment(text: &str) -> Result<DateTime<Utc>, String> {
    if let Ok(at) = text.parse::<DateTime<Utc>>() {
        return Ok(at);
    }
    let day: NaiveDate = text.parse().map_err(|_| "a time is written 2026-11-21 or 2026-11-21T08:15:00Z")?;
    Ok(day.and_time(NaiveTime::MIN).and_utc())
}

/// The operating system's name of the user who runs this command.
pub(crate) fn operator() -> String {
    let name = ["SUDO_USER", "USER", "LOGNAME"].iter().find_map(|name| env::var(name).ok());
    name.filter(|name| !name.is_empty()).unwrap_or_else(|| format!("uid {}", nix::unistd::getuid()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_days_or_timestamps() {
        assert_eq!(moment("2026-11-21").unwrap().to_rfc3339(), "2026-11-21T00:00:00+00:00");
        assert_eq!(moment("2026-11-21T08:15:00Z").unwrap().to_rfc3339(), "2026-11-21T08:15:00+00:00");
        assert_eq!(moment("2026-11-21T08:15:00+01:00").unwrap().to_rfc3339(), "2026-11-21T07:15:00+00:00");
        assert!(moment("yesterday").is_err());
    }
}
