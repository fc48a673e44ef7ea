//! Read-your-writes headers: a command's answer carries the log position it reached, and a query waits until its
//! views are there.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use shared_events::Position;

/// On a command's answer: the position of its last event.
pub const POSITION: HeaderName = HeaderName::from_static("greenstall-position");
/// On a query: the highest position that the client has seen.
pub const AFTER: HeaderName = HeaderName::from_static("greenstall-after");
/// On a query's answer, `true`: the views did not reach the position in time, so the answer may be stale.
pub const STALE: HeaderName = HeaderName::from_static("greenstall-stale");

/// The position that a client has seen, if the header is present and valid.
pub fn seen_by(headers: &HeaderMap) -> Option<Position> {
    headers.get(AFTER)?.to_str().ok()?.trim().parse().ok()
}

/// Formats a position as a header value.
pub fn header_value(position: Position) -> HeaderValue {
    HeaderValue::from(position.0)
}
