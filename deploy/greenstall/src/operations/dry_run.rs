//! Finds out what a retry of a parked item would do.

use command_service::automation::{self, ParkedStep, Trouble};
use event_store::EventLog;
use postgres_kit::Pool;
use projections::engine::{Engine, ParkError, Trial};
use query_service::operations::{DryRun, DryRunOutcome, Failure};
use shared_events::StreamId;

use super::{
    error_text::masked,
    parked::{self, Item},
};

/// The reason why a dry run does not run a process manager's step.
const ACTS_ON_OTHERS: &str = "A step acts on others, such as the payment provider or a mail server: it cannot be tried without being done.";

/// Runs the retry of a parked item without keeping its effects; `None` when no view or process manager of this name has
/// parked it.
pub(crate) async fn dry_run(
    engine: &Engine,
    pool: &Pool,
    log: &EventLog,
    owner: &str,
    stream: &StreamId,
) -> Result<Option<DryRun>, Failure> {
    Ok(match parked::one(engine, pool, owner, stream).await? {
        None => None,
        Some(Item::Stream(_)) => match engine.try_parked(owner, stream).await {
            Ok(trial) => Some(of_view(trial)),
            Err(ParkError::Unknown(_) | ParkError::NotParked { .. }) => None,
            Err(
                error @ (ParkError::OtherCode { .. } | ParkError::NoAnswer { .. } | ParkError::Forbidden(_)),
            ) => Some(DryRun { error: Some(error.to_string()), ..untried() }),
            Err(error) => return Err(error.into()),
        },
        Some(Item::Step(step)) => Some(of_manager(log, &step, stream).await?),
    })
}

fn untried() -> DryRun {
    let outcome = DryRunOutcome::Untried;
    DryRun { outcome, applied: 0, waiting: 0, event: None, version: None, position: None, error: None }
}

fn of_view(Trial { applied, waiting, refused, .. }: Trial) -> DryRun {
    let Some(refused) = refused else {
        return DryRun {
            outcome: DryRunOutcome::Applied,
            applied,
            waiting: waiting.max(applied),
            ..untried()
        };
    };
    DryRun {
        outcome: DryRunOutcome::Parked,
        applied,
        waiting,
        event: Some(refused.event_type),
        version: Some(refused.version),
        position: Some(refused.position.0),
        error: Some(masked(&refused.error)),
    }
}

async fn of_manager(log: &EventLog, step: &ParkedStep, stream: &StreamId) -> Result<DryRun, Failure> {
    let Trouble::UnreadableEvent(version) = step.trouble else {
        return Ok(DryRun { error: Some(ACTS_ON_OTHERS.to_owned()), ..untried() });
    };
    let error = automation::try_reading(log, &step.manager, stream, version).await?;
    Ok(match error {
        None => DryRun { outcome: DryRunOutcome::Applied, applied: 1, waiting: 1, ..untried() },
        Some(error) => DryRun {
            outcome: DryRunOutcome::Parked,
            waiting: 1,
            version: Some(version),
            error: Some(masked(&error)),
            ..untried()
        },
    })
}

#[cfg(test)]
mod tests {
    use projections::engine::Refused;
    use shared_events::Position;

    use super::*;

    #[test]
    fn a_dry_run_reports_the_applied_events_and_the_error_that_would_park_the_stream() {
        let well = Trial { generation: 1, applied: 3, waiting: 3, refused: None };
        assert_eq!((of_view(well.clone()).outcome, of_view(well).applied), (DryRunOutcome::Applied, 3));
        let refused = Refused {
            position: Position(41),
            version: 2,
            event_type: "OrderTeleported".to_owned(),
            error: "anna@apple.example is odd".to_owned(),
        };
        let run = of_view(Trial { generation: 1, applied: 1, waiting: 3, refused: Some(refused) });
        assert_eq!((run.outcome, run.applied, run.waiting), (DryRunOutcome::Parked, 1, 3));
        assert_eq!((run.error.as_deref(), run.position), (Some("… is odd"), Some(41)));
    }
}
