//! `POST /api-keys`: create an API key.

use axum::extract::State;
use domain::{
    api_key::create_api_key::{ApiKeyForm, Refusal},
    form::{FieldRefusal, first_text},
};
use serde::{Deserialize, Serialize};
use service_kit::{caller::Seller, extract::Json};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    application::{
        CommandAttempt,
        accounts::{self, AccountPorts, ApiKeyRefusal, PasswordRefusal},
    },
    http::{answer::Answer, command::CommandBy, refusal::refusals},
};

#[derive(Deserialize, ToSchema)]
pub(crate) struct CreateApiKeyRequest {
    /// What the owner calls it: at most 60 characters.
    #[schema(value_type = String)]
    name: Option<String>,
    /// What it may be used for: `products:read`, `products:write`, `orders:read`, `orders:write`, `webhooks:read`, `webhooks:write`.
    #[schema(value_type = Vec<String>)]
    scopes: Option<Vec<String>>,
    /// The account's password.
    #[serde(rename = "currentPassword")]
    #[schema(value_type = String)]
    current_password: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApiKeyCreated {
    /// Always true.
    success: bool,
    /// The token for `Authorization: Bearer`. It is shown only here.
    token: String,
    #[serde(rename = "apiKey")]
    api_key: CreatedApiKey,
}

/// A new API key.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CreatedApiKey {
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    /// The same as `_id`.
    id: Uuid,
    name: String,
    scopes: Vec<&'static str>,
}

/// Create an API key
///
/// A program that sends the token as `Authorization: Bearer gsk_…` makes the calls that name one of the key's scopes, in
/// the caller's name. The token is shown once, because the shop keeps only its hash. An account has at most 20 keys. A key
/// works until it is revoked, also after the password changes.
#[utoipa::path(
    post,
    path = "/api-keys",
    tag = "api-keys",
    request_body(content = CreateApiKeyRequest,
        example = json!({"name": "Till", "scopes": ["orders:read"], "currentPassword": "Secret-1!"})),
    responses(
        (status = 201, body = ApiKeyCreated, headers(("Greenstall-Position" = u64)), description = "It works",
            example = json!({"success": true, "token": "gsk_…", "apiKey": {
                "_id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d", "id": "0b7ea1c4-3f5d-5d4c-9d5a-6a2f0c1b2e3d",
                "name": "Till", "scopes": ["orders:read"],
            }})),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn create_api_key(
    State(ports): State<AccountPorts>,
    CommandBy(Seller(caller), provenance): CommandBy<Seller>,
    attempt: CommandAttempt,
    Json(request): Json<CreateApiKeyRequest>,
) -> Result<Answer<ApiKeyCreated>, Refused> {
    let CreateApiKeyRequest { name, scopes, current_password } = request;
    let form = ApiKeyForm { name: name.unwrap_or_default(), scopes: scopes.unwrap_or_default() };
    let key = form.check().map_err(Faults)?;
    let password = current_password.unwrap_or_default();
    if password.is_empty() {
        return Err(Faults(vec![FieldRefusal::new("currentPassword", "Current password is required")]).into());
    }
    let (name, scopes) = (key.name().to_owned(), key.scopes());
    let accounts::CreatedApiKey { id, token, position } =
        accounts::create_api_key(&ports, &caller, &provenance, attempt.ids.as_ref(), key, &password).await?;
    let api_key = CreatedApiKey { underscore_id: id.uuid(), id: id.uuid(), name, scopes };
    Ok(Answer::created(position, ApiKeyCreated { success: true, token, api_key }).secret())
}

/// The faults of the form.
#[derive(Debug, thiserror::Error)]
#[error("{}", first_text(.0))]
pub(crate) struct Faults(Vec<FieldRefusal>);

refusals! {
    Refused or CROWDED, ERASED from ApiKeyRefusal {
        ApiKeyRefusal::Password(PasswordRefusal::Wrong) =>
            Invalid.in_field("currentPassword") when "The current password is wrong",
        ApiKeyRefusal::Password(PasswordRefusal::TooManyFailures { retry_in }) =>
            TooMany.retry_in(*retry_in) when "Too many wrong passwords; `Retry-After` says how long to wait",
        ApiKeyRefusal::Refused(Refusal::Full) => Conflict when "The account has 20 keys",
    }
    from Faults {
        Faults(faults) => Invalid.in_fields(faults)
            when "The name is missing or too long, no scope is given or known, or the current password is missing",
    }
}
