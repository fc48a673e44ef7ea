//! `POST /auth/verify-email/resend`: requests another link to an address that is not verified yet.

use axum::extract::State;
use domain::account::resend_verification::Refusal;
use service_kit::caller::Caller;

use crate::{
    application::accounts::{self, AccountPorts, ResendRefusal},
    http::{answer::Answer, command::CommandBy, done::DoneWithMessage, refusal::refusals},
};

/// Request another link that verifies an e-mail address
///
/// The link is mailed to the pending address of the account or, if there is none, to its present one. Earlier links
/// become void. An address gets at most five links an hour.
#[utoipa::path(
    post,
    path = "/auth/verify-email/resend",
    tag = "auth",
    responses(
        (status = 200, body = DoneWithMessage, headers(("Greenstall-Position" = u64)), description = "A link will be mailed",
            example = json!({"success": true, "message": "We've sent you a verification link."})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn resend_verification(
    State(ports): State<AccountPorts>,
    CommandBy(caller, provenance): CommandBy<Caller>,
) -> Result<Answer<DoneWithMessage>, Refused> {
    let position = accounts::resend_verification(&ports, &provenance, caller.account).await?;
    Ok(Answer::ok(position, DoneWithMessage::saying("We've sent you a verification link.")))
}

refusals! {
    Refused from ResendRefusal {
        ResendRefusal::Refused(Refusal::NotFound) =>
            Unauthenticated.saying("Please log in to continue") when "Not logged in",
        ResendRefusal::Refused(Refusal::AlreadyVerified) => Conflict when "The address is verified",
        ResendRefusal::TooManyLinks { retry_in } => TooMany.retry_in(*retry_in) when
            "The address was mailed five links within an hour; `Retry-After` says how long to wait",
    }
}
