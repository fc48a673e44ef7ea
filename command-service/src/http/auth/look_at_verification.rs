//! `POST /auth/verify-email/look`: what a mailed link would verify. Programs that scan mail open its links, so opening one
//! changes nothing.

use axum::extract::State;
use serde::Serialize;
use service_kit::extract::Json;
use utoipa::ToSchema;

use super::{
    reset_limit,
    verify_email::{Refused, VerifyEmailRequest},
};
use crate::{
    application::accounts::{self, AccountPorts, Verifiable},
    client_address::ClientAddress,
};

/// What the link would do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VerificationLook {
    /// Always true.
    success: bool,
    /// The address that would be verified.
    email: String,
    /// Whether the account has another address now, which this one would replace.
    is_change: bool,
}

/// See what a mailed link would verify
///
/// Changes nothing. A link that no longer works is refused with the same answer as `POST /auth/verify-email`.
#[utoipa::path(
    post,
    path = "/auth/verify-email/look",
    tag = "auth",
    request_body(content = VerifyEmailRequest, example = json!({"token": "0199c0de…"})),
    responses(
        (status = 200, body = VerificationLook, description = "The link works",
            example = json!({"success": true, "email": "anna@example.com", "isChange": false})),
    ),
)]
pub(crate) async fn look_at_verification(
    State(ports): State<AccountPorts>,
    ClientAddress(address): ClientAddress,
    Json(request): Json<VerifyEmailRequest>,
) -> Result<Json<VerificationLook>, Refused> {
    reset_limit::admit(&ports, address)?;
    let Verifiable { email, is_change } =
        accounts::look_at_verification(&ports, &request.token.unwrap_or_default()).await?;
    Ok(Json(VerificationLook { success: true, email, is_change }))
}
