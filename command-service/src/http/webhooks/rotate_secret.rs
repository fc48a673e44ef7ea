//! `POST /webhooks/{id}/rotate-secret`: replace the secret that signs messages.

use axum::extract::State;
use domain::webhook::rotate_secret::Refusal;
use serde::{Deserialize, Serialize};
use service_kit::{
    caller::Seller,
    extract::{Json, Path},
};
use utoipa::ToSchema;

use super::{
    password::{PasswordMissing, given},
    rate_limit::admit,
};
use crate::{
    application::accounts::{self, AccountPorts, PasswordRefusal, RotateRefusal},
    http::{
        answer::Answer,
        command::CommandBy,
        refusal::{TooMany, parse_id, refusals},
    },
    webhooks::shown_secret,
};

#[derive(Deserialize, ToSchema)]
pub(crate) struct RotateSecretRequest {
    /// The caller's password: who has the secret can forge messages.
    #[serde(rename = "currentPassword")]
    #[schema(value_type = String)]
    current_password: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SecretRotated {
    /// Always true.
    success: bool,
    /// The new secret. It is shown only here.
    secret: String,
}

/// Replace a webhook's secret
///
/// For 24 hours messages have two signatures, one with each secret, so that the receiver can change over.
#[utoipa::path(
    post,
    path = "/webhooks/{id}/rotate-secret",
    tag = "webhooks",
    params(("id" = Uuid, Path, description = "The webhook")),
    request_body(content = RotateSecretRequest, example = json!({"currentPassword": "Secret-1!"})),
    responses(
        (status = 200, body = SecretRotated, headers(("Greenstall-Position" = u64)), description = "It is replaced",
            example = json!({"success": true, "secret": "whsec_…"})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn rotate_secret(
    State(ports): State<AccountPorts>,
    CommandBy(Seller(caller), provenance): CommandBy<Seller>,
    Path(id): Path<String>,
    Json(request): Json<RotateSecretRequest>,
) -> Result<Answer<SecretRotated>, Refused> {
    let webhook_id = parse_id(&id, RotateRefusal::Refused(Refusal::NotFound))?;
    let password = given(request.current_password)?;
    admit(&ports.limits, &caller, provenance.at)?;
    let (number, position) =
        accounts::rotate_secret(&ports, &caller, &provenance, webhook_id, &password).await?;
    let secret = shown_secret(&ports.tokens, webhook_id, number);
    Ok(Answer::ok(position, SecretRotated { success: true, secret }).secret())
}

refusals! {
    Refused or CROWDED, ERASED from RotateRefusal {
        RotateRefusal::Password(PasswordRefusal::Wrong) =>
            Invalid.in_field("currentPassword") when "The current password is wrong",
        RotateRefusal::Password(PasswordRefusal::TooManyFailures { retry_in }) =>
            TooMany.retry_in(*retry_in) when "Too many wrong passwords; `Retry-After` says how long to wait",
        RotateRefusal::Refused(Refusal::NotFound) => NotFound when "No such webhook, or another owner's",
        RotateRefusal::Refused(Refusal::TooSoon { wait }) =>
            TooMany.retry_in(*wait) when "The secret was replaced less than 24 hours ago",
    }
    from TooMany {
        limit => TooMany.retry_in(limit.retry_in) when "More than 60 changes in an hour",
    }
    from PasswordMissing {
        _ => Invalid.in_field(PasswordMissing::FIELD) when "The current password is missing",
    }
}
