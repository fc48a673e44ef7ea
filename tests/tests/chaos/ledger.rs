//! A writer's ledger file, with every append it requests and every answer.
//!
//! A line is written before the request and one after the answer, so that the ledger is complete whenever the writer is
//! killed: the system keeps what a killed process has written.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use event_store::{
    AppendError, Appended, Categories, EventStore, ExpectedVersion, Page, ReadError, StreamHistory,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use shared_events::{Actor, NewEvent, Payload, Position, RawEvent, Recorded, StreamId, Version};
use uuid::Uuid;

/// A line of a ledger. `E` is the part of an event that the reader needs: the whole event, or its id.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum LedgerLine<E> {
    /// The append is about to be requested. `expected` is `None` when the append does not depend on earlier events.
    /// `import` says that the stream is imported together with others.
    Try { number: u64, stream: String, expected: Option<Version>, import: bool, events: Vec<E> },
    /// The store has acknowledged the append. For an import, the position is that of the last event of all its streams.
    Acknowledged { number: u64, version: Version, position: u64 },
    /// The store does not know whether the append was written.
    Unknown { number: u64 },
    /// The append was not written, because another writer had appended.
    Conflict { number: u64 },
    /// The append was not written, because the store is unavailable or overloaded.
    Unavailable { number: u64 },
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct WholeEvent {
    id: Uuid,
    event_type: String,
    schema_version: u16,
    data: Payload,
    recorded_at: DateTime<Utc>,
    correlation_id: Uuid,
    causation_id: Uuid,
    actor: Actor,
}

/// The id of an event; the reader skips the rest of the event.
#[derive(Debug, Deserialize)]
pub(crate) struct EventIdOnly {
    pub(crate) id: Uuid,
}

impl From<&NewEvent> for WholeEvent {
    fn from(event: &NewEvent) -> Self {
        Self {
            id: event.event_id,
            event_type: event.payload.event_type.to_string(),
            schema_version: event.payload.schema_version,
            data: event.payload.data.clone(),
            recorded_at: event.recorded_at,
            correlation_id: event.correlation_id,
            causation_id: event.causation_id,
            actor: event.actor.clone(),
        }
    }
}

impl From<WholeEvent> for NewEvent {
    fn from(whole: WholeEvent) -> Self {
        let WholeEvent { id, event_type, schema_version, data, .. } = whole;
        Self {
            event_id: id,
            payload: RawEvent { event_type: event_type.into(), schema_version, data },
            recorded_at: whole.recorded_at,
            correlation_id: whole.correlation_id,
            causation_id: whole.causation_id,
            actor: whole.actor,
        }
    }
}

/// The file of one life of a writer. Each start has a new file.
pub(crate) fn path(folder: &Path, slot: usize, life: u32) -> PathBuf {
    folder.join(format!("ledger-{slot}-{life}.jsonl"))
}

/// An event store that records all appends in a ledger.
pub(crate) struct RecordingEventStore {
    store: Arc<dyn EventStore>,
    file: File,
    numbers: AtomicU64,
}

impl RecordingEventStore {
    pub(crate) fn new(store: Arc<dyn EventStore>, path: &Path) -> Self {
        let file = OpenOptions::new().create(true).append(true).open(path).expect("the ledger opens");
        Self { store, file, numbers: AtomicU64::new(0) }
    }

    fn begin(&self, stream: &StreamId, expected: ExpectedVersion, import: bool, events: &[NewEvent]) -> u64 {
        let number = self.numbers.fetch_add(1, Ordering::Relaxed);
        let expected = expected.version();
        let (stream, events) = (stream.to_string(), events.iter().map(WholeEvent::from).collect());
        self.note(&LedgerLine::Try { number, stream, expected, import, events });
        number
    }

    fn end(&self, number: u64, answer: Result<Appended, &AppendError>) {
        self.note(&match answer {
            Ok(Appended { version, position, .. }) => {
                LedgerLine::Acknowledged { number, version, position: position.0 }
            }
            Err(AppendError::OutcomeUnknown(_)) => LedgerLine::Unknown { number },
            Err(AppendError::Conflict { .. }) => LedgerLine::Conflict { number },
            Err(AppendError::Unavailable(_) | AppendError::Replaced) => LedgerLine::Unavailable { number },
            Err(AppendError::Refused(reason)) => panic!("something legal was refused: {reason}"),
        });
    }

    /// Writes each line in one call, so that lines of concurrent tasks do not mix and a kill does not truncate one.
    fn note(&self, line: &LedgerLine<WholeEvent>) {
        let mut text = serde_json::to_vec(line).expect("a line is plain data");
        text.push(b'\n');
        (&self.file).write_all(&text).expect("the ledger is written");
    }
}

#[async_trait]
impl EventStore for RecordingEventStore {
    async fn append(
        &self,
        stream: &StreamId,
        expected: ExpectedVersion,
        events: Vec<NewEvent>,
    ) -> Result<Appended, AppendError> {
        let number = self.begin(stream, expected, false, &events);
        let answer = self.store.append(stream, expected, events).await;
        self.end(number, answer.as_ref().copied());
        answer
    }

    async fn import(&self, histories: Vec<StreamHistory>) -> Result<Position, AppendError> {
        let new = ExpectedVersion::Exact(0);
        let begun: Vec<(u64, Version)> = histories
            .iter()
            .map(|one| (self.begin(&one.stream, new, true, &one.events), one.events.len() as Version))
            .collect();
        let answer = self.store.import(histories).await;
        for (number, version) in begun {
            self.end(
                number,
                answer.as_ref().map(|position| Appended { version, position: *position, repeated: false }),
            );
        }
        answer
    }

    async fn read_stream(
        &self,
        stream: &StreamId,
        after: Version,
        limit: usize,
    ) -> Result<Vec<Recorded<RawEvent>>, ReadError> {
        self.store.read_stream(stream, after, limit).await
    }

    async fn read_last(&self, stream: &StreamId) -> Result<Option<Recorded<RawEvent>>, ReadError> {
        self.store.read_last(stream).await
    }

    async fn read_all(
        &self,
        after: Position,
        categories: &Categories,
        limit: usize,
    ) -> Result<Page, ReadError> {
        self.store.read_all(after, categories, limit).await
    }

    async fn wait_beyond(&self, after: Position, at_most: Duration) {
        self.store.wait_beyond(after, at_most).await;
    }
}

/// An append that was in progress when its writer was killed.
pub(crate) struct UnfinishedAppend {
    pub(crate) stream: StreamId,
    pub(crate) expected: ExpectedVersion,
    pub(crate) events: Vec<NewEvent>,
}

/// The appends of a life without an answer, in the order in which they were requested.
pub(crate) fn unanswered_appends(path: &Path) -> Vec<UnfinishedAppend> {
    let mut open = BTreeMap::new();
    for line in LedgerReader::new(path.into()).read::<WholeEvent>() {
        match line {
            LedgerLine::Try { number, stream, expected, events, .. } => {
                let stream = stream.parse().expect("the ledger names streams");
                let expected = expected.map_or(ExpectedVersion::Any, ExpectedVersion::Exact);
                let events = events.into_iter().map(NewEvent::from).collect();
                open.insert(number, UnfinishedAppend { stream, expected, events });
            }
            LedgerLine::Acknowledged { number, .. }
            | LedgerLine::Unknown { number }
            | LedgerLine::Conflict { number }
            | LedgerLine::Unavailable { number } => {
                open.remove(&number);
            }
        }
    }
    open.into_values().collect()
}

/// Reads a ledger that is still being written.
pub(crate) struct LedgerReader {
    path: PathBuf,
    read: u64,
}

impl LedgerReader {
    pub(crate) const fn new(path: PathBuf) -> Self {
        Self { path, read: 0 }
    }

    /// The lines completed since the last call; none when the file does not exist yet.
    pub(crate) fn read<E: DeserializeOwned>(&mut self) -> Vec<LedgerLine<E>> {
        let Ok(mut file) = File::open(&self.path) else { return Vec::new() };
        let mut text = Vec::new();
        file.seek(SeekFrom::Start(self.read)).expect("the ledger is a file");
        file.read_to_end(&mut text).expect("the ledger can be read");
        let finished = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        self.read += finished as u64;
        let lines = text[..finished].split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| serde_json::from_slice(line).expect("a ledger's lines are whole")).collect()
    }
}
