//! Counts the requests of each route, and measures how long they take.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    Router,
    extract::{MatchedPath, Request, State},
    http::Method,
    middleware::{Next, from_fn_with_state},
    response::Response,
};

use super::text::{Kind, Text};

/// Upper bounds of the histogram, in seconds.
const BOUNDS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];
/// The route label of requests that match no route.
const NOWHERE: &str = "none";

/// Counts of this process since it started. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Requests(Arc<Mutex<HashMap<String, BTreeMap<&'static str, Series>>>>);

/// The counts of one route and method.
#[derive(Clone, Debug, Default)]
struct Series {
    /// Answers by status.
    answers: BTreeMap<u16, u64>,
    /// The number of requests in each bucket: not slower than its bound, slower than the previous one. The last has no
    /// bound.
    buckets: [u64; BOUNDS.len() + 1],
    seconds: f64,
}

impl Requests {
    /// A router that counts this router's answers.
    pub(crate) fn counted(&self, router: Router) -> Router {
        router.layer(from_fn_with_state(self.clone(), count))
    }

    pub(super) fn answered(&self, route: &str, method: &Method, status: u16, took: Duration) {
        let seconds = took.as_secs_f64();
        let mut routes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !routes.contains_key(route) {
            routes.insert(route.to_owned(), BTreeMap::new());
        }
        let series = routes.get_mut(route).expect("it was put there").entry(name(method)).or_default();
        *series.answers.entry(status).or_default() += 1;
        series.buckets[BOUNDS.partition_point(|bound| *bound < seconds)] += 1;
        series.seconds += seconds;
    }

    pub(super) fn write(&self, text: &mut Text) {
        let mut routes: Vec<_> =
            self.0.lock().unwrap_or_else(PoisonError::into_inner).clone().into_iter().collect();
        routes.sort_by(|one, other| one.0.cmp(&other.0));
        let all = || {
            routes.iter().flat_map(|(route, methods)| {
                methods.iter().map(move |(method, series)| (route, *method, series))
            })
        };

        let name = "greenstall_http_requests_total";
        text.metric(name, Kind::Counter, "Requests that this process has answered.");
        for (route, method, series) in all() {
            for (status, count) in &series.answers {
                let status = status.to_string();
                text.sample(name, &[("route", route), ("method", method), ("status", &status)], count);
            }
        }
        let name = "greenstall_http_request_seconds";
        text.metric(name, Kind::Histogram, "How long the answers took, without their bodies.");
        for (route, method, series) in all() {
            let labels = [("route", route.as_str()), ("method", method)];
            let mut up_to = 0;
            for (count, bound) in series.buckets.iter().zip(BOUNDS.map(|bound| bound.to_string()).iter()) {
                up_to += count;
                text.sample(&format!("{name}_bucket"), &[labels[0], labels[1], ("le", bound)], up_to);
            }
            let count: u64 = series.buckets.iter().sum();
            text.sample(&format!("{name}_bucket"), &[labels[0], labels[1], ("le", "+Inf")], count);
            text.sample(&format!("{name}_sum"), &labels, series.seconds);
            text.sample(&format!("{name}_count"), &labels, count);
        }
    }
}

async fn count(State(requests): State<Requests>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let method = request.method().clone();
    let answer = next.run(request).await;
    let route = route.as_ref().map_or(NOWHERE, MatchedPath::as_str);
    requests.answered(route, &method, answer.status().as_u16(), began.elapsed());
    answer
}

/// Clients may invent methods; the number of labels must not grow with them.
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

    use super::*;

    #[tokio::test]
    async fn requests_are_counted_by_route_and_not_by_path() {
        let requests = Requests::default();
        let router = requests.counted(Router::new().route("/products/{id}", get(async || "a pear")));
        for path in ["/products/1", "/products/2", "/nothing"] {
            let request = Request::get(path).body(Body::empty()).unwrap();
            router.clone().oneshot(request).await.unwrap();
        }
        let mut text = Text::default();
        requests.write(&mut text);
        let text = text.into_string();
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
        let mut text = Text::default();
        requests.write(&mut text);
        let text = text.into_string();
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
