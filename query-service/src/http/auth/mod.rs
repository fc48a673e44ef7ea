//! The caller's account and sessions: `/auth/…`.

mod list_sessions;
mod me;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(me::VIEWS, route!(me::me)))
        .routes(reading(list_sessions::VIEWS, route!(list_sessions::list_sessions)))
}
