//! Server-sent events: `/stream`.

mod open_stream;
#[cfg(test)]
mod tests;

use service_kit::route;
use utoipa_axum::router::OpenApiRouter;

use super::after::reading;
use crate::{App, queries::live};

const VIEWS: &[&str] = &[live::VIEW];

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(reading(VIEWS, route!(open_stream::open_stream)))
}
