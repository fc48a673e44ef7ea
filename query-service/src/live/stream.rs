//! One open stream: turns frames into the response body of its connection.

use std::{collections::VecDeque, convert::Infallible, time::Duration};

use axum::body::Bytes;
use chrono::{DateTime, Utc};
use futures_util::{Stream, stream};
use service_kit::token::Tokens;
use shared_events::Position;
use tokio::time::sleep;

use super::{
    frame::{self, Frame},
    open_streams::Subscription,
};

/// The frames that a stream begins with.
pub(super) struct Beginning {
    /// The client has everything up to this position, or gets it from `frames`.
    pub(super) position: Position,
    pub(super) frames: Vec<Frame>,
}

/// An opened stream whose body has not been polled yet.
pub(crate) struct Opened {
    subscription: Subscription,
    /// The bytes that are sent first.
    first: VecDeque<Bytes>,
    /// The position up to which nothing more is sent.
    sent: Position,
    tokens: Tokens,
    expires_at: DateTime<Utc>,
    heartbeat: Duration,
}

impl Opened {
    pub(super) fn new(
        subscription: Subscription,
        beginning: Beginning,
        tokens: Tokens,
        expires_at: DateTime<Utc>,
        heartbeat: Duration,
    ) -> Self {
        let Beginning { position: sent, frames } = beginning;
        // The first bytes are sent at once, so that proxies forward the start of the response.
        let mut first = VecDeque::from([frame::HEARTBEAT]);
        first.extend(frames.into_iter().map(|frame| frame.bytes));
        Self { subscription, first, sent, tokens, expires_at, heartbeat }
    }

    /// The position at which the stream begins.
    pub(crate) const fn position(&self) -> Position {
        self.sent
    }

    /// The body: frames and heartbeats, until the stream is ended or the token expires.
    pub(crate) fn into_stream(self) -> impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static {
        stream::unfold(self, |mut opened| async move {
            let next = opened.next().await?;
            Some((Ok(next), opened))
        })
    }

    async fn next(&mut self) -> Option<Bytes> {
        if let Some(first) = self.first.pop_front() {
            return Some(first);
        }
        loop {
            let valid = (self.expires_at - self.tokens.now()).to_std().unwrap_or_default();
            if valid.is_zero() {
                return None;
            }
            tokio::select! {
                frame = self.subscription.frames.recv() => {
                    let frame = frame?;
                    if frame.position > self.sent {
                        self.sent = frame.position;
                        return Some(frame.bytes.clone());
                    }
                }
                () = sleep(self.heartbeat.min(valid)) => {
                    if self.tokens.now() < self.expires_at {
                        return Some(frame::HEARTBEAT);
                    }
                }
            }
        }
    }
}
