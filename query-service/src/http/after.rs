//! Reads that see their own writes: an operation names the views that it reads, and answers when they have reached the
//! position that the client has seen, or after two seconds with what they have.

use axum::{
    Extension,
    extract::Request,
    http::HeaderValue,
    middleware::{Next, from_fn},
    response::Response,
};
use service_kit::{
    position::{self, STALE},
    problem::ProblemBody,
};
use utoipa::{
    ToSchema,
    openapi::{
        Content, Ref, Response as OpenApiResponse, ResponseBuilder,
        path::{Parameter, ParameterBuilder, ParameterIn},
        schema::{ObjectBuilder, Type},
    },
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
            operation.responses.responses.insert("503".to_owned(), unavailable().into());
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

fn unavailable() -> OpenApiResponse {
    ResponseBuilder::new()
        .description("A view is being built for the first time, or the database is not there")
        .content("application/json", Content::new(Some(Ref::from_schema_name(ProblemBody::name()))))
        .build()
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use service_kit::position::STALE;

    use crate::testing::{Goods, Market, pluck};

    #[tokio::test]
    async fn whoever_names_the_position_of_a_write_sees_it() {
        let mut market = Market::open().await;
        let farm = market.merchant("Green Farm", "05401").await;
        for name in ["Tomato", "Radish", "Pear", "Plum"] {
            market.product(&farm, Goods::named(name)).await;
            let after = market.seen().to_string();
            let answer =
                market.send("/products?sort=-createdAt&limit=1", &[("Greenstall-After", &after)]).await;
            assert!(!answer.headers.contains_key(STALE));
            assert_eq!(pluck(&answer.ok()["products"], "name"), [name]);
        }
    }

    #[tokio::test]
    async fn a_position_that_is_not_reached_makes_the_answer_late_and_stale() {
        let market = Market::open().await;
        let asked = Instant::now();
        let answer = market.send("/products", &[("Greenstall-After", "18446744073709551615")]).await;
        assert!(asked.elapsed() >= Duration::from_secs(2), "{:?}", asked.elapsed());
        assert_eq!(answer.headers[STALE], "true");
        answer.ok();
    }

    #[tokio::test]
    async fn a_position_that_cannot_be_read_is_ignored() {
        let market = Market::open().await;
        for after in ["x", "-1", "", "18446744073709551616"] {
            let answer = market.send("/products", &[("Greenstall-After", after)]).await;
            assert!(!answer.headers.contains_key(STALE), "{after:?}");
        }
    }

    #[tokio::test]
    async fn before_the_views_are_built_answers_are_not_available_and_say_when_to_ask_again() {
        let market = Market::without_views().await;
        let answer = market.send("/products", &[]).await;
        assert_eq!(answer.headers["retry-after"], "1");
        assert_eq!(answer.refusal().0, 503);
        market.send("/config", &[]).await.ok();
    }

    #[tokio::test]
    async fn what_reads_no_view_does_not_wait() {
        let market = Market::open().await;
        let answer = market.send("/config", &[("Greenstall-After", "18446744073709551615")]).await;
        assert!(!answer.headers.contains_key(STALE));
    }
}
