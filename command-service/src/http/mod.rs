//! The command service's HTTP interface: one folder for each resource, one file for each operation. Paths are
//! below `/api`.

#[cfg(test)]
mod account_limit_tests;
mod admin;
mod answer;
mod api_keys;
mod auth;
mod command;
mod contact;
mod done;
mod keys;
#[cfg(test)]
pub(crate) mod market;
mod messages;
mod notifications;
mod orders;
mod payments;
mod products;
mod refusal;
mod reviews;
#[cfg(test)]
pub(crate) mod testing;
mod upload;
mod users;
mod webhooks;

use std::sync::Arc;

use axum::{
    Router,
    extract::Request,
    middleware::{Next, from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
};
use service_kit::{Problem, api_keys::KeyOperations, lifecycle::hardened, problem};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        self,
        security::{HttpAuthScheme, HttpBuilder, SecurityScheme},
    },
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    App,
    idempotency::{self, Operations},
};

#[derive(OpenApi)]
#[openapi(
    info(title = "Greenstall commands", description = "Every call that changes something."),
    servers((url = "/api")),
    modifiers(&BearerTokens),
)]
struct Document;

/// Describes the bearer token that authenticates a caller.
struct BearerTokens;

impl Modify for BearerTokens {
    fn modify(&self, document: &mut openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(scheme));
    }
}

/// All routes and their OpenAPI description. The caller mounts them below `/api`.
pub fn router(app: App) -> (Router, openapi::OpenApi) {
    let (router, mut document) = routes().split_for_parts();
    keys::describe(&mut document);
    service_kit::api_keys::describe(&mut document);
    problem::describe(&mut document);
    let operations = Arc::new(Operations::of(&document, upload::BODY_LIMIT));
    // Inside the limits of `hardened`: a command that times out counts as not answered.
    let remember = from_fn_with_state((app.clone(), operations), idempotency::remember);
    let wait = from_fn_with_state(app.clone(), idempotency::wait_out_outages);
    // Outside of `remember`, which looks who the caller is.
    let note_scope = from_fn_with_state(KeyOperations::of(&document), service_kit::api_keys::note_scope);
    let router = router.layer(remember).layer(wait).layer(note_scope).with_state(app);
    (hardened(router).layer(from_fn(finish)), document)
}

/// Finishes a started command even if the client disconnects, because a half-done command would obstruct the retry.
/// Drops a log-in instead, because it leaves nothing half-done and need not hash its password.
async fn finish(request: Request, next: Next) -> Response {
    if request.uri().path().ends_with(auth::log_in::PATH) {
        return next.run(request).await;
    }
    let command = tokio::spawn(traces::current().around(next.run(request)));
    command.await.unwrap_or_else(|stopped| Problem::internal(&stopped).into_response())
}

/// The OpenAPI description without the routes.
pub fn document() -> openapi::OpenApi {
    let mut document = routes().into_openapi();
    keys::describe(&mut document);
    service_kit::api_keys::describe(&mut document);
    problem::describe(&mut document);
    document
}

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .merge(auth::routes())
        .merge(users::routes())
        .merge(products::routes())
        .merge(admin::routes())
        .merge(api_keys::routes())
        .merge(payments::routes())
        .merge(orders::routes())
        .merge(upload::routes())
        .merge(messages::routes())
        .merge(webhooks::routes())
        .merge(reviews::routes())
        .merge(notifications::routes())
        .merge(contact::routes())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use axum::http::{Method, StatusCode};
    use event_store::Categories;
    use serde_json::{Value, json};
    use shared_events::Position;

    use super::{
        document,
        testing::{Shop, customer_form},
    };

    #[tokio::test]
    async fn unknown_paths_and_methods_are_problem_documents() {
        let shop = Shop::open();
        for path in ["/", "/nothing", "/auth", "/auth/signup/", "/admin/products/7/nothing"] {
            let reply = shop.post(path, None, &json!({})).await;
            assert_eq!(reply.refused(StatusCode::NOT_FOUND), "Not found", "{path}");
        }
        let reply = shop.call(Method::PATCH, "/auth/login", None, &json!({})).await;
        assert_eq!(reply.refused(StatusCode::METHOD_NOT_ALLOWED), "Method not allowed");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
    }

    #[tokio::test]
    async fn a_command_is_finished_even_if_its_client_disconnects() {
        let shop = Shop::open();
        let form = customer_form("anna@example.com");
        let mut call = Box::pin(shop.post("/auth/signup", None, &form));
        assert!(futures_util::poll!(&mut call).is_pending(), "hashing takes longer than one look");
        drop(call);
        let accounts = Categories::Only(Cow::Borrowed(&["account"]));
        let opened = async || {
            let page = shop.app.writer.log.read_all(Position::START, &accounts, 1).await.unwrap();
            (!page.events.is_empty()).then_some(())
        };
        test_support::wait_for("the account of the caller who hung up", opened).await;
    }

    #[test]
    fn every_operation_is_described_with_an_example() {
        let document = serde_json::to_value(document()).unwrap();
        let operations = document["paths"].as_object().unwrap().iter().flat_map(|(path, methods)| {
            methods
                .as_object()
                .unwrap()
                .iter()
                .map(move |(method, operation)| (format!("{method} {path}"), operation))
        });
        let mut count = 0;
        for (name, operation) in operations {
            count += 1;
            assert!(operation["summary"].is_string(), "{name} has no summary");
            for (status, response) in operation["responses"].as_object().unwrap() {
                let described = response["description"].as_str().is_some_and(|text| !text.is_empty());
                assert!(described, "{name}: answer {status} is not described");
            }
            if let Some(content) = operation["requestBody"]["content"]["application/json"].as_object() {
                let example = content.get("example").or_else(|| content.get("examples"));
                assert!(example.is_some_and(|example| *example != Value::Null), "{name} has no example");
            }
        }
        assert!(count >= 6, "only {count} operations are described");
    }
}
