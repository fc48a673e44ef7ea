//! `greenstall managers`: what the process managers have still to do.

use std::io::{Write, stdout};

use clap::Args;
use query_service::operations::{ManagerList, ManagerReport, ManagerState, MoneyKind, Subject};

use super::overview::describe;
use crate::{Outcome, operate::workbench::reading, operations::managers::managers, settings::Settings};

#[derive(Debug, Args)]
pub(crate) struct Managers {
    /// One JSON object a line, for programs
    #[arg(long)]
    json: bool,
}

/// Prints each manager and what waits.
pub(crate) async fn run(settings: &Settings, Managers { json }: Managers) -> Outcome<()> {
    let told =
        reading(settings, async |ports| managers(&ports.pool, &ports.log, ports.clock.now()).await).await?;
    print(&mut stdout().lock(), &told, json)
}

fn print(out: &mut impl Write, told: &ManagerList, json: bool) -> Outcome<()> {
    if json {
        for manager in &told.managers {
            writeln!(out, "{}", serde_json::to_string(manager)?)?;
        }
        return Ok(());
    }
    match &told.lease {
        Some(lease) => writeln!(out, "{}", describe(lease))?,
        None => writeln!(out, "no process runs them")?,
    }
    writeln!(
        out,
        "{:<38} {:<8} {:>10} {:>7} {:>8} {:>8} {:>8} {:>7}",
        "manager", "state", "position", "behind", "entries", "overdue", "failing", "parked"
    )?;
    for manager in &told.managers {
        let ManagerReport { name, position, lag, entries, overdue, failing, parked, .. } = manager;
        let state = word(manager.state);
        writeln!(
            out,
            "{name:<38} {state:<8} {position:>10} {lag:>7} {entries:>8} {overdue:>8} {failing:>8} {parked:>7}"
        )?;
        for subject in &manager.subjects {
            writeln!(out, "    {}", line(subject))?;
        }
        let more = entries.saturating_sub(manager.subjects.len() as u64);
        if more > 0 {
            writeln!(out, "    and {more} more")?;
        }
    }
    Ok(())
}

const fn word(state: ManagerState) -> &'static str {
    match state {
        ManagerState::Running => "running",
        ManagerState::Failing => "failing",
        ManagerState::Stopped => "stopped",
    }
}

fn line(subject: &Subject) -> String {
    let Subject { step, stream, tries, due_at, parked_at, error, money, .. } = subject;
    let when = match parked_at {
        Some(at) => format!("parked since {}", at.format("%Y-%m-%d %H:%M UTC")),
        None => format!("due {}", due_at.format("%Y-%m-%d %H:%M UTC")),
    };
    let money = money.map_or_else(String::new, |money| match money.kind {
        MoneyKind::Refund => format!(", ${:.2} to refund", money.amount),
        MoneyKind::Capture => format!(", ${:.2} captured", money.amount),
    });
    let error = error.as_ref().map_or_else(String::new, |error| format!(": {error}"));
    format!("{stream}: {step}, {when}, {tries} failures{money}{error}")
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use query_service::operations::Money;

    use super::*;

    #[test]
    fn a_line_says_what_waits_and_what_it_is_worth() {
        let subject = Subject {
            step: "make good when cancelled".to_owned(),
            stream: "order-7".to_owned(),
            tries: 2,
            due_at: DateTime::UNIX_EPOCH,
            failing_since: None,
            parked_at: None,
            error: Some("the provider is away".to_owned()),
            money: Some(Money { kind: MoneyKind::Refund, amount: 12.5 }),
        };
        assert_eq!(
            line(&subject),
            "order-7: make good when cancelled, due 1970-01-01 00:00 UTC, 2 failures, $12.50 to refund: the provider is \
             away"
        );
    }
}
