//! `GET /stream`: server-sent events about the caller's notifications, messages and orders.

use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
};
use service_kit::{
    Problem,
    caller::Caller,
    position::{POSITION, header_value},
};
use shared_events::Position;

use crate::{App, live::LastSeen};

const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Stream the caller's news
///
/// Server-sent events: `event: notification`, `message` or `order`; `data:` the item as its `GET` returns it; `id:` a
/// position of the log up to which everything was sent. When several items have the same position, the last one
/// carries it and the others carry the number before it, so a client that is disconnected between them gets all of
/// them again.
///
/// With `Last-Event-ID`, the stream begins with everything since that id. The last 200 items of an account are kept.
/// When some of the missing items are no longer kept, or the id is unknown, `event: reload` comes first (`data:
/// {"position": …}`): the client should fetch everything that it shows again. Without the header, the stream begins
/// with the next item; `Greenstall-Position` is the position at which it begins.
///
/// An admin's stream also has the messages to and from the shop's support.
///
/// A comment every 15 seconds shows that the stream is alive. The stream ends when its session or token ends, when the
/// service stops, when the client does not read, or when the account opens more than ten streams.
#[utoipa::path(
    get,
    path = "/stream",
    tag = "stream",
    params(("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that the client has received")),
    responses(
        (status = 200, body = String, content_type = "text/event-stream"),
    ),
    security(("bearer" = [])),
)]
pub(crate) async fn open_stream(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let opened = app.live.open(&caller, last_seen(&headers)).await?;
    let about = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (header::CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
        // Without this header nginx buffers the stream.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
        (POSITION, header_value(opened.position())),
    ];
    Ok((about, Body::from_stream(opened.into_stream())).into_response())
}

/// The client's `Last-Event-ID`; an empty value counts as none.
fn last_seen(headers: &HeaderMap) -> Option<LastSeen> {
    let value = headers.get(LAST_EVENT_ID)?.as_bytes().trim_ascii();
    if value.is_empty() {
        return None;
    }
    let position = std::str::from_utf8(value).ok().and_then(|text| text.parse::<Position>().ok());
    Some(position.map_or(LastSeen::Unknown, LastSeen::Position))
}
