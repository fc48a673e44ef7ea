//! Compares the log with the answers that writers got. Pure: it takes tries and entries, and returns faults.

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
};

use shared_events::{Position, StreamId, Version};
use uuid::Uuid;

/// The answer of the store to a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Acknowledged, with this version and position.
    Acknowledged(Version, Position),
    /// The store did not know the outcome.
    Unknown,
    /// The store said that it wrote nothing.
    Nothing,
}

/// One request to append, as its writer recorded it.
#[derive(Clone, Debug)]
pub(crate) struct Try {
    pub(crate) stream: StreamId,
    pub(crate) expected: Option<Version>,
    /// Whether the stream is imported together with others. All of them are acknowledged with the position of the
    /// import's last event.
    pub(crate) import: bool,
    pub(crate) ids: Vec<Uuid>,
    /// `None` without an answer: the writer is still waiting for it, or was killed.
    pub(crate) outcome: Option<Outcome>,
}

/// An event of the log.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) position: Position,
    pub(crate) stream: StreamId,
    pub(crate) version: Version,
    pub(crate) id: Uuid,
}

/// Kinds of faults, none of which may ever happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// An acknowledged event is not in the log.
    Lost,
    /// An event is in the log more than once.
    Duplicated,
    /// An acknowledged event has another version or position than the store answered.
    Moved,
    /// A stream's versions or the log's positions are out of order.
    Disordered,
    /// Only some of an append's events were written.
    Torn,
    /// The store answered that it wrote nothing, but the events are in the log.
    Denied,
    /// No writer has appended this event.
    Foreign,
    /// An event's personal data cannot be read, although its person was not erased.
    Forgotten,
}

/// A fault, with a description of where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.what)
    }
}

/// Reads the log in order of position, and compares it with the tries.
#[derive(Default)]
pub(crate) struct Checker {
    entries: HashMap<Uuid, (StreamId, Version, Position)>,
    heads: HashMap<StreamId, Version>,
    end: Position,
    faults: Vec<Fault>,
}

impl Checker {
    /// Reads the log's next event.
    pub(crate) fn read(&mut self, entry: Entry) {
        let Entry { position, stream, version, id } = entry;
        if position <= self.end {
            self.fault(Kind::Disordered, format!("position {position} comes after {}", self.end));
        }
        self.end = self.end.max(position);
        let head = self.heads.entry(stream.clone()).or_default();
        let follows = version == *head + 1;
        let before = std::mem::replace(head, version);
        if !follows {
            let what = format!("{stream}: version {version} at {position} comes after {before}");
            self.fault(Kind::Disordered, what);
        }
        if let Some((_, _, first)) = self.entries.insert(id, (stream, version, position)) {
            self.fault(Kind::Duplicated, format!("event {id} stands at {first} and {position}"));
        }
    }

    /// The number of events read so far.
    pub(crate) fn events(&self) -> usize {
        self.entries.len()
    }

    /// Checks whether the answer to a try is true. Its events must have been read.
    pub(crate) fn check_answer(&mut self, one: &Try) {
        let Some(Outcome::Acknowledged(version, position)) = one.outcome else { return };
        let count = one.ids.len() as u64;
        let first = (version + 1).checked_sub(count);
        let Some(first) = first.filter(|first| one.expected.is_none_or(|expected| expected + 1 == *first))
        else {
            let what =
                format!("{} was told version {version} for {count} after {:?}", one.stream, one.expected);
            return self.fault(Kind::Moved, what);
        };
        for (id, wanted) in one.ids.iter().zip(first..) {
            match self.entries.get(id) {
                None => self.fault(Kind::Lost, format!("{id} of {} version {wanted}", one.stream)),
                Some((stream, found, at)) => {
                    let last = wanted == version && !one.import;
                    if *stream != one.stream
                        || *found != wanted
                        || *at > position
                        || (last && *at != position)
                    {
                        let what = format!(
                            "{id} of {}: told {wanted} at {position}, found {stream} {found} at {at}",
                            one.stream
                        );
                        self.fault(Kind::Moved, what);
                    }
                }
            }
        }
    }

    /// Compares all tries with the log, once the whole log was read and while no writer runs. Returns all faults.
    pub(crate) fn finish<'t>(mut self, tries: impl IntoIterator<Item = &'t Try>) -> Vec<Fault> {
        // A repeated append has the same event ids, so its first event id identifies it.
        let mut commands: BTreeMap<Uuid, (&Try, bool)> = BTreeMap::new();
        for one in tries {
            let denied = one.outcome == Some(Outcome::Nothing);
            let command = commands.entry(one.ids[0]).or_insert((one, true));
            command.1 &= denied;
            self.check_answer(one);
        }
        let mut known = 0;
        for (one, always_denied) in commands.values() {
            let there = one.ids.iter().filter(|id| self.entries.contains_key(*id)).count();
            known += there;
            if there > 0 && *always_denied {
                self.fault(Kind::Denied, format!("{} of {}", one.ids[0], one.stream));
            } else if there > 0 && there < one.ids.len() {
                self.fault(Kind::Torn, format!("{there} of {} events of {}", one.ids.len(), one.stream));
            }
        }
        if known < self.entries.len() {
            self.fault(Kind::Foreign, format!("{} events", self.entries.len() - known));
        }
        self.faults
    }

    /// Takes the faults found since the last call.
    pub(crate) fn take_faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.faults)
    }

    /// Records a fault that only the reader of the log can detect.
    pub(crate) fn fault(&mut self, kind: Kind, what: String) {
        self.faults.push(Fault { kind, what });
    }
}

#[cfg(test)]
mod tests {
    //! Shows that the checker can fail: each test breaks a sound log in one way.

    use super::*;

    fn stream(number: u128) -> StreamId {
        StreamId::new("stock", Uuid::from_u128(number))
    }

    fn entry(position: u64, number: u128, version: Version, id: u128) -> Entry {
        Entry { position: Position(position), stream: stream(number), version, id: Uuid::from_u128(id) }
    }

    fn asked(number: u128, expected: Version, ids: &[u128], outcome: Option<Outcome>) -> Try {
        let ids = ids.iter().map(|id| Uuid::from_u128(*id)).collect();
        Try { stream: stream(number), expected: Some(expected), import: false, ids, outcome }
    }

    const fn acknowledged(version: Version, position: u64) -> Option<Outcome> {
        Some(Outcome::Acknowledged(version, Position(position)))
    }

    /// A log of two streams with its tries. The last append was repeated because its first answer was lost.
    fn sound() -> (Vec<Entry>, Vec<Try>) {
        let log = vec![entry(1, 1, 1, 11), entry(2, 2, 1, 21), entry(5, 1, 2, 12), entry(6, 1, 3, 13)];
        let tries = vec![
            asked(1, 0, &[11], acknowledged(1, 1)),
            asked(2, 0, &[21], acknowledged(1, 2)),
            asked(1, 1, &[12, 13], Some(Outcome::Unknown)),
            asked(1, 1, &[12, 13], acknowledged(3, 6)),
            asked(2, 0, &[29], Some(Outcome::Nothing)),
            asked(2, 1, &[22], None),
        ];
        (log, tries)
    }

    fn faults(log: Vec<Entry>, tries: &[Try]) -> Vec<Kind> {
        let mut checker = Checker::default();
        log.into_iter().for_each(|entry| checker.read(entry));
        checker.finish(tries).into_iter().map(|fault| fault.kind).collect()
    }

    #[test]
    fn a_sound_log_has_no_fault() {
        let (log, tries) = sound();
        assert_eq!(faults(log, &tries), []);
    }

    #[test]
    fn a_lost_event_is_found() {
        let (mut log, tries) = sound();
        log.remove(1);
        assert_eq!(faults(log, &tries), [Kind::Lost]);
    }

    #[test]
    fn an_event_lost_inside_a_stream_leaves_a_gap_and_a_torn_append() {
        let (mut log, tries) = sound();
        log.remove(2);
        assert_eq!(faults(log, &tries), [Kind::Disordered, Kind::Lost, Kind::Torn]);
    }

    #[test]
    fn a_duplicated_event_is_found() {
        let (mut log, tries) = sound();
        log.push(entry(7, 1, 4, 13));
        assert_eq!(faults(log, &tries), [Kind::Duplicated, Kind::Moved]);
    }

    #[test]
    fn an_event_at_another_position_than_acknowledged_is_found() {
        let (log, mut tries) = sound();
        tries[1].outcome = acknowledged(1, 3);
        assert_eq!(faults(log.clone(), &tries), [Kind::Moved]);
        tries[1].outcome = acknowledged(2, 2);
        assert_eq!(faults(log, &tries), [Kind::Moved], "not what follows the expected version");
    }

    #[test]
    fn a_repeated_append_with_another_answer_is_found() {
        let (log, mut tries) = sound();
        tries.push(asked(1, 1, &[12, 13], acknowledged(3, 8)));
        assert_eq!(faults(log, &tries), [Kind::Moved]);
    }

    #[test]
    fn a_denied_write_and_a_foreign_event_are_found() {
        let (mut log, tries) = sound();
        log.push(entry(7, 2, 2, 29));
        assert_eq!(faults(log, &tries), [Kind::Denied]);
        let (mut log, tries) = sound();
        log.push(entry(7, 2, 2, 99));
        assert_eq!(faults(log, &tries), [Kind::Foreign]);
    }

    #[test]
    fn an_append_without_an_answer_may_be_written_or_not() {
        let (mut log, tries) = sound();
        log.push(entry(7, 2, 2, 22));
        assert_eq!(faults(log, &tries), []);
    }

    #[test]
    fn all_streams_of_an_import_are_acknowledged_with_the_last_position() {
        let (log, mut tries) = sound();
        tries[0] = Try { import: true, ..asked(1, 0, &[11], acknowledged(1, 2)) };
        tries[1] = Try { import: true, ..asked(2, 0, &[21], acknowledged(1, 2)) };
        assert_eq!(faults(log.clone(), &tries), []);
        tries[1] = Try { import: true, ..asked(2, 0, &[21], acknowledged(1, 1)) };
        assert_eq!(faults(log, &tries), [Kind::Moved]);
    }

    #[test]
    fn positions_out_of_order_are_found() {
        let (mut log, tries) = sound();
        log.swap(0, 1);
        assert_eq!(faults(log, &tries), [Kind::Disordered]);
    }
}
