//! Size limits of appends and imports, which are the same for every adapter.

use std::collections::HashSet;

use shared_events::{NewEvent, StreamId};
use uuid::Uuid;

use crate::{AppendError, StreamHistory};

/// The largest payload of one event, in bytes of JSON.
pub const MAX_EVENT_BYTES: usize = 1_000_000;

/// The largest payload of one append, in bytes of JSON. Callers split larger ones.
pub const MAX_APPEND_BYTES: usize = 16_000_000;

/// The most events in one append. Callers split longer histories.
pub const MAX_EVENTS_PER_APPEND: usize = 1_000;

/// The most events in one import. Readers wait for the second or two in which it is written.
pub const MAX_EVENTS_PER_IMPORT: usize = 100_000;

/// Checks the limits of an append and returns its payloads as JSON.
pub(crate) fn payloads_within_limits(
    stream: &StreamId,
    events: &[NewEvent],
) -> Result<Vec<String>, AppendError> {
    check_category(stream)?;
    if events.len() > MAX_EVENTS_PER_APPEND {
        return refused(format!("{} events in one append, at most {MAX_EVENTS_PER_APPEND}", events.len()));
    }
    let payloads = payloads(events, &mut HashSet::with_capacity(events.len()))?;
    let bytes: usize = payloads.iter().map(String::len).sum();
    if bytes > MAX_APPEND_BYTES {
        return refused(format!("{bytes} bytes of JSON in one append, at most {MAX_APPEND_BYTES}"));
    }
    Ok(payloads)
}

/// Checks the limits of an import and returns the payloads of each history as JSON.
pub(crate) fn import_within_limits(histories: &[StreamHistory]) -> Result<Vec<Vec<String>>, AppendError> {
    let count: usize = histories.iter().map(|history| history.events.len()).sum();
    if count > MAX_EVENTS_PER_IMPORT {
        return refused(format!("{count} events in one import, at most {MAX_EVENTS_PER_IMPORT}"));
    }
    let mut streams = HashSet::with_capacity(histories.len());
    let mut ids = HashSet::with_capacity(count);
    let checked = histories.iter().map(|StreamHistory { stream, events }| {
        check_category(stream)?;
        if !streams.insert(stream) {
            return refused(format!("the stream {stream} is there twice"));
        }
        payloads(events, &mut ids)
    });
    checked.collect()
}

fn refused<T>(reason: String) -> Result<T, AppendError> {
    Err(AppendError::Refused(reason))
}

fn check_category(stream: &StreamId) -> Result<(), AppendError> {
    if stream.category.is_empty() || stream.category.contains('-') {
        return refused(format!("{:?} is no category: it is empty or contains a hyphen", stream.category));
    }
    Ok(())
}

/// The payloads as JSON. `ids` are the event ids seen so far; a duplicate is refused.
fn payloads(events: &[NewEvent], ids: &mut HashSet<Uuid>) -> Result<Vec<String>, AppendError> {
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

/// The number of events in each append of a history, so that every append is within the limits.
pub(crate) fn append_sizes(payloads: &[String], append_bytes: usize) -> Vec<usize> {
    let mut sizes = Vec::new();
    let mut bytes = 0;
    for payload in payloads {
        bytes += payload.len();
        match sizes.last_mut() {
            Some(size) if *size < MAX_EVENTS_PER_APPEND && bytes <= append_bytes => *size += 1,
            _ => {
                sizes.push(1);
                bytes = payload.len();
            }
        }
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_history_is_appended_in_parts_within_the_limits() {
        let sizes = |payloads: &[String]| append_sizes(payloads, MAX_APPEND_BYTES);
        assert_eq!(sizes(&[]), [0; 0]);
        assert_eq!(sizes(&vec!["{}".into(); 2_500]), [1_000, 1_000, 500]);
        assert_eq!(sizes(&vec!["x".repeat(1_000_000); 33]), [16, 16, 1]);
    }
}
