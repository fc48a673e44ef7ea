//! The query service's HTTP interface: one folder per resource, one file per operation. Paths are below `/api`.

mod admin;
mod after;
mod api_keys;
mod auth;
mod caching;
mod csv;
#[cfg(test)]
mod every_read;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod lenient;
mod locations;
mod messages;
mod notifications;
mod orders;
mod page_query;
mod products;
mod reports;
mod reviews;
mod shop;
mod stream;
mod uploads;
mod users;
mod webhooks;

use axum::{Extension, Router, middleware::from_fn_with_state};
use service_kit::{
    api_keys::{self as keys, KeyOperations},
    lifecycle::hardened,
    problem,
};
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
    info(title = "Greenstall queries", description = "All read operations."),
    servers((url = "/api")),
    modifiers(&BearerTokens),
)]
struct Document;

/// Adds the bearer-token security scheme to the OpenAPI document.
struct BearerTokens;

impl Modify for BearerTokens {
    fn modify(&self, document: &mut openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(scheme));
    }
}

/// All routes and their OpenAPI document. The caller mounts the router below `/api`.
pub fn router(app: App) -> (Router, openapi::OpenApi) {
    let (router, mut document) = routes().split_for_parts();
    keys::describe(&mut document);
    problem::describe(&mut document);
    caching::describe(&mut document);
    let waiter = Extension(app.waiter.clone());
    let keep = from_fn_with_state(caching::Personal::of(&document), caching::keep);
    let note_scope = from_fn_with_state(KeyOperations::of(&document), keys::note_scope);
    (hardened(router.with_state(app).layer(waiter).layer(note_scope).layer(keep)), document)
}

/// The OpenAPI document without the routes.
pub fn document() -> openapi::OpenApi {
    let mut document = routes().into_openapi();
    keys::describe(&mut document);
    problem::describe(&mut document);
    caching::describe(&mut document);
    document
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .merge(auth::routes())
        .merge(api_keys::routes())
        .merge(products::routes())
        .merge(users::routes())
        .merge(orders::routes())
        .merge(reports::routes())
        .merge(reviews::routes())
        .merge(messages::routes())
        .merge(notifications::routes())
        .merge(admin::routes())
        .merge(shop::routes())
        .merge(stream::routes())
        .merge(uploads::routes())
        .merge(locations::routes())
        .merge(webhooks::routes())
}
