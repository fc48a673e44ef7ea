//! `GET /admin/users/{id}/api-keys`: the API keys of a user, for admins.

use axum::extract::State;
use service_kit::{
    Problem,
    caller::Admin,
    extract::{Json, Path},
};
use shared_events::ids::AccountId;
use uuid::Uuid;

use super::list_api_keys::{self, ApiKeyList};
use crate::App;

pub(super) const VIEWS: &[&str] = list_api_keys::VIEWS;

/// List a user's API keys
///
/// The keys that were not revoked. Somebody who does not exist has none.
#[utoipa::path(
    get,
    path = "/admin/users/{id}/api-keys",
    tag = "admin",
    params(("id" = Uuid, Path, description = "The user")),
    responses((status = 200, body = ApiKeyList)),
    security(("bearer" = [])),
)]
pub(crate) async fn list_api_keys_of_user(
    State(app): State<App>,
    _: Admin,
    Path(id): Path<Uuid>,
) -> Result<Json<ApiKeyList>, Problem> {
    list_api_keys::keys_of(&app, AccountId::new(id)).await
}
