//! Uploaded files: `/uploads`.

mod byte_range;
mod show_upload;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(reading(&[], route!(show_upload::show_upload)))
}
