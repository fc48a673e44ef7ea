//! What admins look at: `/admin/…`.

mod pending_reviews;
mod stats;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(reading(pending_reviews::VIEWS, routes!(pending_reviews::pending_reviews)))
        .routes(reading(stats::VIEWS, routes!(stats::stats)))
}
