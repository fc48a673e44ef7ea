//! `POST /auth/forgot-password`: requests a password reset link.

use axum::extract::State;
use domain::email::EmailAddress;
use domain::form::FieldRefusal;
use serde::Deserialize;
use service_kit::extract::Json;
use utoipa::ToSchema;

use super::reset_limit;
use crate::{
    application::{
        CommandAttempt,
        accounts::{self, AccountPorts},
    },
    client_address::ClientAddress,
    http::{
        done::DoneWithMessage,
        refusal::{TooMany, refusals},
    },
};

const LINK_IS_SENT: DoneWithMessage =
    DoneWithMessage::saying("If an account with that email exists, we've sent you a password reset link.");

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ForgotPasswordRequest {
    #[schema(value_type = String)]
    email: Option<String>,
}

/// Request a password reset link
///
/// The answer does not show whether the account exists. The work runs after the answer, so the response time does not
/// show it either. An account gets at most three links an hour.
#[utoipa::path(
    post,
    path = "/auth/forgot-password",
    tag = "auth",
    request_body(content = ForgotPasswordRequest, example = json!({"email": "anna@example.com"})),
    responses(
        (status = 200, body = DoneWithMessage, description = "Whatever there is to do will be done",
            example = json!({"success": true,
                "message": "If an account with that email exists, we've sent you a password reset link."})),
    ),
)]
pub(crate) async fn forgot_password(
    State(ports): State<AccountPorts>,
    attempt: CommandAttempt,
    ClientAddress(address): ClientAddress,
    Json(request): Json<ForgotPasswordRequest>,
) -> Result<Json<DoneWithMessage>, Refused> {
    let email = request.email.unwrap_or_default();
    if email.trim().is_empty() {
        return Err(FieldRefusal::new("email", "Email is required").into());
    }
    reset_limit::admit(&ports, address)?;
    let email = EmailAddress::of_account(&email);
    // The work keeps the attempt: a repetition of the request finds its own link, and sends no second one.
    tokio::spawn(async move {
        if let Err(error) = accounts::request_password_reset(&ports, &attempt, &email).await {
            tracing::error!(%error, "cannot send a requested password reset link");
        }
    });
    Ok(Json(LINK_IS_SENT))
}

refusals! {
    Refused from FieldRefusal {
        fault => Invalid.in_fields([fault]) when "A field is missing, wrong or of the wrong type",
    }
    from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when
            "More than 30 such requests from one network address within 15 minutes",
    }
}
