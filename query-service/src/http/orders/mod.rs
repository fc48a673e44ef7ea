//! Orders: `/orders/…`.

mod customer_orders;
mod merchant_orders;
mod search_purchases;
mod search_sales;
mod show_order;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::{App, queries::orders};

const VIEWS: &[&str] = &[orders::VIEW];

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(VIEWS, route!(customer_orders::customer_orders)))
        .routes(reading(VIEWS, route!(merchant_orders::merchant_orders)))
        .routes(reading(VIEWS, route!(search_purchases::search_purchases)))
        .routes(reading(search_sales::VIEWS, route!(search_sales::search_sales)))
        .routes(reading(VIEWS, route!(show_order::show_order)))
}
