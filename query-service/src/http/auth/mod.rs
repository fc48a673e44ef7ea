//! The caller's account and sessions: `/auth/…`.

mod list_sessions;
mod me;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(me::VIEWS, routes!(me::me)))
        .routes(reading(list_sessions::VIEWS, routes!(list_sessions::list_sessions)))
}
