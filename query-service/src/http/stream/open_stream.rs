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

/// What happens to the caller, as it happens
///
/// Server-sent events: `event: notification`, `message` or `order`, `data:` the thing as its `GET` answers it, `id:` a
/// position of the log up to which everything has been told. When several things happen at one position the last one
/// carries it and those before it the number before, so a client that is cut off between them gets all of them again.
///
/// `Last-Event-ID` begins with what has happened since. The last 200 things of an account are kept; when some of what is
/// asked for is gone, or the id is none of ours, `event: reload` comes first (`data: {"position": …}`): the client should
/// ask anew for what it shows. Without the header the stream begins with what happens from now on; `Greenstall-Position`
/// says where that is.
///
/// A comment every 15 seconds shows that the stream is alive. It ends with the session or the token, when the service
/// stops, when the client does not read, and when the account opens more than ten.
#[utoipa::path(
    get,
    path = "/stream",
    tag = "stream",
    params(("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that was seen")),
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
