//! Endpoints for API keys, with which programs act in the name of a merchant or an admin: `/api-keys/…`.

mod create_api_key;
mod revoke_api_key;
mod revoke_of_user;
#[cfg(test)]
mod tests;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(create_api_key::create_api_key))
        .routes(route!(revoke_api_key::revoke_api_key))
        .routes(route!(revoke_of_user::revoke_api_key_of_user))
}
