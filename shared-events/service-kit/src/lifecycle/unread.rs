//! Reads what a refused request still sends. A server that answers and closes while its client is sending resets the
//! connection, and the client, or a proxy in front, may lose the answer: a body that is too large would get none.

use std::{
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
    http::{Version, header},
    middleware::Next,
    response::Response,
};
use hyper::body::{Frame, SizeHint};
use tokio::sync::oneshot;

/// The most that is read after the answer is known, in bytes: what nginx lets through, and some more.
const MAX_DISCARDED: usize = 10 * 1024 * 1024;
/// The longest that it takes.
const MAX_DURATION: Duration = Duration::from_secs(2);

/// The middleware. It leaves alone answers that close the connection, clients that ask before they send (`Expect`), bodies that
/// declare more than is read, and connections of HTTP/2, where each request ends by itself.
pub(super) async fn read_on(request: Request, next: Next) -> Response {
    let asks_first = request.headers().contains_key(header::EXPECT);
    let alone = request.version() == Version::HTTP_2;
    if request.body().is_end_stream() || asks_first || alone || declares_too_much(&request) {
        return next.run(request).await;
    }
    let (give_back, mut rest) = oneshot::channel();
    let request = request.map(|body| Body::new(Lent { body: Some(body), give_back: Some(give_back) }));
    let answer = next.run(request).await;
    if let Ok(body) = rest.try_recv()
        && !answer.headers().contains_key(header::CONNECTION)
    {
        // What is not read by then is lost with the connection.
        let _ = tokio::time::timeout(MAX_DURATION, discard(body)).await;
    }
    answer
}

fn declares_too_much(request: &Request) -> bool {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    length.is_some_and(|length| length > MAX_DISCARDED as u64)
}

async fn discard(mut body: Body) {
    let mut left = MAX_DISCARDED;
    while let Some(Ok(part)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Some(less) = left.checked_sub(part.data_ref().map_or(0, Bytes::len)) else { return };
        left = less;
    }
}

/// A body that is given back when its reader drops it before its end.
struct Lent {
    body: Option<Body>,
    give_back: Option<oneshot::Sender<Body>>,
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let polled = Pin::new(body).poll_frame(context);
        if !matches!(polled, Poll::Pending | Poll::Ready(Some(Ok(_)))) {
            // It has ended or failed: there is nothing left to read.
            self.body = None;
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let (Some(body), Some(give_back)) = (self.body.take(), self.give_back.take()) {
            // The request was cancelled if nobody waits.
            let _ = give_back.send(body);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        convert::Infallible,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
    };

    use axum::{Router, http::StatusCode, middleware::from_fn, routing::post};
    use futures_util::stream;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::{TcpListener, TcpStream},
    };

    use super::*;

    /// Sends a body of this size to a handler that does not read it; returns the answer's first line.
    async fn answer_to(size: usize) -> std::io::Result<String> {
        let head = format!("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: {size}\r\n\r\n");
        answer_to_parts(&head, size).await
    }

    /// The same with this head, after which so many bytes are sent.
    async fn answer_to_parts(head: &str, sent: usize) -> std::io::Result<String> {
        let router =
            Router::new().route("/", post(async || StatusCode::PAYLOAD_TOO_LARGE)).layer(from_fn(read_on));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        tokio::spawn(async move { axum::serve(listener, router).await });
        let mut client = TcpStream::connect(address).await?;
        client.write_all(head.as_bytes()).await?;
        // As a proxy does: it reads when it has sent everything.
        client.write_all(&vec![b'x'; sent]).await?;
        let mut answer = [0; 64];
        let read = client.read(&mut answer).await?;
        Ok(String::from_utf8_lossy(&answer[..read]).lines().next().unwrap_or_default().to_owned())
    }

    #[tokio::test]
    async fn a_client_whose_body_is_not_read_gets_the_answer() {
        for size in [0, 1, 1_100_000, 9_000_000] {
            let line = answer_to(size).await.unwrap();
            assert!(line.starts_with("HTTP/1.1 413"), "{size}: {line:?}");
        }
    }

    #[tokio::test]
    async fn a_client_that_asks_first_is_not_told_to_send() {
        let head = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9000000\r\nexpect: 100-continue\r\n\r\n";
        let line = answer_to_parts(head, 0).await.unwrap();
        assert!(line.starts_with("HTTP/1.1 413"), "{line:?}");
    }

    #[tokio::test]
    async fn an_endless_body_is_not_read_to_its_end() {
        let part = Bytes::from_static(&[b'x'; 65_536]);
        let read = Arc::new(AtomicUsize::new(0));
        let counted = read.clone();
        let endless = stream::repeat_with(move || {
            counted.fetch_add(part.len(), Ordering::Relaxed);
            Ok::<_, Infallible>(part.clone())
        });
        discard(Body::from_stream(endless)).await;
        assert_eq!(read.load(Ordering::Relaxed), MAX_DISCARDED + 65_536);
    }
}
