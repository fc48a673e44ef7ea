//! A span for each request of the API.

use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    http::Method,
    middleware::{Next, from_fn_with_state},
    response::Response,
};
use traces::{Kind, Parent, Span};

/// A router whose requests are spans. `follow_callers`: a request continues the trace that its `traceparent` names.
pub(crate) fn traced(router: Router, follow_callers: bool) -> Router {
    if !traces::is_on() {
        return router;
    }
    router.layer(from_fn_with_state(follow_callers, trace))
}

/// The attributes are those of OpenTelemetry's semantic conventions for HTTP that tell nothing of the caller: the route's
/// template and no path, no query, no header, no address.
async fn trace(State(follow_callers): State<bool>, request: Request, next: Next) -> Response {
    let method = name(request.method());
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let title = route.as_ref().map_or_else(|| method.to_owned(), |route| format!("{method} {route}"));
    let header = request.headers().get("traceparent").filter(|_| follow_callers);
    let caller = header.and_then(|value| value.to_str().ok()).and_then(Parent::parse);
    let span = match caller {
        Some(caller) => Span::of_caller(Kind::Server, title, caller),
        None => Span::root(Kind::Server, title),
    };
    if request.method().is_safe() {
        // It has no command, so no correlation id will follow.
        span.decide();
    }
    span.set("http.request.method", method);
    if let Some(route) = route {
        span.set("http.route", route);
    }
    let answer = span.clone().around(next.run(request)).await;
    let status = answer.status();
    span.set("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.fail(status.as_str().to_owned());
    }
    answer
}

/// The method's name. Clients can invent methods, so those that are not known share one name.
fn name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "_OTHER",
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use axum::{
        body::Body,
        http::StatusCode,
        routing::{get, post},
    };
    use tower::ServiceExt;
    use traces::{EndedSpan, Sink, SpanId, Value};

    use super::*;

    static ENDED: Mutex<Vec<EndedSpan>> = Mutex::new(Vec::new());

    struct Collect;

    impl Sink for Collect {
        fn take(&self, span: EndedSpan) {
            ENDED.lock().unwrap().push(span);
        }
    }

    #[tokio::test]
    async fn a_request_is_a_span_without_anything_of_the_caller() {
        traces::turn_on(1.0, Some(Box::new(Collect)));
        let routes = Router::new()
            .route("/orders/{id}", get(async || "order"))
            .route("/orders", post(async || StatusCode::SERVICE_UNAVAILABLE));
        let traced = traced(routes, true);
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        for request in [
            Request::get("/orders/anna?email=anna@example.com").header("cookie", "anna"),
            Request::post("/orders").header("traceparent", parent),
            Request::get("/nothing/anna"),
            Request::builder().method("ANNA").uri("/orders"),
        ] {
            traced.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        }
        let ended = ENDED.lock().unwrap();
        let [order, placed, nothing, odd] = &ended[..] else { panic!("{ended:?}") };
        assert_eq!((&*order.name, order.parent), ("GET /orders/{id}", None));
        assert_eq!(order.text("http.route"), Some("/orders/{id}"));
        assert!(order.attributes.contains(&("http.response.status_code", Value::Number(200))));
        assert_eq!(placed.trace.to_string(), parent[3..35]);
        assert_eq!((placed.parent, placed.parent_is_remote), (Some(SpanId(0x00f0_67aa_0ba9_02b7)), true));
        assert_eq!(placed.failure.as_deref(), Some("503"));
        assert_eq!((&*nothing.name, &*odd.name), ("GET", "_OTHER /orders"));
        assert!(!format!("{ended:?}").to_lowercase().contains("anna"), "{ended:?}");
    }

    #[tokio::test]
    async fn a_caller_is_not_followed_when_the_settings_say_so() {
        traces::turn_on(1.0, Some(Box::new(Collect)));
        let traced = traced(Router::new().route("/alone", get(async || "order")), false);
        let parent = "00-4bf92f3577b34da6a3ce929d0e0e4737-00f067aa0ba902b7-01";
        let request = Request::get("/alone").header("traceparent", parent).body(Body::empty()).unwrap();
        traced.oneshot(request).await.unwrap();
        let ended = ENDED.lock().unwrap();
        let span = ended.iter().find(|span| span.name == "GET /alone").unwrap();
        assert!(span.parent.is_none() && span.trace.to_string() != parent[3..35]);
    }
}
