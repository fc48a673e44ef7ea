//! Records in the log what operators do to views and parked items, like actions of admins on the screen.

use clap::Args;
use command_service::application::{Failure, operations};
use domain::operation::{Operation, reason};
use shared_events::{
    Actor,
    events::{Operated, OperatorAct},
};

use crate::{
    Outcome,
    operate::usage::{operator, usage},
    ports::Ports,
};

/// Recorded in place of an error's text, which may contain personal data. The terminal shows the error itself.
const FAILED_AT_TERMINAL: &str = "It did not work at a terminal";

/// The option for the reason of an action.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReasonArgument {
    /// The reason, for the audit
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

/// Runs `work`, after recording in the log who does so and why. Without a target there is nothing to record, and it
/// only runs `work`.
pub(crate) async fn written_down<T>(
    ports: &Ports,
    act: OperatorAct,
    target: Option<Operated>,
    why: &ReasonArgument,
    work: impl Future<Output = Outcome<T>>,
) -> Outcome<T> {
    let Some(target) = target else { return work.await };
    let reason =
        why.reason.as_deref().map(reason).transpose().map_err(|refusal| usage(refusal.to_string()))?;
    let operation = Operation { act, target, reason };
    let app = ports.commands();
    let by = Actor::System { name: format!("operator {}", operator()).into() };
    let provenance = app.command_by(by);
    match operations::written_down(&app.writer, &provenance, &operation, work, |_| {
        FAILED_AT_TERMINAL.to_owned()
    })
    .await
    {
        Ok((_, done)) => Ok(done),
        Err(Failure::Refused(error)) => Err(error),
        Err(other) => Err(other.to_string().into()),
    }
}
