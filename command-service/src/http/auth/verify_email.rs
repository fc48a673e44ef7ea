//! `POST /auth/verify-email`: verify an address with a mailed link.

use axum::extract::State;
use domain::account::verify_email::Refusal;
use serde::Deserialize;
use service_kit::{Code, Problem, extract::Json, problem::ProblemBody};
use utoipa::ToSchema;

use super::reset_limit;
use crate::{
    application::{
        CommandAttempt,
        accounts::{self, AccountPorts, VerifyRefusal},
    },
    client_address::ClientAddress,
    http::{answer::Answer, done::Told, refusal::problem},
};

#[derive(Deserialize, ToSchema)]
pub(crate) struct VerifyEmailRequest {
    /// The token of the mailed link.
    #[schema(value_type = String)]
    token: Option<String>,
}

/// Verify an e-mail address with a mailed link
///
/// Verifies the address of a new account, or makes a pending address the account's own. A link works once, within 24
/// hours, and only if no later link was requested; the link to a pending address works only while the password stays
/// the same. No log-in is needed.
#[utoipa::path(
    post,
    path = "/auth/verify-email",
    tag = "auth",
    request_body(content = VerifyEmailRequest, example = json!({"token": "0199c0de…"})),
    responses(
        (status = 200, body = Told, headers(("Greenstall-Position" = u64)), description = "The address is verified",
            example = json!({"success": true, "message": "Your email address is verified."})),
        (status = 409, body = ProblemBody, description = "The link was used before, or the address belongs to another account by now"),
        (status = 422, body = ProblemBody, description = "The link does nothing (any more)"),
        (status = 429, body = ProblemBody, description = "More than 30 tries to use a link from one network address within 15 minutes"),
    ),
)]
pub(crate) async fn verify_email(
    State(ports): State<AccountPorts>,
    attempt: CommandAttempt,
    ClientAddress(address): ClientAddress,
    Json(request): Json<VerifyEmailRequest>,
) -> Result<Answer<Told>, Problem> {
    reset_limit::admit(&ports, address)?;
    let verified = accounts::verify_email(&ports, &attempt, &request.token.unwrap_or_default()).await;
    let position = verified.map_err(|failure| failure.into_problem(refused))?;
    Ok(Answer::ok(position, Told::that("Your email address is verified.")))
}

fn refused(refusal: VerifyRefusal) -> Problem {
    match refusal {
        VerifyRefusal::Link(Refusal::LinkIsVoid) => Problem::field("token", refusal.to_string()),
        VerifyRefusal::Link(Refusal::AlreadyUsed) | VerifyRefusal::Email(_) => {
            problem(Code::Conflict, &refusal)
        }
    }
}
