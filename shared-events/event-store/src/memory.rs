//! The event store in memory: for tests, and as the simplest implementation of the port.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use chrono::{DateTime, SubsecRound, Utc};
use shared_events::{NewEvent, Position, RawEvent, Recorded, StreamId, Version, personal::SubjectKey};
use tokio::sync::watch;
use uuid::Uuid;

use crate::{
    AppendError, Appended, Categories, EventLog, EventStore, ExpectedVersion, Keyring, KeyringError, Page,
    ReadError, StreamHistory,
    keyring::{KeySource, os_random_keys},
    limits::{import_within_limits, payloads_within_limits},
};

impl EventLog {
    /// Creates an empty log in memory, with its own keys.
    pub fn in_memory() -> Self {
        Self::new(Arc::new(MemoryEventStore::default()), Arc::new(MemoryKeyring::default()))
    }
}

/// An event store that exists as long as the process.
#[derive(Default)]
pub struct MemoryEventStore {
    history: Mutex<History>,
    end: watch::Sender<Position>,
    epoch: AtomicU64,
}

#[derive(Default)]
struct History {
    /// All events in order of position: the event at index `i` has position `i + 1`.
    events: Vec<Recorded<RawEvent>>,
    /// For each stream, indices into `events` in order of version.
    streams: HashMap<StreamId, Vec<usize>>,
    /// For each event id, an index into `events`.
    ids: HashMap<Uuid, usize>,
}

impl History {
    fn head(&self, stream: &StreamId) -> Appended {
        let last = self.streams.get(stream).and_then(|indexes| indexes.last());
        last.map_or(Appended { version: 0, position: Position::START, repeated: false }, |index| {
            self.appended(*index)
        })
    }

    fn appended(&self, index: usize) -> Appended {
        Appended {
            version: self.events[index].version,
            position: self.events[index].position,
            repeated: false,
        }
    }

    /// The first result, if exactly these events have been appended before.
    fn repeated(&self, stream: &StreamId, events: &[NewEvent]) -> Result<Option<Appended>, AppendError> {
        let known: Vec<Option<&usize>> = events.iter().map(|event| self.ids.get(&event.event_id)).collect();
        if known.iter().all(Option::is_none) {
            return Ok(None);
        }
        let same_order = known.windows(2).all(|pair| {
            let version = |index: Option<&usize>| index.map(|index| self.events[*index].version);
            version(pair[0]).map(|before| before + 1) == version(pair[1])
        });
        let same_stream = known.iter().flatten().all(|index| self.events[**index].stream == *stream);
        match known.last() {
            Some(Some(last)) if same_order && same_stream => {
                Ok(Some(Appended { repeated: true, ..self.appended(**last) }))
            }
            _ => Err(AppendError::Refused(format!("event ids of {stream} were used for other events"))),
        }
    }

    fn add(&mut self, stream: &StreamId, events: Vec<NewEvent>) -> Appended {
        for event in events {
            let index = self.events.len();
            let versions = self.streams.entry(stream.clone()).or_default();
            versions.push(index);
            self.ids.insert(event.event_id, index);
            self.events.push(Recorded {
                position: position_at(index),
                stream: stream.clone(),
                version: versions.len() as Version,
                event_id: event.event_id,
                recorded_at: as_stored(event.recorded_at),
                correlation_id: event.correlation_id,
                causation_id: event.causation_id,
                actor: event.actor,
                event: event.payload,
            });
        }
        self.head(stream)
    }
}

const fn position_at(index: usize) -> Position {
    Position(index as u64 + 1)
}

/// Rounds to microseconds as databases do, so that no test relies on a higher resolution.
fn as_stored(time: DateTime<Utc>) -> DateTime<Utc> {
    time.trunc_subsecs(6)
}

impl MemoryEventStore {
    /// Removes every event after a position, as if a server with a shorter log had taken over.
    pub fn put_back(&self, end: Position) {
        let mut history = self.history();
        let kept: Vec<_> = history.events.iter().take_while(|event| event.position <= end).cloned().collect();
        *history = History::default();
        for event in kept {
            let index = history.events.len();
            history.streams.entry(event.stream.clone()).or_default().push(index);
            history.ids.insert(event.event_id, index);
            history.events.push(event);
        }
        self.end.send_replace(history.events.last().map_or(Position::START, |event| event.position));
        self.epoch.fetch_add(1, Ordering::SeqCst);
    }

    fn history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl EventStore for MemoryEventStore {
    async fn append(
        &self,
        stream: &StreamId,
        expected: ExpectedVersion,
        events: Vec<NewEvent>,
    ) -> Result<Appended, AppendError> {
        payloads_within_limits(stream, &events)?;
        let mut history = self.history();
        if !expected.allows(self.epoch()) {
            return Err(AppendError::Replaced);
        }
        let head = history.head(stream);
        if events.is_empty() {
            return Ok(head);
        }
        if let Some(first_result) = history.repeated(stream, &events)? {
            return Ok(first_result);
        }
        if let Some(expected) = expected.version()
            && expected != head.version
        {
            return Err(AppendError::Conflict { stream: stream.clone(), expected, actual: head.version });
        }
        let appended = history.add(stream, events);
        self.end.send_replace(appended.position);
        Ok(appended)
    }

    async fn import(&self, histories: Vec<StreamHistory>) -> Result<Position, AppendError> {
        import_within_limits(&histories)?;
        let mut history = self.history();
        let mut last = Position::START;
        let mut new = Vec::new();
        for StreamHistory { stream, events } in histories {
            let actual = history.head(&stream).version;
            match history.repeated(&stream, &events) {
                _ if events.is_empty() => {}
                Ok(Some(first_result)) if first_result.version == events.len() as Version => {
                    last = last.max(first_result.position);
                }
                _ if actual > 0 => return Err(AppendError::Conflict { stream, expected: 0, actual }),
                Err(reused) => return Err(reused),
                Ok(_) => new.push((stream, events)),
            }
        }
        for (stream, events) in new {
            last = last.max(history.add(&stream, events).position);
        }
        self.end.send_if_modified(|end| std::mem::replace(end, last.max(*end)) < last);
        Ok(last)
    }

    async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        let history = self.history();
        let indexes = history.streams.get(stream).map_or(&[][..], Vec::as_slice);
        let skipped = usize::try_from(after).unwrap_or(usize::MAX);
        Ok(indexes.iter().skip(skipped).take(limit).map(|index| history.events[*index].clone()).collect())
    }

    async fn read_last(&self, stream: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        let history = self.history();
        let last = history.streams.get(stream).and_then(|indexes| indexes.last());
        Ok(last.map(|index| history.events[*index].clone()))
    }

    async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        let history = self.history();
        let first = history.events.partition_point(|event| event.position <= after);
        let wanted =
            history.events[first..].iter().filter(|event| categories.include(&event.stream.category));
        let events: Vec<_> = wanted.take(limit).cloned().collect();
        let end = history.events.last().map_or(after, |event| event.position.max(after));
        Ok(Page::within(after, end, limit, events))
    }

    fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::SeqCst)
    }

    async fn wait_beyond(&self, after: Position, at_most: Duration) {
        let mut end = self.end.subscribe();
        // The caller reads again after news and after a timeout alike.
        let _ = tokio::time::timeout(at_most, end.wait_for(|end| *end > after)).await;
    }
}

/// A keyring that exists as long as the process.
pub struct MemoryKeyring {
    /// The keys by subject; `None` for an erased one.
    keys: Mutex<HashMap<Uuid, Option<SubjectKey>>>,
    new_key: KeySource,
}

impl Default for MemoryKeyring {
    fn default() -> Self {
        Self::with_keys_from(os_random_keys())
    }
}

impl MemoryKeyring {
    /// Creates a keyring that takes new keys from this source.
    pub fn with_keys_from(new_key: KeySource) -> Self {
        Self { keys: Mutex::default(), new_key }
    }

    fn keys(&self) -> MutexGuard<'_, HashMap<Uuid, Option<SubjectKey>>> {
        self.keys.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Keyring for MemoryKeyring {
    async fn find(&self, subjects: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, SubjectKey>, KeyringError> {
        let keys = self.keys();
        let key_of = |subject: &Uuid| keys.get(subject).cloned().flatten().map(|key| (*subject, key));
        Ok(subjects.iter().filter_map(key_of).collect())
    }

    async fn find_or_make(
        &self,
        subjects: &BTreeSet<Uuid>,
    ) -> Result<HashMap<Uuid, SubjectKey>, KeyringError> {
        let mut keys = self.keys();
        let mut found = HashMap::with_capacity(subjects.len());
        for subject in subjects {
            let key = keys.entry(*subject).or_insert_with(|| Some((self.new_key)()));
            found.extend(key.clone().map(|key| (*subject, key)));
        }
        Ok(found)
    }

    async fn erase(&self, subject: Uuid) -> Result<(), KeyringError> {
        self.keys().insert(subject, None);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{
        Fixture, Replaceable, atomic_import_contract, event_store_contract, ids_of_all_streams_contract,
        keyring_contract, replaced_log_contract, torture_contract,
    };

    #[derive(Default)]
    struct InMemory {
        store: Arc<MemoryEventStore>,
        keyring: Arc<MemoryKeyring>,
    }

    impl Replaceable for InMemory {
        async fn put_back(&self, end: Position) {
            self.store.put_back(end);
        }
    }

    impl Fixture for InMemory {
        fn store(&self) -> Arc<dyn EventStore> {
            self.store.clone()
        }

        async fn another_store(&self) -> Arc<dyn EventStore> {
            self.store.clone()
        }

        fn keyring(&self) -> Arc<dyn Keyring> {
            self.keyring.clone()
        }

        async fn another_keyring(&self) -> Arc<dyn Keyring> {
            self.keyring.clone()
        }
    }

    event_store_contract!(InMemory::default());
    atomic_import_contract!(InMemory::default());
    ids_of_all_streams_contract!(InMemory::default());
    torture_contract!(InMemory::default());
    replaced_log_contract!(InMemory::default());
    keyring_contract!(InMemory::default());
}
