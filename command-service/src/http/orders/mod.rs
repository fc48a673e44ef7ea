//! Endpoints of orders: `/orders/…`.

mod cancel_order;
mod change_status;
mod confirmed_order;
mod create_order;
#[cfg(test)]
mod tests;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_order::create_order))
        .routes(routes!(change_status::change_status))
        .routes(routes!(cancel_order::cancel_order))
}
