//! The catalog: `/products/…`.

mod list_products;
mod location;
mod my_products;
mod product_query;
mod product_reviews;
mod show_product;
mod suggest;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(list_products::VIEWS, routes!(list_products::list_products)))
        .routes(reading(my_products::VIEWS, routes!(my_products::my_products)))
        .routes(reading(product_reviews::VIEWS, routes!(product_reviews::product_reviews)))
        .routes(reading(suggest::VIEWS, routes!(suggest::suggest)))
        .routes(reading(show_product::VIEWS, routes!(show_product::show_product)))
}
