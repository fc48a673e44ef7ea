//! Endpoints of reviews: `/products/{id}/reviews` and `/reviews/…`.

mod reply_to_review;
#[cfg(test)]
mod tests;
mod write_review;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(write_review::write_review))
        .routes(routes!(reply_to_review::reply_to_review))
}
