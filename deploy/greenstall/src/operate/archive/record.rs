//! The lines of a backup: one JSON record each, compressed with gzip.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared_events::{Actor, Payload, Position, RawEvent, Recorded, StreamId, Version};
use uuid::Uuid;

/// The version of the file format. Raise it when a program that knows only the old format would misread a new file.
pub(super) const FORMAT: u32 = 1;

/// One line of a backup.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Record {
    /// The first line.
    Header(Header),
    /// A row of a table that cannot be rebuilt from the log.
    Row(Row),
    /// An event; its personal data is encrypted, as in the log.
    Event(Box<StoredEvent>),
    /// The last line.
    Footer(Footer),
}

/// The format and origin of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Header {
    /// The version of the file format: [`FORMAT`].
    pub(super) format: u32,
    /// The version of the program that wrote the file.
    pub(super) program: String,
    /// When the backup began (UTC).
    pub(super) created_at: DateTime<Utc>,
}

/// A row of one of [`super::tables::TABLES`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Row {
    /// The table's name with its schema.
    pub(super) table: String,
    /// The row as `row_to_json` writes it.
    pub(super) row: Value,
}

/// The counts and the checksum of the lines before it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Footer {
    /// The number of events.
    pub(super) events: u64,
    /// The number of rows.
    pub(super) rows: u64,
    /// The position up to which the log was read. No event from before the backup has a higher position.
    pub(super) head: Position,
    /// SHA-256 of all lines before this one, in hexadecimal.
    pub(super) sha256: String,
}

/// An event with its metadata.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StoredEvent {
    position: Position,
    stream: String,
    version: Version,
    id: Uuid,
    #[serde(rename = "type")]
    event_type: String,
    schema_version: u16,
    at: DateTime<Utc>,
    correlation: Uuid,
    causation: Uuid,
    actor: Actor,
    data: Payload,
}

impl From<Recorded<RawEvent>> for StoredEvent {
    fn from(event: Recorded<RawEvent>) -> Self {
        Self {
            position: event.position,
            stream: event.stream.to_string(),
            version: event.version,
            id: event.event_id,
            event_type: event.event.event_type.into_owned(),
            schema_version: event.event.schema_version,
            at: event.recorded_at,
            correlation: event.correlation_id,
            causation: event.causation_id,
            actor: event.actor,
            data: event.event.data,
        }
    }
}

impl TryFrom<StoredEvent> for Recorded<RawEvent> {
    type Error = String;

    fn try_from(stored: StoredEvent) -> Result<Self, String> {
        let stream: StreamId = stored.stream.parse().map_err(|error| format!("{error}"))?;
        Ok(Self {
            position: stored.position,
            stream,
            version: stored.version,
            event_id: stored.id,
            recorded_at: stored.at,
            correlation_id: stored.correlation,
            causation_id: stored.causation,
            actor: stored.actor,
            event: RawEvent {
                event_type: stored.event_type.into(),
                schema_version: stored.schema_version,
                data: stored.data,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_and_its_metadata_survive_the_file() {
        let id = Uuid::from_u128(7);
        let event = Recorded {
            position: Position(41),
            stream: StreamId::new("order", id),
            version: 3,
            event_id: Uuid::from_u128(8),
            recorded_at: DateTime::from_timestamp_micros(1_790_000_000_123_456).unwrap(),
            correlation_id: Uuid::from_u128(9),
            causation_id: Uuid::from_u128(10),
            actor: Actor::system("place_order_when_paid"),
            event: RawEvent {
                event_type: "OrderPlaced".into(),
                schema_version: 1,
                data: json!({ "rate": 0.1, "whole": 18_446_744_073_709_551_615_u64, "text": "a\u{0}b" })
                    .into(),
            },
        };
        let line = serde_json::to_string(&Record::Event(Box::new(event.clone().into()))).unwrap();
        let Record::Event(stored) = serde_json::from_str(&line).unwrap() else { panic!("{line}") };
        assert_eq!(Recorded::<RawEvent>::try_from(*stored), Ok(event));
    }
}
