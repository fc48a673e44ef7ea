//! Orders: `/orders/…`.

mod customer_orders;
mod merchant_orders;
mod show_order;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::{App, queries::orders};

const VIEWS: &[&str] = &[orders::VIEW];

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(VIEWS, routes!(customer_orders::customer_orders)))
        .routes(reading(VIEWS, routes!(merchant_orders::merchant_orders)))
        .routes(reading(VIEWS, routes!(show_order::show_order)))
}
