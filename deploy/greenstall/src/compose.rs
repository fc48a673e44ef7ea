//! Combines the services' routers: commands and queries below `/api`, the UI everywhere else.

use std::convert::Infallible;

use axum::{
    Router,
    body::Body,
    http::{HeaderValue, Method, Request, header},
};
use service_kit::lifecycle::hardened;
use tower::ServiceExt;
use tower_http::{
    compression::{
        CompressionLayer, CompressionLevel,
        predicate::{DefaultPredicate, Predicate, SizeAbove},
    },
    set_header::SetResponseHeaderLayer,
};

use crate::{
    docs,
    health::{self, Health},
    web::{self, Site},
};

/// Answers of up to this many bytes are not compressed: they fit into one packet anyway.
const COMPRESS_ABOVE: u64 = 1024;

/// Makes browsers use TLS for a year, even when they follow an http:// link.
const STRICT_TRANSPORT: &str = "max-age=31536000";
const API_POLICY: &str = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/// The routers of one address. A service that this process does not run is `None`; requests to it get 404.
pub(crate) struct Parts {
    pub(crate) commands: Option<Router>,
    pub(crate) queries: Option<Router>,
    pub(crate) health: Option<Health>,
    pub(crate) site: Site,
    /// Whether browsers reach this address over TLS.
    pub(crate) behind_tls: bool,
}

/// Combines the routers of one address.
pub(crate) fn router(parts: Parts) -> Router {
    let Parts { commands, queries, health, site, behind_tls } = parts;
    let absent = || hardened(Router::new());
    // An answer that is opened as a page loads nothing, and no page frames it. Uploads have a policy of their own.
    let api = by_method(commands.unwrap_or_else(absent), queries.unwrap_or_else(absent)).layer(
        SetResponseHeaderLayer::if_not_present(
            header::CONTENT_SECURITY_POLICY,
            HeaderValue::from_static(API_POLICY),
        ),
    );
    let large = DefaultPredicate::new().and(SizeAbove::new(COMPRESS_ABOVE));
    let mut router = Router::new().nest_service("/api", api).merge(docs::router()).merge(web::router(site));
    if let Some(health) = health {
        router = router.merge(health::router(health));
    }
    if behind_tls {
        let strict = HeaderValue::from_static(STRICT_TRANSPORT);
        router = router.layer(SetResponseHeaderLayer::overriding(header::STRICT_TRANSPORT_SECURITY, strict));
    }
    router.layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(large)).layer(
        SetResponseHeaderLayer::overriding(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ),
    )
}

/// Routes safe methods to the queries and all others to the commands.
fn by_method(commands: Router, queries: Router) -> Router {
    let dispatch = tower::service_fn(move |request: Request<Body>| {
        let looks = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
        let service = if looks { &queries } else { &commands };
        let answer = service.clone().oneshot(request);
        async move { Ok::<_, Infallible>(answer.await.unwrap_or_else(|never| match never {})) }
    });
    Router::new().fallback_service(dispatch)
}

#[cfg(test)]
mod tests {
    use axum::{
        http::StatusCode,
        response::Response,
        routing::{get, post},
    };

    use super::*;
    use crate::web::Guests;

    fn parts(queries: Option<Router>) -> Parts {
        let site = Site { guests: Guests::None, base: "http://127.0.0.1".into(), storefront: None };
        Parts { commands: None, queries, health: None, site, behind_tls: false }
    }

    async fn call(method: Method, path: &str) -> Response {
        let commands = hardened(Router::new().route("/products", post(async || "listed")));
        let queries = hardened(Router::new().route("/products", get(async || "x".repeat(5_000))));
        let request = Request::builder().method(method).uri(path).header(header::ACCEPT_ENCODING, "gzip");
        let router = router(Parts { commands: Some(commands), ..parts(Some(queries)) });
        router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    }

    #[tokio::test]
    async fn requests_to_a_path_of_both_services_are_routed_by_method() {
        assert_eq!(call(Method::POST, "/api/products").await.status(), StatusCode::OK);
        let listed = call(Method::GET, "/api/products").await;
        assert_eq!(listed.status(), StatusCode::OK);
        assert_eq!(
            listed.headers()[header::CONTENT_ENCODING],
            "gzip",
            "answers above a kilobyte are compressed"
        );
        assert_eq!(listed.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    }

    #[tokio::test]
    async fn an_event_stream_is_never_compressed() {
        let events = ([(header::CONTENT_TYPE, "text/event-stream")], "data: x\n\n".repeat(1_000));
        let queries = hardened(Router::new().route("/stream", get(async || events)));
        let request = Request::get("/api/stream").header(header::ACCEPT_ENCODING, "gzip, br");
        let router = router(parts(Some(queries)));
        let answer = router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        assert!(!answer.headers().contains_key(header::CONTENT_ENCODING));
    }

    #[tokio::test]
    async fn an_unknown_path_below_api_gets_a_problem_document_and_no_page() {
        for method in [Method::GET, Method::POST] {
            let answer = call(method, "/api/no/such/call").await;
            assert_eq!(answer.status(), StatusCode::NOT_FOUND);
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/problem+json");
        }
    }

    #[tokio::test]
    async fn no_answer_of_the_api_is_a_page() {
        for (method, path) in [(Method::GET, "/api/products"), (Method::POST, "/api/nothing")] {
            assert_eq!(call(method, path).await.headers()[header::CONTENT_SECURITY_POLICY], API_POLICY);
        }
        let page = call(Method::GET, "/login").await;
        assert_ne!(
            page.headers().get(header::CONTENT_SECURITY_POLICY),
            Some(&HeaderValue::from_static(API_POLICY))
        );
    }

    #[tokio::test]
    async fn the_description_is_served_below_api() {
        let answer = call(Method::GET, "/api/docs").await;
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
        assert_eq!(answer.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    }

    #[tokio::test]
    async fn pages_have_the_nosniff_header() {
        assert_eq!(call(Method::GET, "/login").await.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
    }

    #[tokio::test]
    async fn strict_transport_is_sent_only_behind_tls() {
        for (behind_tls, path) in [(true, "/login"), (true, "/api/nothing"), (false, "/login")] {
            let router = router(Parts { behind_tls, ..parts(None) });
            let answer = router.oneshot(Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
            let strict = answer.headers().get(header::STRICT_TRANSPORT_SECURITY);
            assert_eq!(
                strict.map(|value| value.to_str().unwrap()),
                behind_tls.then_some(STRICT_TRANSPORT),
                "{path}"
            );
        }
    }
}
