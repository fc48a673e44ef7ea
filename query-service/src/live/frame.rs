//! Frames of a stream, in the format `text/event-stream`.

use std::fmt::Write;

use axum::body::Bytes;
use shared_events::Position;

use crate::queries::live::Kind;

/// All items of one position for one account. A frame is sent in one piece.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) position: Position,
    pub(super) bytes: Bytes,
}

/// A comment that shows the client that the stream is alive.
pub(super) const HEARTBEAT: Bytes = Bytes::from_static(b":\n\n");

impl Frame {
    /// The frame of the items at one position, each as JSON. An event's id says up to which position the client has
    /// everything: the last item carries the position, the others the number before it. A client that is disconnected
    /// between them gets all of them again and misses none.
    pub(super) fn of(position: Position, things: &[(Kind, String)]) -> Self {
        let mut text = String::new();
        for (index, (kind, json)) in things.iter().enumerate() {
            let id = if index + 1 == things.len() { position.0 } else { position.0 - 1 };
            let _ = write!(text, "event: {}\nid: {id}\ndata: {json}\n\n", kind.as_str());
        }
        Self { position, bytes: text.into() }
    }

    /// Tells the client to fetch everything that it shows again: events before this position are not sent.
    pub(super) fn reload(position: Position) -> Self {
        let text = format!("event: reload\nid: {position}\ndata: {{\"position\":{position}}}\n\n");
        Self { position, bytes: text.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_item_of_a_position_has_the_position_as_id() {
        let things = [(Kind::Notification, "{\"a\":1}".to_owned()), (Kind::Order, "{}".to_owned())];
        let frame = Frame::of(Position(42), &things);
        let text = "event: notification\nid: 41\ndata: {\"a\":1}\n\nevent: order\nid: 42\ndata: {}\n\n";
        assert_eq!(frame.bytes, text.as_bytes());
        assert_eq!(
            Frame::of(Position(42), &things[1..]).bytes,
            "event: order\nid: 42\ndata: {}\n\n".as_bytes()
        );
    }
}
