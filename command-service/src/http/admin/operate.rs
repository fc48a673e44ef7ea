//! Shared by the operators' endpoints: the reason in the request, and the refusals.

use axum::extract::{FromRequest, Request};
use domain::operation;
use serde::Deserialize;
use service_kit::{
    Code, Problem,
    caller::Admin,
    error_answers::{ErrorAnswer, ErrorAnswers},
};
use shared_events::Position;
use utoipa::ToSchema;

use super::note::{Note, given};
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

/// A reason that the request may leave out, but not leave empty.
pub(crate) struct OptionalReason(pub(super) Option<String>);

impl ErrorAnswers for OptionalReason {
    const ERROR_ANSWERS: &'static [ErrorAnswer] = Note::ERROR_ANSWERS;
}

impl<S: Send + Sync> FromRequest<S> for OptionalReason {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        Ok(Self(given(request, state).await?.as_deref().map(reason).transpose()?))
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
