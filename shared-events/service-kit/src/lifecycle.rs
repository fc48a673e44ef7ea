//! Serving HTTP until told to stop.

mod patience;

use std::{net::SocketAddr, time::Duration};

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request},
    http::{HeaderValue, header},
    middleware::{Next, from_fn},
    response::{IntoResponse, Response},
    serve::ListenerExt,
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower_http::{catch_panic::CatchPanicLayer, set_header::SetResponseHeaderLayer};

use self::patience::Patient;
use crate::{
    extract::BODY_LIMIT,
    problem::{Code, Problem},
};

/// No request of ours runs longer,
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// but a form with a file may take as long as a slow line needs for five megabytes.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(180);
/// How long a client may read nothing when more waits for it than connections hold.
const PATIENCE: Duration = Duration::from_secs(30);
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
/// caller's address (`ConnectInfo<SocketAddr>`). A client who reads nothing of an answer for half a minute loses the
/// connection: buffers on both sides are full by then, and an answer that never ends would keep them for good.
///
/// # Errors
/// When the listener fails.
pub async fn serve(
    router: Router,
    listener: TcpListener,
    cancellation: CancellationToken,
) -> std::io::Result<()> {
    serve_with(router, Patient { listener, patience: PATIENCE }, cancellation).await
}

async fn serve_with(
    router: Router,
    listener: Patient,
    cancellation: CancellationToken,
) -> std::io::Result<()> {
    let stopped = cancellation.clone();
    let listener = listener.tap_io(|line| {
        // What is small and comes alone, as on a stream of events, would wait for the acknowledgement of what was before.
        if let Err(error) = line.connection.set_nodelay(true) {
            tracing::debug!(%error, "a connection sends in larger pieces");
        }
    });
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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use axum::{
        body::{Body, Bytes},
        routing::get,
    };
    use futures_util::stream;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpStream,
        sync::watch,
        time::timeout,
    };

    use super::*;

    /// Says that an answer is not sent any more.
    struct Answer(watch::Sender<bool>);

    impl Drop for Answer {
        fn drop(&mut self) {
            self.0.send_replace(true);
        }
    }

    #[tokio::test]
    async fn a_client_who_never_reads_loses_the_connection_and_with_it_an_endless_answer() {
        const LONG: Duration = Duration::from_secs(60);
        let (sender, mut ended) = watch::channel(false);
        let endless = async move || {
            let pieces = stream::unfold(Answer(sender.clone()), async |answer| {
                Some((Ok::<_, Infallible>(Bytes::from_static(&[b'.'; 4096])), answer))
            });
            Body::from_stream(pieces)
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, stop) = (listener.local_addr().unwrap(), CancellationToken::new());
        let listener = Patient { listener, patience: Duration::from_millis(100) };
        tokio::spawn(serve_with(Router::new().route("/", get(endless)), listener, stop.clone()));

        let mut silent = TcpStream::connect(address).await.unwrap();
        silent.write_all(b"GET / HTTP/1.1\r\nhost: shop\r\n\r\n").await.unwrap();
        timeout(LONG, ended.wait_for(|ended| *ended)).await.expect("it is given up").unwrap();
        let mut rest = Vec::new();
        let end = timeout(LONG, silent.read_to_end(&mut rest)).await.expect("the connection is closed");
        assert!(end.is_err() || !rest.ends_with(b"0\r\n\r\n"), "nobody says that this was all");
        stop.cancel();
    }
}
