//! Runs admins' actions on views and parked items.

use command_service::operations::{NotDone, Refusal, Step};
use projections::engine::{ParkError, RebuildError, Unparked};
use shared_events::{
    StreamId,
    events::{Operated, OperatorAct},
};

use super::{
    engine_operations::EngineOperations,
    failed::failed,
    parked::{self, Decided, Item, NotDecided},
    steps,
};

/// Resolves a name, and a stream if one is given, to the target of an action.
pub(super) async fn find(
    operations: &EngineOperations,
    name: &str,
    stream: Option<&StreamId>,
) -> Result<Operated, NotDone> {
    let Some(stream) = stream else {
        return match operations.engine.names().any(|known| known == name) {
            true => Ok(Operated::view(name.to_owned())),
            false => Err(Refusal::NotFound.into()),
        };
    };
    let found = parked::one(&operations.engine, &operations.pool, name, stream).await.map_err(failed)?;
    found.and_then(|item| item.target()).ok_or(Refusal::NotParked.into())
}

/// Runs the action.
pub(super) async fn act(
    operations: &EngineOperations,
    act: OperatorAct,
    on: &Operated,
    by: &str,
) -> Result<(), NotDone> {
    match &on.stream {
        None => change_view(operations, act, &on.name, by).await,
        Some(stream) => decide(operations, act, &on.name, stream, by).await,
    }
}

async fn change_view(
    operations: &EngineOperations,
    act: OperatorAct,
    view: &str,
    by: &str,
) -> Result<(), NotDone> {
    let engine = &operations.engine;
    match act {
        OperatorAct::Rebuild => engine.ask_for_rebuild(view, by).await,
        OperatorAct::Review => engine.ask_for_review(view, by).await,
        OperatorAct::Swap => engine.ask_for_swap(view, by).await,
        OperatorAct::Pause => engine.pause(view).await,
        OperatorAct::Resume => engine.resume(view).await,
        OperatorAct::Rollback => engine.roll_back(view).await,
        OperatorAct::Cancel => match engine.cancel_build(view).await {
            Ok(false) => return Err(Refusal::NotBuilding.into()),
            cancelled => cancelled.map(drop),
        },
        OperatorAct::Retry
        | OperatorAct::Skip
        | OperatorAct::RunNow
        | OperatorAct::Export
        | OperatorAct::Erase => return Err(Refusal::NotParked.into()),
    }
    .map_err(not_changed)
}

fn not_changed(error: RebuildError) -> NotDone {
    let refusal = match error {
        RebuildError::Unknown { .. } => Refusal::NotFound,
        RebuildError::Busy(_) => Refusal::Busy,
        RebuildError::Paused(_) => Refusal::Paused,
        RebuildError::Held(_) => Refusal::Held,
        RebuildError::NotHeld(_) => Refusal::NotHeld,
        RebuildError::Needed(_) => Refusal::Impossible(
            "This view has nothing else to serve: its build can be paused, and not cancelled".to_owned(),
        ),
        RebuildError::NoWayBack { reason, .. } => {
            Refusal::Impossible(format!("This view cannot be rolled back: {reason}"))
        }
        other => return failed(other).into(),
    };
    refusal.into()
}

async fn decide(
    operations: &EngineOperations,
    act: OperatorAct,
    owner: &str,
    stream: &StreamId,
    by: &str,
) -> Result<(), NotDone> {
    let (engine, pool, now) = (&operations.engine, &operations.pool, operations.clock.now());
    let found = parked::one(engine, pool, owner, stream).await.map_err(failed)?;
    let item = found.ok_or(Refusal::NotParked)?;
    if let (OperatorAct::Skip, Item::Step(parked)) = (act, &item) {
        let (manager, subject) = (parked.manager.clone(), parked.subject);
        let waiting = steps::on_agenda(pool, &Step { manager, subject, settled: false }).await?;
        steps::may_skip(&operations.log, &waiting, false).await?;
    }
    let decided = match act {
        OperatorAct::Skip => parked::skip(engine, pool, &item, by, now).await,
        _ => parked::retry(engine, pool, &item, now).await,
    };
    match decided.map_err(not_decided)? {
        Decided::Stream(Unparked::Applied { .. }) | Decided::Step(true) => Ok(()),
        Decided::Stream(Unparked::StillParked { position, error }) => {
            Err(Refusal::StillParked { position, error }.into())
        }
        Decided::Step(false) => Err(Refusal::NotParked.into()),
    }
}

fn not_decided(error: NotDecided) -> NotDone {
    let refusal = match error {
        NotDecided::View(ParkError::Unknown(_) | ParkError::NotParked { .. }) => Refusal::NotParked,
        NotDecided::View(ParkError::OtherCode { .. }) => Refusal::Impossible(
            "Another version of this view's code has built it, and no program with it runs".to_owned(),
        ),
        NotDecided::View(ParkError::NotBuilding { .. }) => {
            Refusal::Impossible("Nobody goes on with the build that has stopped there".to_owned())
        }
        other => return failed(other).into(),
    };
    refusal.into()
}
