//! Uploaded files: `/uploads`.

mod byte_range;
mod show_upload;

use utoipa_axum::{router::OpenApiRouter, routes};

use super::after::reading;
use crate::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(reading(&[], routes!(show_upload::show_upload)))
}
