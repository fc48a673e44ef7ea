//! Who is logged in: `/auth/…`.

mod me;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(reading(me::VIEWS, routes!(me::me)))
}
