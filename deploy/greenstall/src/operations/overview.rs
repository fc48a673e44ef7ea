//! The state of the whole shop, for the screen and the command line.

use chrono::{DateTime, Utc};
use command_service::automation;
use event_store::EventLog;
use postgres_kit::Pool;
use projections::engine::{Engine, State, ViewStatus};
use query_service::operations::{
    Failure, LeaseKind, ManagerFigures, Overview, ParkedFigures, RefundFigures, ViewFigures, ViewState,
};

use super::{
    backups, leases,
    parked::{self, Item},
    views::state,
};

/// A view with a longer lag is not current.
const MAX_CURRENT_LAG_SECONDS: f64 = 5.0;

/// Collects all figures.
pub(crate) async fn overview(
    engine: &Engine,
    pool: &Pool,
    log: &EventLog,
    now: DateTime<Utc>,
) -> Result<Overview, Failure> {
    let leases = leases::all(engine, pool).await?;
    let views = views(&engine.status().await?);
    let mut parked = ParkedFigures::default();
    for item in parked::without_repetitions(parked::all(engine, pool).await?) {
        match item {
            Item::Stream(_) => parked.events += 1,
            Item::Step(_) => parked.steps += 1,
        }
    }
    let open = automation::open_refunds(pool, log, now).await?;
    let refunds = RefundFigures { waiting: open.count, amount: open.amount.dollars(), more: open.more };
    let backlogs = automation::backlog(pool, now).await?;
    let managers = ManagerFigures {
        total: automation::managers().count() as u64,
        running: leases.iter().any(|lease| lease.kind == LeaseKind::Managers),
        overdue: backlogs.iter().map(|one| one.overdue).sum(),
        failing: backlogs.iter().map(|one| one.failing).sum(),
    };
    let sentence = Overview::sentence_of(&views, &parked, &refunds, &managers);
    let (head, backups) = (engine.end().await?.position.0, backups::figures(pool, now).await?);
    Ok(Overview { sentence, at: now, head, views, parked, refunds, managers, backups, leases })
}

fn views(all: &[ViewStatus]) -> ViewFigures {
    let mut figures = ViewFigures { total: all.len() as u64, ..ViewFigures::default() };
    for view in all {
        let find = |wanted| view.generations.iter().find(|one| one.state == wanted);
        let Some(serving) = find(State::Serving) else {
            figures.building += 1;
            continue;
        };
        match state(view, serving) {
            ViewState::Paused => figures.paused += 1,
            ViewState::Failing => figures.failing += 1,
            ViewState::Stopped => figures.stopped += 1,
            _ if serving.seconds_behind.is_some_and(|behind| behind <= MAX_CURRENT_LAG_SECONDS) => {
                figures.current += 1
            }
            _ => figures.behind += 1,
        }
        figures.rebuilding += u64::from(find(State::Building).is_some());
    }
    figures
}

#[cfg(test)]
mod tests {
    use super::{super::views::tests::generation, *};

    fn view(change: fn(&mut ViewStatus)) -> ViewStatus {
        let generations = vec![generation(2, State::Serving)];
        let mut view = ViewStatus {
            name: "catalog",
            code_version: 2,
            paused: None,
            rolled_back_from: None,
            generations,
        };
        change(&mut view);
        view
    }

    #[test]
    fn each_view_counts_once_and_builds_are_reported_apart() {
        let all = [
            view(|_| ()),
            view(|view| view.generations[0].seconds_behind = Some(5.1)),
            view(|view| view.paused = Some(DateTime::UNIX_EPOCH)),
            view(|view| view.generations[0].running = false),
            view(|view| view.generations[0].last_error = Some("a bug".to_owned())),
            view(|view| view.generations[0].state = State::Building),
            view(|view| view.generations.push(generation(3, State::Building))),
        ];
        let expected = ViewFigures {
            total: 7,
            current: 2,
            behind: 1,
            paused: 1,
            failing: 1,
            stopped: 1,
            building: 1,
            rebuilding: 1,
        };
        assert_eq!(views(&all), expected);
    }
}
