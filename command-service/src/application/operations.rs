//! Operators' acts. They are recorded before they are carried out, so that the log shows who requested an act even if
//! it fails.

use std::sync::Arc;

use domain::operation::{Operation, RecordOperationFailure};
use event_store::Provenance;
use shared_events::{Position, StreamId, events::OperatorAct, ids::AccountId};

use super::{Failure, Writer};
use crate::operations::{Operations, Refusal, Step};

/// What operators' acts need.
#[derive(Clone)]
pub struct OperationPorts {
    pub writer: Writer,
    pub operations: Arc<dyn Operations>,
}

/// An admin's request.
#[derive(Clone, Debug)]
pub struct Request {
    pub act: OperatorAct,
    /// Name of the view or the process manager.
    pub name: String,
    /// The stream whose event is parked; `None` for the view as a whole.
    pub stream: Option<StreamId>,
    /// The admin's reason.
    pub reason: Option<String>,
}

/// Records and carries out an admin's act. Returns the position of its record.
///
/// # Errors
/// See [`Failure`]. An act on something that does not exist is not recorded.
pub async fn operate(
    ports: &OperationPorts,
    provenance: &Provenance,
    by: AccountId,
    request: Request,
) -> Result<Position, Failure<Refusal>> {
    let Request { act, name, stream, reason } = request;
    let target = ports.operations.find(&name, stream.as_ref()).await.map_err(Failure::Refused)?;
    let work = ports.operations.act(act, &target, by);
    let operation = Operation { act, target: target.clone(), reason };
    let (position, ()) =
        written_down(&ports.writer, provenance, &operation, work, Refusal::for_the_record).await?;
    Ok(position)
}

/// [`operate`] for a step on a process manager's agenda.
pub async fn operate_step(
    ports: &OperationPorts,
    provenance: &Provenance,
    by: AccountId,
    (act, step, reason): (OperatorAct, Step, String),
) -> Result<Position, Failure<Refusal>> {
    let target = ports.operations.find_step(&step).await.map_err(Failure::Refused)?;
    let operation = Operation { act, target, reason: Some(reason) };
    let work = ports.operations.act_on_step(act, &step, by);
    let (position, ()) =
        written_down(&ports.writer, provenance, &operation, work, Refusal::for_the_record).await?;
    Ok(position)
}

/// Records the operation, runs `work`, and records its failure as `cause` describes it.
///
/// # Errors
/// [`Failure::Refused`] with the error of `work`. Other failures if the operation could not be recorded; then it is
/// not carried out.
pub async fn written_down<T, E>(
    writer: &Writer,
    provenance: &Provenance,
    operation: &Operation,
    work: impl Future<Output = Result<T, E>>,
    cause: impl FnOnce(&E) -> String,
) -> Result<(Position, T), Failure<E>> {
    let begun = writer.execute_for_position(provenance, operation).await;
    let position = begun.map_err(Failure::never_refused)?;
    match work.await {
        Ok(done) => Ok((position, done)),
        Err(error) => {
            let failed = RecordOperationFailure { operation, cause: cause(&error) };
            if let Err(failure) = writer.execute_for_position(provenance, &failed).await {
                tracing::warn!(%failure, ?operation, "cannot record that an operation failed");
            }
            Err(Failure::Refused(error))
        }
    }
}
