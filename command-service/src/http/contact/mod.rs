//! Endpoint of the contact form: `/contact`.

mod send_inquiry;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(route!(send_inquiry::send_inquiry))
}
