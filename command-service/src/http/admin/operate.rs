//! Shared by the operators' endpoints: the reason in the request, and the refusals.

use domain::{form::FieldRefusal, operation};
use serde::Deserialize;
use service_kit::caller::Admin;
use shared_events::Position;
use utoipa::ToSchema;

use crate::{
    application::operations::{self, OperationPorts},
    http::{command::CommandBy, refusal::refusals},
    operations::Refusal,
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ReasonRequest {
    /// The reason, for the audit: at most 500 characters.
    reason: String,
}

impl ReasonRequest {
    /// The trimmed reason.
    pub(super) fn reason(&self) -> Result<String, FieldRefusal> {
        reason(&self.reason)
    }
}

/// Trims and checks a reason.
pub(super) fn reason(given: &str) -> Result<String, FieldRefusal> {
    operation::reason(given)
}

/// Records the act and carries it out.
pub(super) async fn operate(
    ports: &OperationPorts,
    CommandBy(Admin(admin), provenance): CommandBy<Admin>,
    request: operations::Request,
) -> Result<Position, Refused> {
    Ok(operations::operate(ports, &provenance, admin.account, request).await?)
}

refusals! {
    Refused from Refusal {
        Refusal::NotFound | Refusal::NotParked | Refusal::NoStep => NotFound when "It does not exist",
        Refusal::Busy | Refusal::Paused | Refusal::NotBuilding | Refusal::Held | Refusal::NotHeld =>
            Conflict when "The view is in another state",
        Refusal::Impossible(_) | Refusal::StillParked { .. } => Conflict when "It is impossible at the moment",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "The reason is empty or too long",
    }
}
