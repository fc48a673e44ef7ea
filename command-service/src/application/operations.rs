//! What operators do: written down before it is done, so that the log knows who wanted it even if it fails.

use event_store::Provenance;
use shared_events::{
    Position, StreamId,
    events::{OperationEvent, OperatorAct},
    ids::AccountId,
};

use super::{Failure, perform};
use crate::{
    App,
    domain::operation::{Operation, Operations},
    operations::{Refusal, Step},
};

/// What an admin asks for.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is to be done.
    pub act: OperatorAct,
    /// The view, or the process manager.
    pub name: String,
    /// What it has parked; none for the view as a whole.
    pub stream: Option<StreamId>,
    /// Why.
    pub reason: Option<String>,
}

/// Does what an admin asks for. Answers the position at which it is written down.
///
/// # Errors
/// See [`Failure`]. What there is not is not written down.
pub async fn operate(
    app: &App,
    provenance: &Provenance,
    by: AccountId,
    request: Request,
) -> Result<Position, Failure<Refusal>> {
    let Request { act, name, stream, reason } = request;
    let target = app.operations.find(&name, stream.as_ref()).await.map_err(Failure::Refused)?;
    let work = app.operations.act(act, &target, by);
    let operation = Operation { act, target: target.clone(), reason };
    let (position, ()) = written_down(app, provenance, &operation, work, Refusal::for_the_record).await?;
    Ok(position)
}

/// The same about a step on a process manager's agenda.
///
/// # Errors
/// See [`operate`].
pub async fn operate_step(
    app: &App,
    provenance: &Provenance,
    by: AccountId,
    (act, step, reason): (OperatorAct, Step, String),
) -> Result<Position, Failure<Refusal>> {
    let target = app.operations.find_step(&step).await.map_err(Failure::Refused)?;
    let operation = Operation { act, target, reason: Some(reason) };
    let work = app.operations.act_on_step(act, &step, by);
    let (position, ()) = written_down(app, provenance, &operation, work, Refusal::for_the_record).await?;
    Ok(position)
}

/// Does `work`, and writes down before what it is and afterwards, if it failed, what `cause` says of that.
///
/// # Errors
/// [`Failure::Refused`] with the error of `work`; the others when it cannot be written down, and is not done.
pub async fn written_down<T, E>(
    app: &App,
    provenance: &Provenance,
    operation: &Operation,
    work: impl Future<Output = Result<T, E>>,
    cause: impl FnOnce(&E) -> String,
) -> Result<(Position, T), Failure<E>> {
    let position = write::<E>(app, provenance, operation, operation.begin()).await?;
    match work.await {
        Ok(done) => Ok((position, done)),
        Err(error) => {
            let failed = operation.fail(&cause(&error));
            if let Err(failure) = write::<std::convert::Infallible>(app, provenance, operation, failed).await
            {
                tracing::warn!(%failure, ?operation, "it is not written down that this was not done");
            }
            Err(Failure::Refused(error))
        }
    }
}

async fn write<E>(
    app: &App,
    provenance: &Provenance,
    operation: &Operation,
    events: Vec<OperationEvent>,
) -> Result<Position, Failure<E>> {
    perform(app, provenance, operation.target.id(), |_: &Operations| Ok(events.clone())).await
}
