//! The interfaces' descriptions, which need no database to be written.

use utoipa::openapi::OpenApi;

/// Each service's name and description.
pub(crate) fn all() -> [(&'static str, OpenApi); 1] {
    [("command", command_service::document())]
}
