//! Endpoints of orders: `/orders/…`.

#[cfg(test)]
mod admin_tests;
mod cancel_order;
mod change_status;
mod confirmed_order;
mod create_order;
#[cfg(test)]
mod tests;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(create_order::create_order))
        .routes(route!(change_status::change_status))
        .routes(route!(cancel_order::cancel_order))
}
