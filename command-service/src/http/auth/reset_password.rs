//! `POST /auth/reset-password`: set a new password with a reset link.

use axum::extract::State;
use serde::Deserialize;
use service_kit::{Problem, extract::Json, problem::ProblemBody};
use utoipa::ToSchema;

use super::reset_limit;
use crate::{
    application::{
        CommandAttempt,
        accounts::{self, AccountPorts, ResetRefusal},
    },
    client_address::ClientAddress,
    http::{answer::Answer, done::Told},
};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ResetPasswordRequest {
    /// The token of the mailed link.
    #[schema(value_type = String)]
    token: Option<String>,
    /// The new password, by the same rules as for a sign-up.
    #[schema(value_type = String)]
    password: Option<String>,
    /// The repeated password. If sent, it must match.
    #[schema(nullable = false)]
    confirm_password: Option<String>,
}

/// Set a new password with a mailed link
///
/// A link works once, within an hour, and only if no later link was requested. All sessions end.
#[utoipa::path(
    post,
    path = "/auth/reset-password",
    tag = "auth",
    request_body(content = ResetPasswordRequest, example = json!({"token": "0199c0de…", "password": "Secret-2!"})),
    responses(
        (status = 200, body = Told, headers(("Greenstall-Position" = u64)), description = "The password is set",
            example = json!({"success": true, "message": "Your password has been reset. You can now log in."})),
        (status = 422, body = ProblemBody, description = "The link does nothing (any more), or the password breaks a rule"),
        (status = 429, body = ProblemBody, description = "More than 30 such requests from one network address within 15 minutes"),
    ),
)]
pub(crate) async fn reset_password(
    State(ports): State<AccountPorts>,
    attempt: CommandAttempt,
    ClientAddress(address): ClientAddress,
    Json(request): Json<ResetPasswordRequest>,
) -> Result<Answer<Told>, Problem> {
    let password = request.password.unwrap_or_default();
    if request.confirm_password.is_some_and(|repeated| repeated != password) {
        return Err(Problem::field("confirmPassword", "Passwords do not match"));
    }
    reset_limit::admit(&ports, address)?;
    let reset =
        accounts::reset_password(&ports, &attempt, &request.token.unwrap_or_default(), &password, address)
            .await;
    let position = reset.map_err(|failure| failure.into_problem(refused))?;
    Ok(Answer::ok(position, Told::that("Your password has been reset. You can now log in.")))
}

fn refused(refusal: ResetRefusal) -> Problem {
    let field = match refusal {
        ResetRefusal::Weak(_) => "password",
        ResetRefusal::Link(_) => "token",
    };
    Problem::field(field, refusal.to_string())
}
