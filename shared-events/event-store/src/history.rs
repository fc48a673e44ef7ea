//! Histories of new streams, for imports, restores and generated markets.

use shared_events::{Event, NewEvent, StreamId, encode};
use uuid::Uuid;

use crate::{Provenance, provenance::new_event};

/// All events of a stream that does not exist yet.
#[derive(Clone, Debug)]
pub struct StreamHistory {
    /// The name of the stream.
    pub stream: StreamId,
    /// The events of the stream, from version 1.
    pub events: Vec<NewEvent>,
}

impl StreamHistory {
    /// A history without events, to which [`Self::then`] adds them.
    pub fn of<E: Event>(id: Uuid) -> Self {
        Self { stream: StreamId::new(E::CATEGORY, id), events: Vec::new() }
    }

    /// Adds the events of one command. They get the ids that [`EventLog::append`](crate::EventLog::append) would have
    /// given them. Personal data in them is not sealed yet; [`EventLog::import`](crate::EventLog::import) seals it.
    #[must_use]
    pub fn then<E: Event>(mut self, provenance: &Provenance, events: &[E]) -> Self {
        debug_assert_eq!(self.stream.category, E::CATEGORY, "one stream holds the events of one category");
        let payloads = events.iter().map(encode).enumerate();
        self.events
            .extend(payloads.map(|(index, payload)| new_event(provenance, &self.stream, index, payload)));
        self
    }
}
