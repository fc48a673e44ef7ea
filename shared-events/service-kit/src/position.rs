//! The read-your-writes headers. A command's answer has the position of its last event, and a query waits until its
//! views have reached the position that the client sends.

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use shared_events::Position;

/// In a command's answer: the position of its last event.
pub const POSITION: HeaderName = HeaderName::from_static("greenstall-position");
/// In a query: the highest position that the client has seen.
pub const AFTER: HeaderName = HeaderName::from_static("greenstall-after");
/// In a query's answer, `true` when the views have not reached the position in time, so that the answer may be stale.
pub const STALE: HeaderName = HeaderName::from_static("greenstall-stale");

/// The position that a client has seen, if the header is present and valid.
pub fn seen_by(headers: &HeaderMap) -> Option<Position> {
    headers.get(AFTER)?.to_str().ok()?.trim().parse().ok()
}

/// Formats a position as a header value.
pub fn header_value(position: Position) -> HeaderValue {
    HeaderValue::from(position.0)
}
