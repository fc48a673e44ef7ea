//! The typed event log, which commands and projections use. It names event types and their versions, generates event
//! ids, and seals and opens personal data. So the code above it sees no raw payloads, and the code below it sees no
//! personal data.

use std::{borrow::Cow, collections::BTreeSet, sync::Arc};

use chrono::{DateTime, Utc};
use shared_events::{
    CodecError, Event, NewEvent, Position, RawEvent, Recorded, StreamId, Version, decode, encode, personal,
};
use traces::{Kind, Span};
use uuid::Uuid;

use crate::{
    AppendError, Appended, Categories, EventStore, ExpectedVersion, HeldBack, Keyring, KeyringError, LogEnd,
    Provenance, ReadError, StreamHistory, provenance::new_event, traced::Traced,
};

pub use crate::provenance::event_id;

/// Events to append to one stream, and the state in which the stream is expected to be.
#[derive(Clone, Debug)]
pub struct Append<E> {
    /// The id part of the stream's name; the category is the event type's.
    pub id: Uuid,
    /// The version that the caller expects.
    pub expected: ExpectedVersion,
    /// The events, in order.
    pub events: Vec<E>,
}

/// The reason why a typed append failed.
#[derive(Debug, thiserror::Error)]
pub enum AppendFailed {
    /// The store did not acknowledge the append.
    #[error(transparent)]
    Store(#[from] AppendError),
    /// The personal data could not be sealed. Nothing was written.
    #[error(transparent)]
    Keys(#[from] KeyringError),
    /// The person was erased, so their data cannot be written. Nothing was written.
    #[error("the person {0} has been erased")]
    Erased(Uuid),
}

/// The reason why a typed read failed.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The store could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The keys could not be read.
    #[error(transparent)]
    Keys(#[from] KeyringError),
    /// A stored event cannot be decoded.
    #[error("{stream} version {version}: {reason}")]
    Unreadable {
        /// The stream of the event.
        stream: StreamId,
        /// The event's version in the stream.
        version: Version,
        /// The reason, without personal data.
        reason: String,
    },
}

/// A stored event that cannot be opened: its personal data cannot be decrypted although its key exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// The stream of the event.
    pub stream: StreamId,
    /// The event's version in the stream.
    pub version: Version,
    /// The event's position in the log.
    pub position: Position,
    /// When it was recorded (UTC).
    pub recorded_at: DateTime<Utc>,
    /// The event's stored type.
    pub event_type: String,
    /// The reason.
    pub reason: String,
}

impl From<Unreadable> for LogError {
    fn from(event: Unreadable) -> Self {
        Self::Unreadable { stream: event.stream, version: event.version, reason: event.reason }
    }
}

/// The log of all events, typed and readable. Cheap to clone.
#[derive(Clone)]
pub struct EventLog {
    store: Arc<dyn EventStore>,
    keyring: Arc<dyn Keyring>,
}

const STREAM_PAGE: usize = 1_000;

impl EventLog {
    /// Creates the log from a store and the keys that belong to it.
    pub fn new(store: Arc<dyn EventStore>, keyring: Arc<dyn Keyring>) -> Self {
        Self { store, keyring }
    }

    pub(crate) fn store(&self) -> &Arc<dyn EventStore> {
        &self.store
    }

    /// The keyring.
    pub fn keyring(&self) -> &Arc<dyn Keyring> {
        &self.keyring
    }

    /// Appends typed events to one stream, all or none. See [`EventStore::append`].
    ///
    /// # Errors
    /// See [`AppendFailed`].
    pub async fn append<E: Event>(
        &self,
        provenance: &Provenance,
        append: Append<E>,
    ) -> Result<Appended, AppendFailed> {
        self.append_group(append.id, append.expected, &[(provenance.clone(), append.events)]).await
    }

    /// Appends the events of several commands to one stream, one command after the other, all or none.
    ///
    /// # Errors
    /// See [`AppendFailed`].
    pub async fn append_group<E: Event>(
        &self,
        id: Uuid,
        expected: ExpectedVersion,
        commands: &[(Provenance, Vec<E>)],
    ) -> Result<Appended, AppendFailed> {
        let stream = StreamId::new(E::CATEGORY, id);
        let of_command = |(provenance, events): &(Provenance, Vec<E>)| {
            let numbered = events.iter().enumerate();
            numbered
                .map(|(index, event)| new_event(provenance, &stream, index, encode(event)))
                .collect::<Vec<_>>()
        };
        let mut events: Vec<NewEvent> = commands.iter().flat_map(of_command).collect();
        self.seal(events.iter_mut().collect()).await?;
        let traced = Traced::of(E::CATEGORY, &events);
        let span = Span::child(Kind::Client, "append");
        let appended = span.clone().around(self.store.append(&stream, expected, events)).await;
        traced.ended(&span, &appended);
        Ok(appended?)
    }

    /// Seals the personal data in whole new streams and imports them. See [`EventStore::import`].
    ///
    /// # Errors
    /// See [`AppendFailed`].
    pub async fn import(&self, mut histories: Vec<StreamHistory>) -> Result<Position, AppendFailed> {
        self.seal(histories.iter_mut().flat_map(|history| &mut history.events).collect()).await?;
        Ok(self.store.import(histories).await?)
    }

    /// All events of one stream, oldest first; empty when it does not exist.
    ///
    /// # Errors
    /// See [`LogError`].
    pub async fn load<E: Event>(&self, id: Uuid) -> Result<Vec<Recorded<E>>, LogError> {
        let raw = self.load_raw(&StreamId::new(E::CATEGORY, id)).await?;
        raw.into_iter().map(typed).collect()
    }

    /// Loads the events of one stream after a version, oldest first.
    ///
    /// # Errors
    /// See [`LogError`].
    pub async fn load_after<E: Event>(&self, id: Uuid, after: Version) -> Result<Vec<Recorded<E>>, LogError> {
        let raw = self.load_raw_after(&StreamId::new(E::CATEGORY, id), after).await?;
        raw.into_iter().map(typed).collect()
    }

    /// Loads the last event of one stream.
    ///
    /// # Errors
    /// See [`LogError`].
    pub async fn last<E: Event>(&self, id: Uuid) -> Result<Option<Recorded<E>>, LogError> {
        let found = self.store.read_last(&StreamId::new(E::CATEGORY, id)).await?;
        let mut events: Vec<_> = found.into_iter().collect();
        self.open(&mut events).await?;
        events.pop().map(typed).transpose()
    }

    /// Loads all events of a stream with their stored type names and readable personal data, without decoding them to a
    /// type: for operators who inspect history.
    ///
    /// # Errors
    /// See [`LogError`].
    pub async fn load_raw(&self, stream: &StreamId) -> Result<Vec<Recorded<RawEvent>>, LogError> {
        self.load_raw_after(stream, 0).await
    }

    async fn load_raw_after(
        &self,
        stream: &StreamId,
        known: Version,
    ) -> Result<Vec<Recorded<RawEvent>>, LogError> {
        let mut events: Vec<Recorded<RawEvent>> = Vec::new();
        loop {
            let after = events.last().map_or(known, |event| event.version);
            let page = self.store.read_stream(stream, after, STREAM_PAGE).await?;
            let last_page = page.len() < STREAM_PAGE;
            events.extend(page);
            if last_page {
                break;
            }
        }
        self.open(&mut events).await?;
        Ok(events)
    }

    /// Reads a page of the whole log, with readable personal data. See [`EventStore::read_all`].
    ///
    /// # Errors
    /// See [`LogError`].
    pub async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<crate::Page, LogError> {
        let mut page = self.store.read_all(after, categories, limit).await?;
        self.open(&mut page.events).await?;
        Ok(page)
    }

    /// Reads a page of the whole log as stored, with personal data sealed: for backups. See [`EventStore::read_all`].
    ///
    /// # Errors
    /// See [`ReadError`].
    pub async fn read_all_sealed(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<crate::Page, ReadError> {
        self.store.read_all(after, categories, limit).await
    }

    /// Reads a page of the whole log, and returns the events that cannot be opened separately. For readers that must
    /// get past such events.
    ///
    /// # Errors
    /// See [`LogError`], without `Unreadable`.
    pub async fn read_all_sifted(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<(crate::Page, Vec<Unreadable>), LogError> {
        let mut page = self.store.read_all(after, categories, limit).await?;
        let unreadable = self.sift(&mut page.events).await?;
        Ok((page, unreadable))
    }

    /// Like [`EventLog::read_all_sifted`], for readers that have followed the log in this epoch. See
    /// [`EventStore::read_on`].
    ///
    /// # Errors
    /// See [`LogError`], without `Unreadable`; [`ReadError::Replaced`] when the epoch has changed.
    pub async fn read_on_sifted(
        &self,
        epoch: u64,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<(crate::Page, Vec<Unreadable>), LogError> {
        let mut page = self.store.read_on(after, categories, limit).await?;
        if self.store.epoch() != epoch {
            return Err(ReadError::Replaced.into());
        }
        let unreadable = self.sift(&mut page.events).await?;
        Ok((page, unreadable))
    }

    /// Reads at most `limit` events of a stream after a version, and returns the events that cannot be opened
    /// separately. At the end of the stream both lists are empty.
    ///
    /// # Errors
    /// See [`LogError`], without `Unreadable`.
    pub async fn read_stream_sifted(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<(Vec<Recorded<RawEvent>>, Vec<Unreadable>), LogError> {
        let mut events = self.store.read_stream(stream, after, limit).await?;
        let unreadable = self.sift(&mut events).await?;
        Ok((events, unreadable))
    }

    /// The position up to which readers get the log at present.
    ///
    /// # Errors
    /// See [`LogError`].
    pub async fn head(&self) -> Result<Position, LogError> {
        let nothing = Categories::Only(Cow::Borrowed(&[]));
        Ok(self.store.read_all(Position::START, &nothing, 1).await?.up_to)
    }

    /// See [`EventStore::end`].
    ///
    /// # Errors
    /// See [`ReadError`].
    pub async fn end(&self) -> Result<LogEnd, ReadError> {
        self.store.end().await
    }

    /// See [`EventStore::epoch`].
    pub fn epoch(&self) -> u64 {
        self.store.epoch()
    }

    /// See [`EventStore::held_back`].
    pub fn held_back(&self) -> Option<HeldBack> {
        self.store.held_back()
    }

    /// Whether the log ends before this position. See [`EventStore::ends_before`].
    ///
    /// # Errors
    /// See [`ReadError`].
    pub async fn ends_before(&self, position: Position) -> Result<bool, ReadError> {
        self.store.ends_before(position).await
    }

    /// Returns when there may be events after the position. See [`EventStore::wait_beyond`].
    pub async fn wait_beyond(&self, after: Position, at_most: std::time::Duration) {
        self.store.wait_beyond(after, at_most).await;
    }

    pub(crate) async fn seal(&self, events: Vec<&mut NewEvent>) -> Result<(), AppendFailed> {
        let subjects: BTreeSet<Uuid> =
            events.iter().flat_map(|event| personal::subjects(&event.payload.data)).collect();
        if subjects.is_empty() {
            return Ok(());
        }
        let keys = self.keyring.find_or_make(&subjects).await?;
        if let Some(erased) = subjects.iter().find(|subject| !keys.contains_key(subject)) {
            return Err(AppendFailed::Erased(*erased));
        }
        for event in events {
            personal::seal(&mut event.payload.data, event.event_id, &|subject| keys.get(&subject).cloned());
        }
        Ok(())
    }

    /// Opens all events. Fails if one of them cannot be opened.
    async fn open(&self, events: &mut Vec<Recorded<RawEvent>>) -> Result<(), LogError> {
        self.sift(events).await?.into_iter().next().map_or(Ok(()), |first| Err(first.into()))
    }

    /// Opens the events, and moves those that cannot be opened to the result.
    async fn sift(&self, events: &mut Vec<Recorded<RawEvent>>) -> Result<Vec<Unreadable>, LogError> {
        let subjects: BTreeSet<Uuid> =
            events.iter().flat_map(|event| personal::subjects(&event.event.data)).collect();
        if subjects.is_empty() {
            return Ok(Vec::new());
        }
        let keys = self.keyring.find(&subjects).await?;
        let mut unreadable = Vec::new();
        events.retain_mut(|event| {
            let opened =
                personal::open(&mut event.event.data, event.event_id, &|subject| keys.get(&subject).cloned());
            let Err(broken) = opened else { return true };
            unreadable.push(Unreadable {
                stream: event.stream.clone(),
                version: event.version,
                position: event.position,
                recorded_at: event.recorded_at,
                event_type: event.event.event_type.to_string(),
                reason: broken.to_string(),
            });
            false
        });
        Ok(unreadable)
    }
}

/// Decodes the payload of a recorded event as an event of this category.
///
/// # Errors
/// [`LogError::Unreadable`] when the payload does not have the shape of its version.
pub fn typed<E: Event>(recorded: Recorded<RawEvent>) -> Result<Recorded<E>, LogError> {
    let event = decode(&recorded.event)
        .map_err(|error: CodecError| unreadable(&recorded.stream, recorded.version, error.to_string()))?;
    Ok(recorded.with(event))
}

fn unreadable(stream: &StreamId, version: Version, reason: String) -> LogError {
    LogError::Unreadable { stream: stream.clone(), version, reason }
}
