//! Converts our envelope to and from KurrentDB's event format. Fields without a place in that format are stored in the
//! event's metadata.

use std::borrow::Cow;

use chrono::DateTime;
use kurrentdb::{EventData, RecordedEvent};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use shared_events::{Actor, NewEvent, Payload, Position, RawEvent, Recorded, StreamId, events::CATEGORIES};
use uuid::Uuid;

use super::errors::Failure;

/// The metadata of an event. The names with a `$` are KurrentDB's convention: its system projection by correlation id
/// uses them.
#[derive(Serialize, Deserialize)]
struct Metadata {
    #[serde(rename = "$correlationId")]
    correlation_id: Uuid,
    #[serde(rename = "$causationId")]
    causation_id: Uuid,
    actor: Actor,
    /// Microseconds since 1970.
    #[serde(rename = "recordedAt")]
    recorded_at: i64,
    #[serde(rename = "schemaVersion")]
    schema_version: u16,
}

/// Converts an event to the server's format.
pub(super) fn to_store(event: &NewEvent) -> Result<EventData, Failure> {
    let metadata = Metadata {
        correlation_id: event.correlation_id,
        causation_id: event.causation_id,
        actor: event.actor.clone(),
        recorded_at: event.recorded_at.timestamp_micros(),
        schema_version: event.payload.schema_version,
    };
    // Store JSON as its original text.
    serde_json::from_str::<&RawValue>(event.payload.data.as_json())
        .and_then(|json| EventData::json(&event.payload.event_type, &json))
        .and_then(|data| data.id(event.event_id).metadata_as_json(&metadata))
        .map_err(|error| Failure::Refused(error.to_string()))
}

/// The stream of an event; `None` when the name is not one of our stream names.
pub(super) fn stream_of(event: &RecordedEvent) -> Option<StreamId> {
    let mut stream: StreamId = event.stream_id().parse().ok()?;
    // Avoid a copy when the category is one of this program's.
    if let Some(known) = CATEGORIES.iter().find(|known| **known == stream.category) {
        stream.category = Cow::Borrowed(known);
    }
    Some(stream)
}

/// Converts an event from the server's format.
pub(super) fn from_store(stream: StreamId, event: &RecordedEvent) -> Result<Recorded<RawEvent>, Failure> {
    let unreadable =
        |error: String| Failure::Corrupt(format!("{stream} version {}: {error}", event.revision + 1));
    let metadata: Metadata =
        serde_json::from_slice(&event.custom_metadata).map_err(|error| unreadable(error.to_string()))?;
    let recorded_at = DateTime::from_timestamp_micros(metadata.recorded_at)
        .ok_or_else(|| unreadable(format!("there is no time {}", metadata.recorded_at)))?;
    let data = std::str::from_utf8(&event.data).map_err(|error| unreadable(error.to_string()))?;
    Ok(Recorded {
        position: Position(event.position.commit),
        version: event.revision + 1,
        event_id: event.id,
        recorded_at,
        correlation_id: metadata.correlation_id,
        causation_id: metadata.causation_id,
        actor: metadata.actor,
        event: RawEvent {
            event_type: Cow::Owned(event.event_type.clone()),
            schema_version: metadata.schema_version,
            data: Payload::from_json(data),
        },
        stream,
    })
}
