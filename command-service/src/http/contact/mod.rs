//! Endpoint of the contact form: `/contact`.

mod send_inquiry;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(send_inquiry::send_inquiry))
}
