//! `POST /auth/verify-email/resend`: requests another link to an address that is not verified yet.

use axum::extract::State;
use domain::account::resend_verification::Refusal;
use service_kit::{Code, Problem, caller::Caller, problem::ProblemBody};

use crate::{
    application::accounts::{self, AccountPorts, ResendRefusal},
    http::{answer::Answer, command::CommandBy, done::Told, refusal::problem},
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
        (status = 200, body = Told, headers(("Greenstall-Position" = u64)), description = "A link will be mailed",
            example = json!({"success": true, "message": "We've sent you a verification link."})),
        (status = 409, body = ProblemBody, description = "The address is verified"),
        (status = 429, body = ProblemBody, description = "The address was mailed five links within an hour; `Retry-After` says how long to wait"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn resend_verification(
    State(ports): State<AccountPorts>,
    CommandBy(caller, provenance): CommandBy<Caller>,
) -> Result<Answer<Told>, Problem> {
    let promised = accounts::resend_verification(&ports, &provenance, caller.account).await;
    let position = promised.map_err(|failure| failure.into_problem(refused))?;
    Ok(Answer::ok(position, Told::that("We've sent you a verification link.")))
}

fn refused(refusal: ResendRefusal) -> Problem {
    match refusal {
        ResendRefusal::Refused(Refusal::NotFound) => Problem::unauthenticated(),
        ResendRefusal::Refused(Refusal::AlreadyVerified) => problem(Code::Conflict, &refusal),
        ResendRefusal::TooManyLinks { retry_in } => Problem::too_many(refusal.to_string(), retry_in),
    }
}
