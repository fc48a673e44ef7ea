//! `POST /auth/reset-password`: set a new password with a reset link.

use axum::extract::State;
use domain::{credential::password, form::FieldRefusal};
use serde::Deserialize;
use service_kit::extract::Json;
use utoipa::ToSchema;

use super::reset_limit;
use crate::{
    application::{
        CommandAttempt,
        accounts::{self, AccountPorts, ResetRefusal},
    },
    client_address::ClientAddress,
    http::{
        done::DoneWithMessage,
        refusal::{TooMany, refusals},
    },
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
/// A link works once, within an hour, and only if no later link was requested. All sessions end, the account's API keys
/// are revoked, and its webhooks are paused.
#[utoipa::path(
    post,
    path = "/auth/reset-password",
    tag = "auth",
    request_body(content = ResetPasswordRequest, example = json!({"token": "0199c0de…", "password": "Secret-2!"})),
    responses(
        (status = 200, body = DoneWithMessage, description = "The password is set",
            example = json!({"success": true, "message": "Your password has been reset. You can now log in."})),
    ),
)]
pub(crate) async fn reset_password(
    State(ports): State<AccountPorts>,
    attempt: CommandAttempt,
    ClientAddress(address): ClientAddress,
    Json(request): Json<ResetPasswordRequest>,
) -> Result<Json<DoneWithMessage>, Refused> {
    let new = request.password.unwrap_or_default();
    if request
        .confirm_password
        .is_some_and(|repeated| password::composed(&repeated) != password::composed(&new))
    {
        return Err(FieldRefusal::new("confirmPassword", "Passwords do not match").into());
    }
    reset_limit::admit(&ports, address)?;
    let token = request.token.unwrap_or_default();
    accounts::reset_password(&ports, &attempt, &token, &new, address).await?;
    Ok(Json(DoneWithMessage::saying("Your password has been reset. You can now log in.")))
}

refusals! {
    Refused or CROWDED, ERASED from ResetRefusal {
        ResetRefusal::Link(_) => Invalid.in_field("token") when "The link does nothing (any more)",
        ResetRefusal::Weak(_) => Invalid.in_field("password") when "The password breaks a rule",
    }
    from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "The passwords differ",
    }
    from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when
            "More than 30 such requests from one network address within 15 minutes",
    }
}
