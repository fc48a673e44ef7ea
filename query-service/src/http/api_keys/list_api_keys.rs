//! `GET /api-keys`: the caller's API keys.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use service_kit::{Problem, caller::Seller, extract::Json};
use shared_events::ids::AccountId;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    App,
    queries::{
        failed,
        sessions::{self, ListedKey},
    },
};

pub(super) const VIEWS: &[&str] = &[sessions::VIEW];

/// The API keys of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ApiKeyList {
    /// The keys, newest first.
    #[serde(rename = "apiKeys")]
    api_keys: Vec<ListedApiKey>,
}

/// An API key that works. Its token is not stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedApiKey {
    /// The key's id.
    #[serde(rename = "_id")]
    underscore_id: Uuid,
    /// The same as `_id`.
    id: Uuid,
    /// What its owner calls it.
    name: String,
    /// What it may be used for.
    scopes: Vec<String>,
    /// When it was created.
    created_at: DateTime<Utc>,
}

/// List the caller's API keys
///
/// The keys that were not revoked.
#[utoipa::path(
    get,
    path = "/api-keys",
    tag = "api-keys",
    responses((status = 200, body = ApiKeyList)),
    security(("bearer" = [])),
)]
pub(crate) async fn list_api_keys(
    State(app): State<App>,
    Seller(caller): Seller,
) -> Result<Json<ApiKeyList>, Problem> {
    keys_of(&app, caller.account).await
}

pub(super) async fn keys_of(app: &App, account: AccountId) -> Result<Json<ApiKeyList>, Problem> {
    let rows = sessions::api_keys_of(&app.pool, account).await.map_err(failed)?;
    let listed = |row: ListedKey| ListedApiKey {
        underscore_id: row.key_id,
        id: row.key_id,
        name: row.name.unwrap_or_default(),
        scopes: row.scopes,
        created_at: row.created_at,
    };
    Ok(Json(ApiKeyList { api_keys: rows.into_iter().map(listed).collect() }))
}
