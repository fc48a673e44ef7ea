//! `greenstall uploads`: cleans up the uploaded files.

mod references;
mod sweep;

use chrono::TimeDelta;
use clap::Subcommand;

use crate::{Outcome, settings::Settings};

/// The subcommands of `greenstall uploads`.
#[derive(Debug, Subcommand)]
pub(crate) enum Uploads {
    /// Delete the files that nothing refers to, and print their names
    Sweep {
        /// Keep younger files, because a form that refers to them may not have been sent yet. At least 1h
        #[arg(long, value_name = "AGE", default_value = "24h", value_parser = age)]
        older_than: TimeDelta,
        /// Delete nothing; print what would be deleted
        #[arg(long)]
        dry_run: bool,
    },
}

/// Runs the command.
pub(crate) async fn run(settings: &Settings, uploads: Uploads) -> Outcome<()> {
    match uploads {
        Uploads::Sweep { older_than, dry_run } => sweep::run(settings, older_than, dry_run).await,
    }
}

/// Parses an age such as `24h` or `30d`.
fn age(text: &str) -> Result<TimeDelta, String> {
    let hours = match text.split_at_checked(text.len().saturating_sub(1)) {
        Some((number, "h")) => number.parse::<u16>().ok().map(i64::from),
        Some((number, "d")) => number.parse::<u16>().ok().map(|days| i64::from(days) * 24),
        _ => None,
    };
    match hours {
        None => Err("write it like 24h or 30d".to_owned()),
        Some(0) => Err("at least 1h: a form may take that long".to_owned()),
        Some(hours) => Ok(TimeDelta::hours(hours)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_a_number_of_hours_or_days() {
        assert_eq!(age("1h"), Ok(TimeDelta::hours(1)));
        assert_eq!(age("24h"), age("1d"));
        for wrong in ["", "h", "0h", "0d", "24", "24m", "-1h", "1.5h", "99999d", "1é"] {
            assert!(age(wrong).is_err(), "{wrong}");
        }
    }
}
