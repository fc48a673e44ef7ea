//! Operators' acts. They are recorded before they are carried out, so that the log shows who requested an act even if
//! it fails.

use std::sync::Arc;

use domain::operation::{Operation, RecordOperationFailure};
use event_store::Provenance;
use shared_events::{Position, StreamId, events::OperatorAct, ids::AccountId};

use super::{Failure, Writer};
use crate::operations::{Failed, NotDone, Operations, Refusal, Step};

/// What operators' acts need.
#[derive(Clone)]
pub struct OperationPorts {
    pub writer: Writer,
    pub operations: Arc<dyn Operations>,
}

impl<R> From<Failed> for Failure<R> {
    fn from(Failed(cause): Failed) -> Self {
        Self::Unavailable(cause)
    }
}

impl From<NotDone> for Failure<Refusal> {
    fn from(not_done: NotDone) -> Self {
        match not_done {
            NotDone::Refused(refusal) => Self::Refused(refusal),
            NotDone::Failed(failed) => failed.into(),
        }
    }
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
    let target = ports.operations.find(&name, stream.as_ref()).await?;
    let work = ports.operations.act(act, &target, by);
    let operation = Operation { act, target: target.clone(), reason };
    let done = written_down(&ports.writer, provenance, &operation, work, NotDone::for_the_record).await;
    done.map(|(position, ())| position).map_err(|failure| failure.or_else(Failure::from))
}

/// [`operate`] for a step on a process manager's agenda.
pub async fn operate_step(
    ports: &OperationPorts,
    provenance: &Provenance,
    by: AccountId,
    (act, step, reason): (OperatorAct, Step, String),
) -> Result<Position, Failure<Refusal>> {
    let target = ports.operations.find_step(&step).await?;
    let operation = Operation { act, target, reason: Some(reason) };
    let work = ports.operations.act_on_step(act, &step, by);
    let done = written_down(&ports.writer, provenance, &operation, work, NotDone::for_the_record).await;
    done.map(|(position, ())| position).map_err(|failure| failure.or_else(Failure::from))
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
