//! Reads that see their own writes: a command's answer tells how far the log was, a query waits until its views are
//! there.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use shared_events::Position;

/// On a command's answer: the position of its last event.
pub const POSITION: HeaderName = HeaderName::from_static("greenstall-position");
/// On a query: the highest position that the client has seen.
pub const AFTER: HeaderName = HeaderName::from_static("greenstall-after");
/// On a query's answer, `true`: the views were not there in time, and the answer is what they had.
pub const STALE: HeaderName = HeaderName::from_static("greenstall-stale");

/// The position that a client has seen, if it says so in a way that can be read.
pub fn seen_by(headers: &HeaderMap) -> Option<Position> {
    headers.get(AFTER)?.to_str().ok()?.trim().parse().ok()
}

/// A position as a header's value.
pub fn header_value(position: Position) -> HeaderValue {
    HeaderValue::from(position.0)
}
