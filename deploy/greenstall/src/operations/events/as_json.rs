//! The JSON form of events.

use serde_json::json;
use shared_events::{RawEvent, Recorded};

/// An event as JSON, for programs.
pub(crate) fn as_json(event: &Recorded<RawEvent>) -> serde_json::Value {
    json!({
        "position": event.position,
        "stream": event.stream.to_string(),
        "version": event.version,
        "eventId": event.event_id,
        "type": event.event.event_type,
        "schemaVersion": event.event.schema_version,
        "recordedAt": event.recorded_at,
        "correlationId": event.correlation_id,
        "causationId": event.causation_id,
        "actor": event.actor,
        "data": event.event.data,
    })
}
