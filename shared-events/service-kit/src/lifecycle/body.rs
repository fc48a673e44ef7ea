//! Enforces limits on the arrival of request bodies: their time, and the memory that they take.

use std::{
    io::ErrorKind,
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, OnceLock},
    task::{Context, Poll, ready},
    time::Duration,
};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{ConnectInfo, Request},
};
use hyper::body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

use super::body_budget::{BodyBudget, Share, UsedUp};

/// Why a body was cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CutOff {
    /// It missed its time limit.
    Late,
    /// The budget for bodies is used up.
    UsedUp(UsedUp),
}

/// The arrival of a body. It holds the body's share of the budget, because the handler may keep what it has read.
#[derive(Debug, Default)]
pub(super) struct Arrival {
    cut_off: OnceLock<CutOff>,
    share: Option<Share>,
}

impl Arrival {
    /// Why the body was cut off, if it was.
    pub(super) fn cut_off(&self) -> Option<CutOff> {
        self.cut_off.get().copied()
    }

    /// Cuts the body off: its reader gets this error.
    fn fail(&self, reason: CutOff, kind: ErrorKind) -> axum::Error {
        self.cut_off.get_or_init(|| reason);
        axum::Error::new(std::io::Error::from(kind))
    }
}

/// The request, with a body that fails when it has not arrived within this time, or when the budget that the server has
/// added to the request is used up.
pub(super) fn within(time: Duration, request: Request) -> (Request, Arc<Arrival>) {
    if request.body().is_end_stream() {
        return (request, Arc::default());
    }
    let address = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let address = address.map(|ConnectInfo(address)| address.ip());
    let share = request.extensions().get::<BodyBudget>().map(|budget| budget.share(address));
    let arrival = Arc::new(Arrival { cut_off: OnceLock::new(), share });
    let body_arrival = arrival.clone();
    let deadline = Instant::now() + time;
    let arriving = |body| Arriving { body, deadline, timer: None, arrival: body_arrival };
    (request.map(|body| Body::new(arriving(body))), arrival)
}

struct Arriving {
    body: Body,
    deadline: Instant,
    /// Set while the handler waits for the rest of the body.
    timer: Option<Pin<Box<Sleep>>>,
    arrival: Arc<Arrival>,
}

impl HttpBody for Arriving {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            let size = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()).map_or(0, Bytes::len);
            let taken = self.arrival.share.as_ref().map_or(Ok(()), |share| share.take(size));
            return Poll::Ready(match taken {
                Ok(()) => frame,
                Err(why) => Some(Err(self.arrival.fail(CutOff::UsedUp(why), ErrorKind::OutOfMemory))),
            });
        }
        let deadline = self.deadline;
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Some(Err(self.arrival.fail(CutOff::Late, ErrorKind::TimedOut))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
