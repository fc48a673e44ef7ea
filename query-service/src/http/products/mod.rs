//! The catalog: `/products/…`.

#[cfg(feature = "fuzzing")]
pub(super) mod fuzzing;
mod list_products;
mod location;
mod my_products;
mod product_query;
mod product_reviews;
mod search_own;
mod show_product;
mod sort_and_cursor;
mod suggest;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(list_products::VIEWS, route!(list_products::list_products)))
        .routes(reading(my_products::VIEWS, route!(my_products::my_products)))
        .routes(reading(my_products::VIEWS, route!(search_own::search_own)))
        .routes(reading(product_reviews::VIEWS, route!(product_reviews::product_reviews)))
        .routes(reading(suggest::VIEWS, route!(suggest::suggest)))
        .routes(reading(show_product::VIEWS, route!(show_product::show_product)))
}
