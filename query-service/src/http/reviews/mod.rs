//! Reviews as their products' merchants see them: `/reviews/…`.

mod received_reviews;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(reading(received_reviews::VIEWS, route!(received_reviews::received_reviews)))
}
