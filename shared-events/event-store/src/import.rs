//! Whole histories of new streams, written together: for imports and for a restored or made-up past.

use shared_events::{Event, NewEvent, Position, StreamId, encode};
use uuid::Uuid;

use crate::{
    AppendError, AppendFailed, EventLog, EventStore, ExpectedVersion, Provenance,
    limits::{MAX_EVENTS_PER_APPEND, import_within_limits},
    log::new_event,
};

/// All events of a stream that does not exist yet.
#[derive(Clone, Debug)]
pub struct StreamHistory {
    /// Which stream.
    pub stream: StreamId,
    /// Its events, from version 1.
    pub events: Vec<NewEvent>,
}

impl StreamHistory {
    /// A history without events, to which [`Self::then`] adds them.
    pub fn of<E: Event>(id: Uuid) -> Self {
        Self { stream: StreamId::new(E::CATEGORY, id), events: Vec::new() }
    }

    /// The same history and then what one command led to. The events get the ids that
    /// [`EventLog::append`] would have given them. Personal data in them is still open: [`EventLog::import`] seals it.
    #[must_use]
    pub fn then<E: Event>(mut self, provenance: &Provenance, events: &[E]) -> Self {
        debug_assert_eq!(self.stream.category, E::CATEGORY, "one stream holds the events of one category");
        let payloads = events.iter().map(encode).enumerate();
        self.events
            .extend(payloads.map(|(index, payload)| new_event(provenance, &self.stream, index, payload)));
        self
    }
}

impl EventLog {
    /// Seals the personal data in whole new streams and imports them. See [`EventStore::import`].
    ///
    /// # Errors
    /// See [`AppendFailed`].
    pub async fn import(&self, mut histories: Vec<StreamHistory>) -> Result<Position, AppendFailed> {
        self.seal(histories.iter_mut().flat_map(|history| &mut history.events).collect()).await?;
        Ok(self.store().import(histories).await?)
    }
}

/// For stores that have nothing better: append after append. One that is broken off has written some streams whole and
/// one in part; repeating it writes the rest. `append_bytes`: the most payload in one append, unless one event has more.
pub(crate) async fn by_appends(
    store: &(impl EventStore + ?Sized),
    histories: Vec<StreamHistory>,
    append_bytes: usize,
) -> Result<Position, AppendError> {
    let payloads = import_within_limits(&histories)?;
    let mut last = Position::START;
    for (StreamHistory { stream, events }, payloads) in histories.into_iter().zip(payloads) {
        let mut version = 0;
        let mut events = events.into_iter();
        for count in append_sizes(&payloads, append_bytes) {
            let part = events.by_ref().take(count).collect();
            let appended = store.append(&stream, ExpectedVersion::Exact(version), part).await?;
            version = appended.version;
            last = last.max(appended.position);
        }
    }
    Ok(last)
}

/// How many events go into each append of a history, so that none is beyond the limits.
fn append_sizes(payloads: &[String], append_bytes: usize) -> Vec<usize> {
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
    use crate::limits::MAX_APPEND_BYTES;

    #[test]
    fn a_long_history_is_appended_in_parts_within_the_limits() {
        let sizes = |payloads: &[String]| append_sizes(payloads, MAX_APPEND_BYTES);
        assert_eq!(sizes(&[]), [0; 0]);
        assert_eq!(sizes(&vec!["{}".into(); 2_500]), [1_000, 1_000, 500]);
        assert_eq!(sizes(&vec!["x".repeat(1_000_000); 33]), [16, 16, 1]);
    }
}
