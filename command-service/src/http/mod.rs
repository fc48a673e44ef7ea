//! The command service's HTTP interface: one folder a resource, one file an operation. Paths are below `/api`.

mod admin;
mod answer;
mod auth;
mod client_address;
mod products;
mod refusal;

pub use answer::Answer;
use axum::Router;
use client_address::ClientAddress;
use service_kit::lifecycle::hardened;
use utoipa::{
    Modify, OpenApi,
    openapi::{
        self,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};
use utoipa_axum::router::OpenApiRouter;

use crate::App;

#[derive(OpenApi)]
#[openapi(
    info(title = "Greenstall commands", description = "Every call that changes something."),
    servers((url = "/api")),
    modifiers(&BearerTokens),
)]
struct Document;

/// Describes how a caller proves who it is.
struct BearerTokens;

impl Modify for BearerTokens {
    fn modify(&self, document: &mut openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(scheme));
    }
}

/// All routes and their description. The caller mounts them below `/api`.
pub fn router(app: App) -> (Router, openapi::OpenApi) {
    let (router, document) = routes().split_for_parts();
    (hardened(router.with_state(app)), document)
}

/// The description alone.
pub fn document() -> openapi::OpenApi {
    routes().into_openapi()
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .merge(auth::routes())
        .merge(products::routes())
        .merge(admin::routes())
}
