//! `PUT /auth/password`: change the password.

use axum::extract::State;
use domain::credential::change_password::Refusal;
use domain::form::FieldRefusal;
use serde::Deserialize;
use service_kit::{caller::Caller, extract::Json};
use utoipa::ToSchema;

use crate::{
    application::accounts::{self, AccountPorts, ChangePasswordRefusal},
    http::{answer::Answer, command::CommandBy, done::DoneWithMessage, refusal::refusals},
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
        (status = 200, body = DoneWithMessage, headers(("Greenstall-Position" = u64)), description = "The password is set",
            example = json!({"success": true, "message": "Your password has been changed."})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn change_password(
    State(ports): State<AccountPorts>,
    CommandBy(caller, provenance): CommandBy<Caller>,
    Json(request): Json<ChangePasswordRequest>,
) -> Result<Answer<DoneWithMessage>, Refused> {
    let current = request.current_password.unwrap_or_default();
    if current.is_empty() {
        return Err(FieldRefusal::new("currentPassword", "Current password is required").into());
    }
    let new = request.new_password.unwrap_or_default();
    let position = accounts::change_password(&ports, &caller, &provenance, &current, &new).await?;
    Ok(Answer::ok(position, DoneWithMessage::saying("Your password has been changed.")))
}

refusals! {
    Refused or CROWDED, ERASED from ChangePasswordRefusal {
        ChangePasswordRefusal::Refused(Refusal::SessionEnded) => Unauthenticated when "Not logged in",
        ChangePasswordRefusal::Refused(Refusal::WrongPassword) =>
            Invalid.in_field("currentPassword") when "The current password is missing or wrong",
        ChangePasswordRefusal::Weak(_) => Invalid.in_field("newPassword") when "The new one breaks a rule",
        ChangePasswordRefusal::TooManyFailures { retry_in } =>
            TooMany.retry_in(*retry_in) when "Too many wrong passwords; `Retry-After` says how long to wait",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "The current password is missing or wrong",
    }
}
