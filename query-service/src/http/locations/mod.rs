//! Places by ZIP code and by coordinates, from the built-in table: `/locations/…`.

mod near;
mod place;
mod zip;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(zip::zip)).routes(routes!(near::near))
}
