//! Shared by the operators' endpoints: the reason in the request, and the refusals.

use domain::operation;
use serde::Deserialize;
use service_kit::{Code, Problem, caller::Admin};
use shared_events::Position;
use utoipa::ToSchema;

use crate::{
    application::operations::{self, OperationPorts},
    http::{
        command::CommandBy,
        refusal::{invalid, problem},
    },
    operations::Refusal,
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReasonRequest {
    /// The reason, for the audit: at most 500 characters.
    reason: String,
}

impl ReasonRequest {
    /// The trimmed reason.
    pub(super) fn reason(&self) -> Result<String, Problem> {
        reason(&self.reason)
    }
}

/// Trims and checks a reason.
pub(super) fn reason(given: &str) -> Result<String, Problem> {
    operation::reason(given).map_err(|refusal| invalid(&[refusal]))
}

/// Records the act and carries it out.
pub(super) async fn operate(
    ports: &OperationPorts,
    CommandBy(Admin(admin), provenance): CommandBy<Admin>,
    request: operations::Request,
) -> Result<Position, Problem> {
    let done = operations::operate(ports, &provenance, admin.account, request).await;
    done.map_err(|failure| failure.into_problem(refused))
}

pub(super) fn refused(refusal: Refusal) -> Problem {
    let code = match refusal {
        Refusal::NotFound | Refusal::NotParked | Refusal::NoStep => Code::NotFound,
        Refusal::Busy
        | Refusal::Paused
        | Refusal::NotBuilding
        | Refusal::Held
        | Refusal::NotHeld
        | Refusal::Impossible(_)
        | Refusal::StillParked { .. } => Code::Conflict,
        Refusal::Failed(cause) => return Problem::unavailable(&cause),
    };
    problem(code, &refusal)
}
