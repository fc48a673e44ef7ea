//! `POST /api-keys`: create an API key.

use axum::{
    extract::State,
    http::{HeaderValue, header},
};
use domain::{
    api_key::create_api_key::{ApiKeyForm, CreateApiKey, Refusal},
    form::{FieldRefusal, first_text},
};
use serde::{Deserialize, Serialize};
use service_kit::{api_keys, caller::Seller, extract::Json};
use shared_events::ids::ApiKeyId;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    application::{CommandAttempt, Writer},
    http::{answer::Answer, command::CommandBy, refusal::refusals},
    sessions::Sessions,
};

#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct CreateApiKeyRequest {
    /// What the owner calls it: at most 60 characters.
    #[schema(value_type = String)]
    name: Option<String>,
    /// What it may be used for: `products:read`, `products:write`, `orders:read`, `orders:write`.
    #[schema(value_type = Vec<String>)]
    scopes: Option<Vec<String>>,
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
/// the caller's name. The token is shown once, because the shop keeps only its hash. An account has at most 20 keys.
#[utoipa::path(
    post,
    path = "/api-keys",
    tag = "api-keys",
    request_body(content = CreateApiKeyRequest, example = json!({"name": "Till", "scopes": ["orders:read"]})),
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
    State(writer): State<Writer>,
    State(sessions): State<Sessions>,
    CommandBy(Seller(caller), provenance): CommandBy<Seller>,
    attempt: CommandAttempt,
    Json(request): Json<CreateApiKeyRequest>,
) -> Result<Answer<ApiKeyCreated>, Refused> {
    let CreateApiKeyRequest { name, scopes } = request;
    let form = ApiKeyForm { name: name.unwrap_or_default(), scopes: scopes.unwrap_or_default() };
    let key = form.check().map_err(Faults)?;
    let token = api_keys::new_token(caller.account, attempt.ids.as_ref());
    let key_id = ApiKeyId::derived(provenance.command_id, "api key");
    let created = CreatedApiKey {
        underscore_id: key_id.uuid(),
        id: key_id.uuid(),
        name: key.name().to_owned(),
        scopes: key.scopes(),
    };
    let (account_id, role, hash) = (caller.account, caller.role, api_keys::hash(&token));
    let command = CreateApiKey { account_id, role, key_id, key, hash };
    let position = writer.execute(&provenance, &command).await?.position;
    sessions.forget(account_id.uuid());
    let no_store = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(Answer::created(position, ApiKeyCreated { success: true, token, api_key: created })
        .with(Some(no_store)))
}

/// The faults of the form.
#[derive(Debug, thiserror::Error)]
#[error("{}", first_text(.0))]
pub(crate) struct Faults(Vec<FieldRefusal>);

refusals! {
    Refused or ERASED from Refusal {
        Refusal::Full => Conflict when "The account has 20 keys",
    }
    from Faults {
        Faults(faults) => Invalid.in_fields(faults) when "The name is missing or too long, or no scope is given or known",
    }
}
