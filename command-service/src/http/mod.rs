//! The command service's HTTP interface: one folder a resource, one file an operation. Paths are below `/api`.

mod admin;
mod answer;

pub use answer::Answer;
use axum::Router;
use service_kit::lifecycle::hardened;
use utoipa::{OpenApi, openapi};
use utoipa_axum::router::OpenApiRouter;

use crate::App;

#[derive(OpenApi)]
#[openapi(
    info(title = "Greenstall commands", description = "Every call that changes something."),
    servers((url = "/api")),
)]
struct Document;

/// All routes and their description. The caller mounts them below `/api`.
pub fn router(app: App) -> (Router, openapi::OpenApi) {
    let (router, document) =
        OpenApiRouter::with_openapi(Document::openapi()).merge(admin::routes()).split_for_parts();
    (hardened(router.with_state(app)), document)
}
