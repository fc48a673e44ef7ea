//! Serves HTTP until the process is stopped.

mod body;
mod body_budget;
mod closing;
mod connections;
mod edge;
mod server;
#[cfg(test)]
mod tests;
mod unread;
mod write_timeout;

use std::time::Duration;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request},
    http::{HeaderValue, header},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
};
use tokio::{net::TcpListener, time::error::Elapsed};
use tokio_util::sync::CancellationToken;
use tower_http::{catch_panic::CatchPanicLayer, set_header::SetResponseHeaderLayer};

pub use self::{body_budget::BodyBudget, edge::Edge};

use self::{
    body::CutOff,
    server::{Server, Timeouts},
};
use crate::{
    extract::BODY_LIMIT,
    problem::{Code, Problem},
};

/// The prefix of the routes that accept files.
pub const UPLOAD_PREFIX: &str = "/upload/";

/// The time limits of one kind of request.
#[derive(Clone, Copy, Debug)]
struct TimeLimits {
    /// The time until the body must have arrived.
    body: Duration,
    /// The time until the answer must begin.
    answer: Duration,
}

const REQUEST_LIMITS: TimeLimits =
    TimeLimits { body: Duration::from_secs(20), answer: Duration::from_secs(30) };
/// Long enough for five megabytes over a slow line.
const UPLOAD_LIMITS: TimeLimits =
    TimeLimits { body: Duration::from_secs(150), answer: Duration::from_secs(180) };

/// Adds what the router of every service needs: time limits, answers to unknown paths, and a problem document instead
/// of a broken connection when a handler panics.
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
        .layer(from_fn(unread::read_on))
}

/// Aborts a request whose body does not arrive in time or takes too much memory, or whose answer takes too long.
async fn in_time(request: Request, next: Next) -> Response {
    let limits = if request.uri().path().starts_with(UPLOAD_PREFIX) { UPLOAD_LIMITS } else { REQUEST_LIMITS };
    within(limits, request, next).await
}

async fn within(limits: TimeLimits, request: Request, next: Next) -> Response {
    let (request, arrival) = body::within(limits.body, request);
    let answer = tokio::time::timeout(limits.answer, next.run(request)).await;
    // The handler's answer to an incomplete body is discarded.
    match arrival.cut_off() {
        // The rest may still arrive, so the connection cannot be reused.
        Some(CutOff::Late) => {
            let text = "The request took too long to arrive. Please try again.";
            ([(header::CONNECTION, "close")], Problem::new(Code::RequestTimeout, text)).into_response()
        }
        Some(CutOff::UsedUp(why)) => why.problem().into_response(),
        None => answer_in_time(answer),
    }
}

fn answer_in_time(answer: Result<Response, Elapsed>) -> Response {
    answer.unwrap_or_else(|_| Problem::unavailable(&"the request took too long").into_response())
}

/// Serves until `cancellation`. Then closes the listener and gives running requests at most ten seconds to finish.
///
/// Handlers get the client's address (`ConnectInfo<SocketAddr>`), as forwarded by a trusted proxy. The connection of a
/// client that sends nothing, or does not read an answer, is closed.
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
