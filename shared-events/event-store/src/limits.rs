//! What an append may hold at most. The same on every adapter.

use std::collections::HashSet;

use shared_events::{NewEvent, StreamId};

use crate::AppendError;

/// The longest payload of one event, in bytes of JSON.
pub const MAX_EVENT_BYTES: usize = 1_000_000;

/// The most events in one append. A longer history is made of several appends.
pub const MAX_EVENTS_PER_APPEND: usize = 1_000;

/// The events' payloads as JSON, when the append is within the limits.
pub(crate) fn payloads_within_limits(
    stream: &StreamId,
    events: &[NewEvent],
) -> Result<Vec<String>, AppendError> {
    let refused = |reason: String| Err(AppendError::Refused(reason));
    if stream.category.is_empty() || stream.category.contains('-') {
        return refused(format!("{:?} is no category: it is empty or contains a hyphen", stream.category));
    }
    if events.len() > MAX_EVENTS_PER_APPEND {
        return refused(format!("{} events in one append, at most {MAX_EVENTS_PER_APPEND}", events.len()));
    }
    let mut ids = HashSet::with_capacity(events.len());
    if let Some(twice) = events.iter().find(|event| !ids.insert(event.event_id)) {
        return refused(format!("the event id {} is there twice", twice.event_id));
    }
    let payloads: Vec<String> = events.iter().map(|event| event.payload.data.to_string()).collect();
    match payloads.iter().zip(events).find(|(json, _)| json.len() > MAX_EVENT_BYTES) {
        Some((json, event)) => refused(format!(
            "{} has {} bytes of JSON, at most {MAX_EVENT_BYTES}",
            event.payload.event_type,
            json.len()
        )),
        None => Ok(payloads),
    }
}
