//! The shop's configuration: `/config`.

mod config;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(route!(config::config))
}
