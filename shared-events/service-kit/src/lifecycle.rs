//! Serving HTTP until told to stop.

use std::{net::SocketAddr, time::Duration};

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

use crate::{
    extract::BODY_LIMIT,
    problem::{Code, Problem},
};

/// No request of ours runs longer,
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// but a form with a file may take as long as a slow line needs for five megabytes.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(180);
/// How long requests may finish after the stop.
const DRAIN: Duration = Duration::from_secs(10);

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

/// Gives up on a request that takes too long.
async fn in_time(request: Request, next: Next) -> Response {
    let media = request.headers().get(header::CONTENT_TYPE);
    let is_upload = media.is_some_and(|media| media.as_bytes().starts_with(b"multipart/form-data"));
    let patience = if is_upload { UPLOAD_TIMEOUT } else { REQUEST_TIMEOUT };
    let answer = tokio::time::timeout(patience, next.run(request)).await;
    answer.unwrap_or_else(|_| Problem::unavailable(&"the request took too long").into_response())
}

/// Serves until `cancellation`, then lets running requests finish for at most ten seconds. Handlers are told the
/// caller's address (`ConnectInfo<SocketAddr>`).
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    router: Router,
    listener: TcpListener,
    cancellation: CancellationToken,
) -> std::io::Result<()> {
    let stopped = cancellation.clone();
    let service = router.into_make_service_with_connect_info::<SocketAddr>();
    let serving =
        axum::serve(listener, service).with_graceful_shutdown(async move { stopped.cancelled().await });
    let overdue = async {
        cancellation.cancelled().await;
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        result = serving => result,
        () = overdue => Ok(()),
    }
}
