//! Reads that see their own writes: an operation names the views that it reads, and answers when they have reached the
//! position that the client has seen, or after two seconds with what they have.

use axum::{
    Extension,
    extract::Request,
    http::HeaderValue,
    middleware::{Next, from_fn},
    response::Response,
};
use service_kit::position::{self, STALE};
use utoipa::openapi::{
    path::{Parameter, ParameterBuilder, ParameterIn},
    schema::{ObjectBuilder, Type},
};
use utoipa_axum::router::{UtoipaMethodRouter, UtoipaMethodRouterExt};

use crate::{App, Waiter};

/// An operation that reads these views.
pub(super) fn reading(
    views: &'static [&'static str],
    (schemas, mut paths, methods): UtoipaMethodRouter<App>,
) -> UtoipaMethodRouter<App> {
    for path in paths.paths.values_mut() {
        if let Some(operation) = path.get.as_mut() {
            operation.parameters.get_or_insert_default().push(after_parameter().into());
        }
    }
    (schemas, paths, methods).layer(from_fn(move |waiter, request, next| wait(views, waiter, request, next)))
}

async fn wait(
    views: &'static [&'static str],
    Extension(waiter): Extension<Waiter>,
    request: Request,
    next: Next,
) -> Response {
    let fresh = match position::seen_by(request.headers()) {
        Some(position) => waiter.reached(views, position).await,
        None => true,
    };
    let mut response = next.run(request).await;
    if !fresh {
        response.headers_mut().insert(STALE, HeaderValue::from_static("true"));
    }
    response
}

fn after_parameter() -> Parameter {
    let text = "The highest `Greenstall-Position` that the client has seen. What cannot be read is ignored. An answer \
                that could not wait for it carries `Greenstall-Stale: true`.";
    ParameterBuilder::new()
        .name("Greenstall-After")
        .parameter_in(ParameterIn::Header)
        .description(Some(text))
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build()
}
