//! Endpoints of reviews: `/products/{id}/reviews` and `/reviews/…`.

mod reply_to_review;
mod write_review;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(route!(write_review::write_review))
        .routes(route!(reply_to_review::reply_to_review))
}
