//! Enforces a time limit on the arrival of request bodies.

use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::Request,
};
use hyper::body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

/// Whether the body has missed its time limit.
#[derive(Clone, Debug, Default)]
pub(super) struct Late(Arc<AtomicBool>);

impl Late {
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The request, with a body that fails when it has not arrived within this time.
pub(super) fn within(time: Duration, request: Request) -> (Request, Late) {
    let late = Late::default();
    if request.body().is_end_stream() {
        return (request, late);
    }
    let deadline = Instant::now() + time;
    let body_late = late.clone();
    (request.map(|body| Body::new(Arriving { body, deadline, timer: None, late: body_late })), late)
}

struct Arriving {
    body: Body,
    deadline: Instant,
    /// Set while the handler waits for the rest of the body.
    timer: Option<Pin<Box<Sleep>>>,
    late: Late,
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            return Poll::Ready(frame);
        }
        let deadline = self.deadline;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        ready!(timer.as_mut().poll(cx));
        self.late.0.store(true, Ordering::Relaxed);
        Poll::Ready(Some(Err(axum::Error::new(std::io::Error::from(std::io::ErrorKind::TimedOut)))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
