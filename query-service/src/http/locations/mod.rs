//! Places by ZIP code and by coordinates, from the built-in table: `/locations/…`.

mod near;
mod place;
mod zip;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(route!(zip::zip)).routes(route!(near::near))
}
