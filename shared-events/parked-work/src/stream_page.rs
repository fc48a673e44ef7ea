//! Reads a parked stream again, page by page.

use event_store::{EventLog, LogError, Unreadable};
use shared_events::{RawEvent, Recorded, StreamId, Version};

use crate::SkippedEvents;

/// A page of a stream, without the events that an operator has skipped.
#[derive(Debug)]
pub struct StreamPage {
    /// The readable events, in order.
    pub events: Vec<Recorded<RawEvent>>,
    /// The unreadable events, in order.
    pub unreadable: Vec<Unreadable>,
    /// The last version of the page, even if that event is skipped. The next page begins after it.
    pub last: Version,
}

/// Reads at most `limit` events of a stream after this version. Returns `None` at the end of the stream.
///
/// # Errors
/// When the log cannot be read.
pub async fn read_page(
    log: &EventLog,
    stream: &StreamId,
    after: Version,
    limit: usize,
    skipped: &SkippedEvents,
) -> Result<Option<StreamPage>, LogError> {
    let (mut events, mut unreadable) = log.read_stream_sifted(stream, after, limit).await?;
    let ends = [events.last().map(|event| event.version), unreadable.last().map(|event| event.version)];
    let Some(last) = ends.into_iter().flatten().max() else { return Ok(None) };
    events.retain(|event| !skipped.contains(stream, event.version));
    unreadable.retain(|event| !skipped.contains(stream, event.version));
    Ok(Some(StreamPage { events, unreadable, last }))
}
