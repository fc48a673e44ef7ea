//! Gives a test what looks like its own log on a shared server: ids are masked, and positions count from the end of the
//! log at the start of the test. Only one test at a time may use the server.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use shared_events::{NewEvent, Position, RawEvent, Recorded, StreamId, Version};
use uuid::Uuid;

use crate::{AppendError, Appended, Categories, EventStore, ExpectedVersion, Page, ReadError, StreamHistory};

#[derive(Clone, Copy)]
pub(super) struct LogOffset {
    /// Every id is XORed with this mask. Applying it twice restores the id.
    mask: u128,
    /// The end of the log before the test.
    start: u64,
}

impl LogOffset {
    /// Starts at the current end of the log.
    pub(super) async fn behind(store: &dyn EventStore) -> Self {
        let nothing = Categories::Only(std::borrow::Cow::Borrowed(&[]));
        let end = store.read_all(Position::START, &nothing, 1).await.unwrap().up_to;
        // The mask is derived from the end of the log, which has grown since the last test that wrote events.
        let mask = Uuid::new_v5(&Uuid::nil(), &end.0.to_be_bytes()).as_u128();
        Self { mask, start: end.0 }
    }

    fn id(self, id: Uuid) -> Uuid {
        Uuid::from_u128(id.as_u128() ^ self.mask)
    }

    fn stream(self, stream: &StreamId) -> StreamId {
        StreamId { category: stream.category.clone(), id: self.id(stream.id) }
    }

    fn there(self, position: Position) -> Position {
        Position(position.0.saturating_add(self.start))
    }

    fn here(self, position: Position) -> Position {
        if position.0 == u64::MAX { position } else { Position(position.0.saturating_sub(self.start)) }
    }

    fn events(self, events: Vec<NewEvent>) -> Vec<NewEvent> {
        events.into_iter().map(|event| NewEvent { event_id: self.id(event.event_id), ..event }).collect()
    }

    fn recorded(self, events: Vec<Recorded<RawEvent>>) -> Vec<Recorded<RawEvent>> {
        let here = |event: Recorded<RawEvent>| Recorded {
            position: self.here(event.position),
            stream: self.stream(&event.stream),
            event_id: self.id(event.event_id),
            ..event
        };
        events.into_iter().map(here).collect()
    }

    fn error(self, error: AppendError) -> AppendError {
        match error {
            AppendError::Conflict { stream, expected, actual } => {
                AppendError::Conflict { stream: self.stream(&stream), expected, actual }
            }
            other => other,
        }
    }
}

pub(super) struct SeparateLog {
    pub(super) store: Arc<dyn EventStore>,
    pub(super) place: LogOffset,
}

#[async_trait]
impl EventStore for SeparateLog {
    async fn append(
        &self,
        stream: &StreamId,
        expected: ExpectedVersion,
        events: Vec<NewEvent>,
    ) -> Result<Appended, AppendError> {
        let place = self.place;
        let appended = self.store.append(&place.stream(stream), expected, place.events(events)).await;
        appended
            .map(|appended| Appended { position: place.here(appended.position), ..appended })
            .map_err(|error| place.error(error))
    }

    async fn import(&self, histories: Vec<StreamHistory>) -> Result<Position, AppendError> {
        let place = self.place;
        let there = |history: StreamHistory| StreamHistory {
            stream: place.stream(&history.stream),
            events: place.events(history.events),
        };
        let imported = self.store.import(histories.into_iter().map(there).collect()).await;
        imported.map(|position| place.here(position)).map_err(|error| place.error(error))
    }

    async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        Ok(self.place.recorded(self.store.read_stream(&self.place.stream(stream), after, limit).await?))
    }

    async fn read_last(&self, stream: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        let last = self.store.read_last(&self.place.stream(stream)).await?;
        Ok(self.place.recorded(last.into_iter().collect()).pop())
    }

    async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        let page = self.store.read_all(self.place.there(after), categories, limit).await?;
        let up_to = self.place.here(page.up_to);
        Ok(Page { events: self.place.recorded(page.events), up_to, ..page })
    }

    async fn wait_beyond(&self, after: Position, at_most: Duration) {
        self.store.wait_beyond(self.place.there(after), at_most).await;
    }
}
