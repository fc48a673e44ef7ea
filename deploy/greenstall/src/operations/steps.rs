//! Runs or skips steps of the process managers' agendas, as admins decide. The HTTP interface and the command line both
//! use it.

use chrono::{DateTime, Utc};
use command_service::{
    automation::{self, Stake, WaitingStep},
    operations::{NotDone, Refusal, Step},
};
use event_store::EventLog;
use postgres_kit::Pool;
use shared_events::events::{Operated, OperatorAct};

use super::{engine_operations::EngineOperations, failed::failed};

/// Finds the step's name in the log.
pub(super) async fn find(operations: &EngineOperations, step: &Step) -> Result<Operated, NotDone> {
    Ok(target(&on_agenda(&operations.pool, step).await?))
}

/// Runs an admin's decision about a step.
pub(super) async fn act(
    operations: &EngineOperations,
    act: OperatorAct,
    step: &Step,
    by: &str,
) -> Result<(), NotDone> {
    decide(&operations.pool, &operations.log, act, step, by, operations.clock.now()).await
}

/// The name of a step in the log.
pub(crate) fn target(waiting: &WaitingStep) -> Operated {
    Operated::parked_step(waiting.manager.to_owned(), waiting.stream.clone())
}

/// The step with everything that is known about it.
///
/// # Errors
/// [`Refusal::NoStep`].
pub(crate) async fn on_agenda(pool: &Pool, step: &Step) -> Result<WaitingStep, NotDone> {
    // Postgres rejects texts with NUL, and no process manager has such a name.
    if step.manager.contains('\0') {
        return Err(Refusal::NoStep.into());
    }
    let found = automation::waiting_step(pool, &step.manager, step.subject).await.map_err(failed)?;
    found.ok_or(Refusal::NoStep.into())
}

/// Runs the step now, or skips it.
pub(crate) async fn decide(
    pool: &Pool,
    log: &EventLog,
    act: OperatorAct,
    step: &Step,
    by: &str,
    now: DateTime<Utc>,
) -> Result<(), NotDone> {
    let waiting = on_agenda(pool, step).await?;
    let (manager, subject) = (waiting.manager, waiting.subject);
    let done = if act == OperatorAct::Skip {
        may_skip(log, &waiting, step.settled).await?;
        automation::skip_step(pool, manager, subject, by, now).await
    } else {
        automation::run_now(pool, manager, subject, now).await
    };
    match done.map_err(failed)? {
        true => Ok(()),
        false => Err(Refusal::NoStep.into()),
    }
}

/// Checks whether a step may be skipped: it must be failing, and any money at stake must have been settled in another
/// way.
///
/// # Errors
/// [`Refusal::Impossible`] with the reason.
pub(crate) async fn may_skip(log: &EventLog, waiting: &WaitingStep, settled: bool) -> Result<(), NotDone> {
    if waiting.parked_at.is_none() && waiting.failures == 0 {
        let text = "This step has not failed: it waits for its time, and cannot be skipped";
        return Err(Refusal::Impossible(text.to_owned()).into());
    }
    if settled {
        return Ok(());
    }
    match automation::at_stake(log, waiting).await.map_err(failed)? {
        None => Ok(()),
        Some(stake) => Err(Refusal::Impossible(unsettled(stake)).into()),
    }
}

fn unsettled(stake: Stake) -> String {
    let settle = "Settle it in another way first, and say that it is settled";
    match stake {
        Stake::Refund(amount) => format!("${:.2} would never be refunded. {settle}", amount.dollars()),
        Stake::Capture(amount) => {
            format!("${:.2} is captured, and its orders would never be placed. {settle}", amount.dollars())
        }
    }
}

#[cfg(test)]
mod tests {
    use shared_events::Cents;

    use super::*;

    #[test]
    fn a_refused_skip_names_the_money_at_stake() {
        assert!(unsettled(Stake::Refund(Cents(1250))).starts_with("$12.50 would never be refunded."));
        assert!(unsettled(Stake::Capture(Cents(990))).starts_with("$9.90 is captured, and its orders"));
    }
}
