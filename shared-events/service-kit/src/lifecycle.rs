//! Serving HTTP until told to stop.

mod body;
mod closing;
mod connections;
mod edge;
mod server;
#[cfg(test)]
mod tests;
mod write_timeout;

use std::time::Duration;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request},
    http::{HeaderValue, header},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::{catch_panic::CatchPanicLayer, set_header::SetResponseHeaderLayer};

pub use self::edge::Edge;

use self::server::{Server, Timeouts};
use crate::{
    extract::BODY_LIMIT,
    problem::{Code, Problem},
};

/// Routes that take files begin with this.
const UPLOADS: &str = "/upload/";

/// How long one kind of request may take.
#[derive(Clone, Copy, Debug)]
struct TimeLimits {
    /// For its body to arrive.
    body: Duration,
    /// For everything until the answer begins.
    answer: Duration,
}

const REQUEST: TimeLimits = TimeLimits { body: Duration::from_secs(20), answer: Duration::from_secs(30) };
/// As long as a slow line needs for five megabytes.
const UPLOAD: TimeLimits = TimeLimits { body: Duration::from_secs(150), answer: Duration::from_secs(180) };

/// What every service's router needs: limits, answers to unknown paths, and a problem document instead of a torn
/// connection when a handler panics.
pub fn hardened(router: Router) -> Router {
    router
        .fallback(async || Problem::new(Code::NotFound, "Not found"))
        .method_not_allowed_fallback(async || Problem::new(Code::MethodNotAllowed, "Method not allowed"))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(from_fn(in_time))
        .layer(CatchPanicLayer::custom(|_| Problem::internal(&"a handler panicked").into_response()))
        .layer(SetResponseHeaderLayer::overriding(
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ))
}

/// Gives up on a request whose body does not arrive in time, or that takes too long.
async fn in_time(request: Request, next: Next) -> Response {
    let limits = if request.uri().path().starts_with(UPLOADS) { UPLOAD } else { REQUEST };
    within(limits, request, next).await
}

async fn within(limits: TimeLimits, request: Request, next: Next) -> Response {
    let (request, late) = body::within(limits.body, request);
    let answer = tokio::time::timeout(limits.answer, next.run(request)).await;
    if late.is_set() {
        // Whatever the handler made of half a body. The rest may still come: the connection cannot be used again.
        let problem =
            Problem::new(Code::RequestTimeout, "The request took too long to arrive. Please try again.");
        return ([(header::CONNECTION, "close")], problem).into_response();
    }
    answer.unwrap_or_else(|_| Problem::unavailable(&"the request took too long").into_response())
}

/// Serves until `cancellation`, then closes the listener and lets running requests finish for at most ten seconds.
/// Handlers are told the client's address (`ConnectInfo<SocketAddr>`), which is the one that a trusted proxy forwards.
/// Clients that send nothing, or read nothing of an answer, lose the connection.
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    router: Router,
    listener: TcpListener,
    edge: Edge,
    cancellation: CancellationToken,
) -> std::io::Result<()> {
    Server::new(router, edge, Timeouts::default()).run(listener, cancellation).await
}
