//! Endpoints for merchants' uploads: `/upload`.

mod business_photo;
mod organic_certificate;
mod product_image;
mod receive;
mod remove_image;
#[cfg(test)]
mod testing;

use axum::extract::DefaultBodyLimit;
use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

pub(super) use self::receive::BODY_LIMIT;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(product_image::upload_product_image))
        .routes(route!(business_photo::upload_business_photo))
        .routes(route!(organic_certificate::upload_organic_certificate))
        .routes(route!(remove_image::remove_image))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
}
