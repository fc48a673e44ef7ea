//! `greenstall managers`: prints the process managers' agendas, and runs or skips steps.

use std::io::{Write, stdout};

use clap::{Args, Subcommand};
use command_service::operations::{NotDone, Refusal, Step};
use query_service::operations::{ManagerList, ManagerReport, ManagerState, MoneyKind, Subject};
use shared_events::events::OperatorAct;
use uuid::Uuid;

use super::overview::describe;
use crate::{
    Failure, Outcome,
    operate::{
        usage::{confirm, operator, usage},
        workbench::{reading, with_ports},
        written_down::{ReasonArgument, written_down},
    },
    operations::{managers::managers, steps},
    settings::Settings,
};

/// Without a subcommand, the agendas are printed.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Managers {
    /// Print one JSON object a line, for programs
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    act: Option<Act>,
}

#[derive(Debug, Subcommand)]
enum Act {
    /// Run a step now, even if it is not due
    RunNow {
        #[command(flatten)]
        which: Which,
        #[command(flatten)]
        why: ReasonArgument,
    },
    /// Skip a step that fails; the decision and its time are recorded
    Skip {
        #[command(flatten)]
        which: Which,
        /// The money at stake was settled in another way
        #[arg(long)]
        settled: bool,
        /// Skip without asking for a confirmation
        #[arg(long)]
        yes: bool,
        #[command(flatten)]
        why: ReasonArgument,
    },
}

#[derive(Debug, Args)]
struct Which {
    /// The process manager, such as make_good_when_cancelled
    manager: String,
    /// The step's id, as `managers` prints it
    step: Uuid,
}

/// Prints each manager with its waiting steps, or runs or skips a step.
pub(crate) async fn run(settings: &Settings, Managers { json, act }: Managers) -> Outcome<()> {
    match act {
        None => list(settings, json).await,
        Some(Act::RunNow { which, why }) => {
            let step = Step { manager: which.manager, subject: which.step, settled: false };
            let line = "is done now where the process managers run, else at the next start";
            decide(settings, OperatorAct::RunNow, &step, &why, line).await
        }
        Some(Act::Skip { which, settled, yes, why }) => {
            let step = Step { manager: which.manager, subject: which.step, settled };
            if !yes {
                eprintln!("{} {}: the step is never done", step.manager, step.subject);
                confirm("skip")?;
            }
            let line = "is skipped, which is written down (`parked list --skipped`)";
            decide(settings, OperatorAct::Skip, &step, &why, line).await
        }
    }
}

/// Runs or skips a step, after recording in the log who does so and why.
async fn decide(
    settings: &Settings,
    act: OperatorAct,
    step: &Step,
    why: &ReasonArgument,
    line: &str,
) -> Outcome<()> {
    with_ports(settings, async |ports| {
        let waiting = steps::on_agenda(&ports.pool, step).await.map_err(readable)?;
        let (now, by) = (ports.clock.now(), operator());
        let deciding =
            async { steps::decide(&ports.pool, &ports.log, act, step, &by, now).await.map_err(readable) };
        written_down(ports, act, Some(steps::target(&waiting)), why, deciding).await?;
        Ok(writeln!(stdout(), "{} {}: {line}", step.manager, waiting.stream)?)
    })
    .await
}

/// Turns a step that does not exist into a usage error.
fn readable(not_done: NotDone) -> Failure {
    match not_done {
        NotDone::Refused(Refusal::NoStep) => usage(format!("{not_done}; `managers` prints what is")),
        NotDone::Refused(_) | NotDone::Failed(_) => not_done.into(),
    }
}

async fn list(settings: &Settings, json: bool) -> Outcome<()> {
    let list =
        reading(settings, async |ports| managers(&ports.pool, &ports.log, ports.clock.now()).await).await?;
    print(&mut stdout().lock(), &list, json)
}

fn print(out: &mut impl Write, list: &ManagerList, json: bool) -> Outcome<()> {
    if json {
        for manager in &list.managers {
            writeln!(out, "{}", serde_json::to_string(manager)?)?;
        }
        return Ok(());
    }
    match &list.lease {
        Some(lease) => writeln!(out, "{}", describe(lease))?,
        None => writeln!(out, "no process runs them")?,
    }
    writeln!(
        out,
        "{:<38} {:<8} {:>10} {:>7} {:>8} {:>8} {:>8} {:>7}",
        "manager", "state", "position", "behind", "entries", "overdue", "failing", "parked"
    )?;
    for manager in &list.managers {
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
    let Subject { id, step, stream, tries, due_at, parked_at, error, money, .. } = subject;
    let when = match parked_at {
        Some(at) => format!("parked since {}", at.format("%Y-%m-%d %H:%M UTC")),
        None => format!("due {}", due_at.format("%Y-%m-%d %H:%M UTC")),
    };
    let money = money.map_or_else(String::new, |money| match money.kind {
        MoneyKind::Refund => format!(", ${:.2} to refund", money.amount),
        MoneyKind::Capture => format!(", ${:.2} captured", money.amount),
    });
    let error = error.as_ref().map_or_else(String::new, |error| format!(": {error}"));
    format!("{stream}: {step} ({id}), {when}, {tries} failures{money}{error}")
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use query_service::operations::Money;

    use super::*;

    #[test]
    fn a_line_shows_the_waiting_step_and_its_money() {
        let subject = Subject {
            id: Uuid::nil(),
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
            "order-7: make good when cancelled (00000000-0000-0000-0000-000000000000), due 1970-01-01 00:00 UTC, \
             2 failures, $12.50 to refund: the provider is away"
        );
    }
}
