//! Counts the requests of each route, and measures how long they take.

use std::time::{Duration, Instant};

use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    http::Method,
    middleware::{Next, from_fn_with_state},
    response::Response,
};
use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, histogram::Histogram},
    registry::Registry,
};

/// Upper bounds of the histogram, in seconds.
const BUCKET_BOUNDS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];
/// The route label of requests that match no route.
const NO_ROUTE: &str = "none";

/// Counts of this process since it started. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Requests {
    answers: Family<Answer, Counter>,
    seconds: Family<Operation, Histogram, fn() -> Histogram>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Operation {
    /// The route pattern and not the path, so that there is one series per route.
    route: String,
    method: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answer {
    #[prometheus(flatten)]
    operation: Operation,
    status: u16,
}

impl Default for Requests {
    fn default() -> Self {
        Self {
            answers: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(BUCKET_BOUNDS)),
        }
    }
}

impl Requests {
    /// A router that counts this router's answers.
    pub(crate) fn counted(&self, router: Router) -> Router {
        router.layer(from_fn_with_state(self.clone(), count))
    }

    pub(super) fn answered(&self, route: &str, method: &Method, status: u16, took: Duration) {
        let operation = Operation { route: route.to_owned(), method: name(method) };
        self.seconds.get_or_create(&operation).observe(took.as_secs_f64());
        self.answers.get_or_create(&Answer { operation, status }).inc();
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        let help = "Requests that this process has answered";
        registry.register("greenstall_http_requests", help, self.answers.clone());
        let help = "How long the answers took, without their bodies";
        registry.register("greenstall_http_request_seconds", help, self.seconds.clone());
    }
}

async fn count(State(requests): State<Requests>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    let answer = next.run(request).await;
    let route = route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str);
    requests.answered(route, &method, answer.status().as_u16(), began.elapsed());
    answer
}

/// The metric label of a method. Unknown methods share one label, because clients could invent any number of them.
fn name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use axum::{body::Body, routing::get};
    use tower::ServiceExt;

    use super::{super::encoded, *};

    #[tokio::test]
    async fn requests_are_counted_by_route_and_not_by_path() {
        let requests = Requests::default();
        let router = requests.counted(Router::new().route("/products/{id}", get(async || "a pear")));
        for path in ["/products/1", "/products/2", "/nothing"] {
            let request = Request::get(path).body(Body::empty()).unwrap();
            router.clone().oneshot(request).await.unwrap();
        }
        let mut registry = Registry::default();
        requests.register(&mut registry);
        let text = encoded(&registry);
        let counted =
            "greenstall_http_requests_total{route=\"/products/{id}\",method=\"GET\",status=\"200\"} 2\n";
        assert!(text.contains(counted), "{text}");
        assert!(text.contains("_total{route=\"none\",method=\"GET\",status=\"404\"} 1\n"), "{text}");
    }

    #[test]
    fn buckets_are_cumulative() {
        let requests = Requests::default();
        for milliseconds in [1, 4, 40, 4_000] {
            requests.answered("/", &Method::GET, 200, Duration::from_millis(milliseconds));
        }
        let mut registry = Registry::default();
        requests.register(&mut registry);
        let text = encoded(&registry);
        for (bound, count) in
            [("0.001", 1), ("0.0025", 1), ("0.005", 2), ("0.05", 3), ("2.5", 3), ("+Inf", 4)]
        {
            let line = format!("_bucket{{route=\"/\",method=\"GET\",le=\"{bound}\"}} {count}\n");
            assert!(text.contains(&line), "{line} {text}");
        }
        assert!(text.contains("_count{route=\"/\",method=\"GET\"} 4\n"), "{text}");
        assert!(text.contains("_sum{route=\"/\",method=\"GET\"} 4.045\n"), "{text}");
    }
}
