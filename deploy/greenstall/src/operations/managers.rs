//! The state of the process managers, for the screen and the command line.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use command_service::automation::{self, Backlog, Stake, WaitingStep};
use event_store::EventLog;
use postgres_kit::Pool;
use query_service::operations::{
    Failure, ManagerList, ManagerReport, ManagerState, Money, MoneyKind, Subject,
};
use shared_events::Position;

use super::{error_text::masked, leases};

/// The most agenda entries that are shown for each manager.
const MAX_SUBJECTS: u32 = 50;

/// The state of all process managers, by name.
pub(crate) async fn managers(
    pool: &Pool,
    log: &EventLog,
    now: DateTime<Utc>,
) -> Result<ManagerList, Failure> {
    let head = log.end().await?.position;
    let lease = leases::of_managers(pool).await?;
    let mut backlogs: HashMap<String, Backlog> =
        automation::backlog(pool, now).await?.into_iter().map(|one| (one.manager.clone(), one)).collect();
    let mut subjects: HashMap<&str, Vec<Subject>> = HashMap::new();
    for waiting in automation::waiting(pool, MAX_SUBJECTS).await? {
        let money = automation::at_stake(log, &waiting).await?.map(money);
        subjects.entry(waiting.manager).or_default().push(subject(&waiting, money));
    }
    let mut managers: Vec<ManagerReport> = automation::managers()
        .map(|(name, category)| {
            let backlog = backlogs.remove(name).unwrap_or_else(|| never_run(name));
            let subjects = subjects.remove(name).unwrap_or_default();
            report(category, &backlog, subjects, head, lease.is_some())
        })
        .collect();
    managers.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(ManagerList { lease, managers })
}

fn never_run(name: &str) -> Backlog {
    let position = Position::START;
    Backlog { manager: name.to_owned(), position, entries: 0, overdue: 0, failing: 0, parked: 0 }
}

fn report(
    category: &str,
    backlog: &Backlog,
    subjects: Vec<Subject>,
    head: Position,
    runs: bool,
) -> ManagerReport {
    ManagerReport {
        name: backlog.manager.clone(),
        category: category.to_owned(),
        state: match backlog.failing + backlog.parked {
            _ if !runs => ManagerState::Stopped,
            0 => ManagerState::Running,
            _ => ManagerState::Failing,
        },
        position: backlog.position.0,
        lag: head.0.saturating_sub(backlog.position.0),
        entries: backlog.entries,
        overdue: backlog.overdue,
        failing: backlog.failing,
        parked: backlog.parked,
        subjects,
    }
}

pub(super) fn subject(waiting: &WaitingStep, money: Option<Money>) -> Subject {
    Subject {
        id: waiting.subject,
        step: match waiting.unreadable {
            Some(version) => format!("read event {version} again"),
            None => waiting.manager.replace('_', " "),
        },
        stream: waiting.stream.to_string(),
        tries: waiting.failures,
        due_at: waiting.due_at,
        failing_since: waiting.failing_since,
        parked_at: waiting.parked_at,
        error: waiting.error.as_deref().map(masked),
        money,
    }
}

pub(super) fn money(stake: Stake) -> Money {
    match stake {
        Stake::Refund(amount) => Money { kind: MoneyKind::Refund, amount: amount.dollars() },
        Stake::Capture(amount) => Money { kind: MoneyKind::Capture, amount: amount.dollars() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manager_is_failing_while_it_runs_and_one_of_its_steps_fails() {
        let state = |runs, failing, parked| {
            let backlog = Backlog { failing, parked, position: Position(3), ..never_run("refund") };
            let report = report("order", &backlog, Vec::new(), Position(7), runs);
            assert_eq!((report.position, report.lag), (3, 4));
            report.state
        };
        assert_eq!(state(true, 0, 0), ManagerState::Running);
        assert_eq!(state(true, 1, 0), ManagerState::Failing);
        assert_eq!(state(true, 0, 1), ManagerState::Failing);
        assert_eq!(state(false, 1, 1), ManagerState::Stopped);
    }
}
