//! Webhooks and the deliveries of their messages: `/webhooks/…`.

mod list_deliveries;
mod list_webhooks;
#[cfg(test)]
mod tests;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(list_webhooks::VIEWS, route!(list_webhooks::list_webhooks)))
        .routes(reading(list_deliveries::VIEWS, route!(list_deliveries::list_deliveries)))
}
