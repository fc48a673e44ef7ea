//! What is done at a terminal to views and to what is parked stands in the log, as what admins do on the screen.

use clap::Args;
use command_service::{
    application::{Failure, operations},
    domain::operation::{Operation, reason},
};
use shared_events::{
    Actor,
    events::{Operated, OperatorAct},
};

use crate::{
    Outcome,
    operate::usage::{operator, usage},
    ports::Ports,
};

/// Of what went wrong at a terminal the terminal tells: a text of a failure may hold somebody's data.
const FAILED: &str = "It did not work at a terminal";

/// Why it is done.
#[derive(Clone, Debug, Args)]
pub(crate) struct Why {
    /// Why, for the audit
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

/// Does `work`, and writes down before who does it and why. What the log has no name for is done without.
pub(crate) async fn written_down<T>(
    ports: &Ports,
    act: OperatorAct,
    target: Option<Operated>,
    why: &Why,
    work: impl Future<Output = Outcome<T>>,
) -> Outcome<T> {
    let Some(target) = target else { return work.await };
    let reason =
        why.reason.as_deref().map(reason).transpose().map_err(|refusal| usage(refusal.to_string()))?;
    let operation = Operation { act, target, reason };
    let app = ports.commands();
    let by = Actor::System { name: format!("operator {}", operator()).into() };
    let provenance = app.command_by(by);
    match operations::written_down(&app, &provenance, &operation, work, |_| FAILED.to_owned()).await {
        Ok((_, done)) => Ok(done),
        Err(Failure::Refused(error)) => Err(error),
        Err(other) => Err(other.to_string().into()),
    }
}
