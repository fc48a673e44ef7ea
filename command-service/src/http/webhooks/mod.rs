//! Endpoints for messages from other services: `/webhooks/…`.

mod stripe;

use service_kit::route;
pub(super) use stripe::take;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(route!(stripe::stripe))
}
