//! API keys: `/api-keys`.

mod list_api_keys;
mod list_of_user;
#[cfg(test)]
mod tests;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(list_api_keys::VIEWS, route!(list_api_keys::list_api_keys)))
        .routes(reading(list_of_user::VIEWS, route!(list_of_user::list_api_keys_of_user)))
}
