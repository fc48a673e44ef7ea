//! The log: all events by position, and each stream's events by revision.

use std::{
    collections::HashMap,
    io,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use crate::{
    file::File,
    proto::event_store::client::{
        StreamIdentifier, Uuid,
        streams::{append_req::ProposedMessage, read_resp::read_event::RecordedEvent},
        uuid::{Structured, Value},
    },
};

/// The server's default limit of an append. Larger appends are refused.
pub(crate) const MAX_APPEND_BYTES: usize = 1024 * 1024;

/// The size of a record without its texts. It is not a round number, so that no client can compute the next position.
const RECORD_BYTES: u64 = 87;

/// The server writes a system event after this many appends.
const APPENDS_PER_SYSTEM_EVENT: u64 = 3;

/// The state in which an append expects its stream to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Any,
    StreamExists,
    NoStream,
    Revision(u64),
}

/// A completed append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) revision: u64,
    pub(crate) position: u64,
}

/// The stream is not in the expected state. `current` is its present revision, if the stream exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrongExpectedVersion {
    pub(crate) current: Option<u64>,
}

#[derive(Default)]
pub(crate) struct Log {
    events: Vec<RecordedEvent>,
    /// For each stream, indices into `events`.
    streams: HashMap<Vec<u8>, Vec<usize>>,
    end: u64,
    appends: u64,
    file: Option<File>,
}

impl Log {
    /// A log in memory, with the events that a new server writes about itself.
    pub(crate) fn new() -> Self {
        let mut log = Self::default();
        log.write_system_event();
        log
    }

    /// A log in a file.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let (file, batches) = File::open(path)?;
        let mut log = Self::default();
        for event in batches.into_iter().flatten() {
            log.index(event);
        }
        log.file = Some(file);
        if log.events.is_empty() {
            log.write_system_event();
        }
        Ok(log)
    }

    /// Appends by the server's rules. The server first compares the expected revision, and only on a mismatch looks for
    /// a repetition. So when the expected revision is the present one, event ids are not compared.
    pub(crate) fn append(
        &mut self,
        stream: &[u8],
        expected: Expected,
        proposed: Vec<ProposedMessage>,
    ) -> Result<Written, WrongExpectedVersion> {
        let current = self.of_stream(stream).len() as u64;
        let wrong = Err(WrongExpectedVersion { current: current.checked_sub(1) });
        let after = match expected {
            Expected::Any => match self.repeated_anywhere(stream, &proposed) {
                Some(first) => first,
                None => current,
            },
            Expected::StreamExists if current == 0 => return wrong,
            Expected::StreamExists => current,
            Expected::NoStream => 0,
            Expected::Revision(revision) => revision.saturating_add(1),
        };
        if after > current || proposed.is_empty() {
            return wrong;
        }
        if after < current {
            let there = self.of_stream(stream)[usize::try_from(after).unwrap_or(usize::MAX)..].iter();
            let same = there
                .clone()
                .zip(&proposed)
                .all(|(index, event)| id_of(&self.events[*index].id) == id_of(&event.id));
            return match there.len() >= proposed.len() && same {
                true => Ok(self.written(self.of_stream(stream)[after as usize + proposed.len() - 1])),
                false => wrong,
            };
        }
        let batch: Vec<RecordedEvent> =
            (after..).zip(proposed).map(|(revision, event)| self.record(stream, revision, event)).collect();
        self.write(batch);
        self.appends += 1;
        let written = self.written(self.events.len() - 1);
        if self.appends.is_multiple_of(APPENDS_PER_SYSTEM_EVENT) {
            self.write_system_event();
        }
        Ok(written)
    }

    /// The events of a stream in order of revision; empty when it does not exist.
    pub(crate) fn stream(&self, stream: &[u8]) -> impl DoubleEndedIterator<Item = &RecordedEvent> + Clone {
        self.of_stream(stream).iter().map(|index| &self.events[*index])
    }

    /// All events in order of position.
    pub(crate) fn all(&self) -> &[RecordedEvent] {
        &self.events
    }

    fn of_stream(&self, stream: &[u8]) -> &[usize] {
        self.streams.get(stream).map_or(&[], Vec::as_slice)
    }

    /// The position in the stream where the same events were appended before, if any. Unlike the server, the double
    /// remembers all events.
    fn repeated_anywhere(&self, stream: &[u8], proposed: &[ProposedMessage]) -> Option<u64> {
        let first = id_of(&proposed.first()?.id);
        self.stream(stream).position(|event| id_of(&event.id) == first).map(|index| index as u64)
    }

    fn written(&self, index: usize) -> Written {
        let event = &self.events[index];
        Written { revision: event.stream_revision, position: event.commit_position }
    }

    /// The next record. The end of the log advances by the record's size.
    fn record(&mut self, stream: &[u8], revision: u64, event: ProposedMessage) -> RecordedEvent {
        let position = self.end;
        let texts = stream.len() + event.data.len() + event.custom_metadata.len();
        self.end += RECORD_BYTES + texts as u64;
        let mut metadata = event.metadata;
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        metadata.insert("created".into(), (since_1970.as_nanos() / 100).to_string());
        RecordedEvent {
            id: event.id,
            stream_identifier: Some(StreamIdentifier { stream_name: stream.to_vec() }),
            stream_revision: revision,
            prepare_position: position,
            commit_position: position,
            metadata,
            custom_metadata: event.custom_metadata,
            data: event.data,
        }
    }

    fn write(&mut self, batch: Vec<RecordedEvent>) {
        if let Some(file) = &mut self.file {
            file.append(&batch).expect("the log's file can be written");
        }
        for event in batch {
            self.index(event);
        }
    }

    fn index(&mut self, event: RecordedEvent) {
        let texts = name(&event).len() + event.data.len() + event.custom_metadata.len();
        self.end = self.end.max(event.commit_position + RECORD_BYTES + texts as u64);
        self.streams.entry(name(&event).to_vec()).or_default().push(self.events.len());
        self.events.push(event);
    }

    /// Writes a system event, as the server does between its users' events.
    fn write_system_event(&mut self) {
        let stream = b"$stats-127.0.0.1:2113";
        let revision = self.of_stream(stream).len() as u64;
        let id = uuid::Uuid::from_u128(u128::from(self.end) << 64 | 0x5e);
        let event = ProposedMessage {
            id: Some(Uuid { value: Some(Value::String(id.to_string())) }),
            metadata: [("type".to_owned(), "$statsCollected".to_owned())].into(),
            custom_metadata: Vec::new(),
            data: b"{}".to_vec(),
        };
        let record = self.record(stream, revision, event);
        self.write(vec![record]);
    }
}

/// The name of an event's stream.
pub(crate) fn name(event: &RecordedEvent) -> &[u8] {
    event.stream_identifier.as_ref().map_or(&[], |stream| stream.stream_name.as_slice())
}

/// The id in either of the two encodings that clients use.
fn id_of(id: &Option<Uuid>) -> Option<uuid::Uuid> {
    match id.as_ref()?.value.as_ref()? {
        Value::String(text) => text.parse().ok(),
        Value::Structured(Structured { most_significant_bits, least_significant_bits }) => {
            Some(uuid::Uuid::from_u64_pair(
                most_significant_bits.cast_unsigned(),
                least_significant_bits.cast_unsigned(),
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: &[u8] = b"order-1";

    fn events(ids: std::ops::RangeInclusive<u64>) -> Vec<ProposedMessage> {
        let event = |id| ProposedMessage {
            id: Some(Uuid { value: Some(Value::String(uuid::Uuid::from_u64_pair(0, id).to_string())) }),
            metadata: HashMap::new(),
            custom_metadata: Vec::new(),
            data: b"{}".to_vec(),
        };
        ids.map(event).collect()
    }

    #[test]
    fn a_repeated_append_is_recognized_only_at_the_expected_revision() {
        let mut log = Log::new();
        let first = log.append(ORDER, Expected::NoStream, events(1..=2)).unwrap();
        log.append(ORDER, Expected::Revision(1), events(3..=3)).unwrap();
        assert_eq!(log.append(ORDER, Expected::NoStream, events(1..=2)), Ok(first));
        let wrong = Err(WrongExpectedVersion { current: Some(2) });
        assert_eq!(log.append(ORDER, Expected::NoStream, events(1..=4)), wrong, "more than there is");
        assert_eq!(log.append(ORDER, Expected::NoStream, events(4..=4)), wrong);
        assert_eq!(log.append(ORDER, Expected::Revision(7), events(4..=4)), wrong);
        let twice = log.append(ORDER, Expected::Revision(2), events(1..=2)).unwrap();
        assert_eq!(twice.revision, 4, "at its end a stream takes the same ids again");
    }

    #[test]
    fn positions_include_system_events() {
        let mut log = Log::new();
        for number in 1..=10 {
            let expected = if number == 1 { Expected::NoStream } else { Expected::Revision(number - 2) };
            log.append(ORDER, expected, events(number..=number)).unwrap();
        }
        assert!(log.all().is_sorted_by(|a, b| a.commit_position < b.commit_position));
        assert_eq!(log.all().iter().filter(|event| name(event).starts_with(b"$")).count(), 4);
    }

    #[test]
    fn a_log_in_a_file_survives_a_restart_but_its_incomplete_last_batch_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut log = Log::open(&path).unwrap();
        let first = log.append(ORDER, Expected::NoStream, events(1..=2)).unwrap();
        log.append(ORDER, Expected::Revision(1), events(3..=5)).unwrap();
        let whole = log.all().to_vec();
        drop(log);
        let bytes = std::fs::read(&path).unwrap();

        let mut log = Log::open(&path).unwrap();
        assert_eq!(log.all(), whole);
        assert_eq!(log.append(ORDER, Expected::NoStream, events(1..=2)), Ok(first));
        drop(log);

        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        let mut log = Log::open(&path).unwrap();
        assert_eq!(log.stream(ORDER).count(), 2, "of the second append nothing is left");
        let again = log.append(ORDER, Expected::Revision(1), events(3..=5)).unwrap();
        assert_eq!(again.revision, 4);
        assert_eq!(Log::open(&path).unwrap().all(), log.all());
    }
}
