//! `PUT /auth/password`: change the password.

use axum::extract::State;
use domain::credential::change_password::Refusal;
use serde::Deserialize;
use service_kit::{Problem, caller::Caller, extract::Json, problem::ProblemBody};
use utoipa::ToSchema;

use crate::{
    application::accounts::{self, AccountPorts, ChangePasswordRefusal},
    http::{answer::Answer, command::CommandBy, done::Told},
};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ChangePasswordRequest {
    #[schema(value_type = String)]
    current_password: Option<String>,
    /// The same rules as for a sign-up.
    #[schema(value_type = String)]
    new_password: Option<String>,
}

/// Change the password
///
/// All other sessions end. After 10 wrong passwords within 15 minutes, further attempts are refused for a while.
#[utoipa::path(
    put,
    path = "/auth/password",
    tag = "auth",
    request_body(content = ChangePasswordRequest,
        example = json!({"currentPassword": "Secret-1!", "newPassword": "Secret-2!"})),
    responses(
        (status = 200, body = Told, headers(("Greenstall-Position" = u64)), description = "The password is set",
            example = json!({"success": true, "message": "Your password has been changed."})),
        (status = 422, body = ProblemBody, description = "The current password is wrong, or the new one breaks a rule"),
        (status = 429, body = ProblemBody, description = "Too many wrong passwords; `Retry-After` says how long to wait"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn change_password(
    State(ports): State<AccountPorts>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<ChangePasswordRequest>,
) -> Result<Answer<Told>, Problem> {
    let current = request.current_password.unwrap_or_default();
    if current.is_empty() {
        return Err(Problem::field("currentPassword", "Current password is required"));
    }
    let new = request.new_password.unwrap_or_default();
    let changed = accounts::change_password(&ports, &caller, &provenance, &current, &new).await;
    let position = changed.map_err(|failure| failure.into_problem(refused))?;
    Ok(Answer::ok(position, Told::that("Your password has been changed.")))
}

fn refused(refusal: ChangePasswordRefusal) -> Problem {
    match refusal {
        ChangePasswordRefusal::Weak(weak) => Problem::field("newPassword", weak.to_string()),
        ChangePasswordRefusal::Refused(Refusal::SessionEnded) => Problem::unauthenticated(),
        ChangePasswordRefusal::Refused(Refusal::WrongPassword) => {
            Problem::field("currentPassword", refusal.to_string())
        }
        ChangePasswordRefusal::TooManyFailures { retry_in } => {
            Problem::too_many(refusal.to_string(), retry_in)
        }
    }
}
