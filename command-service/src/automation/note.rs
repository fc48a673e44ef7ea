//! Notes: what an event means for a manager's agenda.

use std::collections::{BTreeMap, btree_map};

use chrono::{DateTime, Utc};
use shared_events::Version;
use uuid::Uuid;

/// A step to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Id of the subject, such as an order or an event.
    pub(super) subject: Uuid,
    /// The stream of the event; for most subjects the subject's own.
    pub(super) stream: Uuid,
    /// The event that made the step necessary.
    pub(super) cause: Uuid,
    /// The correlation id of the request that led to that event.
    pub(super) correlation: Uuid,
}

/// What an event means for the agenda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// A step is due at this time or later. An existing entry keeps its cause and its time; a step that is
    /// already running for it does not finish the entry (see `done`).
    Remember { entry: Entry, due_at: DateTime<Utc> },
    /// No step is necessary any more.
    Forget(Uuid),
    /// The event is unreadable: its stream is parked, and its later events are not noted.
    Unreadable { entry: Entry, version: Version, failure: String },
}

impl Note {
    /// Makes the step due now, if it was due later.
    pub(super) fn bring_forward(&mut self, now: DateTime<Utc>) {
        if let Self::Remember { due_at, .. } = self {
            *due_at = now.min(*due_at);
        }
    }

    const fn subject(&self) -> Uuid {
        match self {
            Self::Remember { entry, .. } | Self::Unreadable { entry, .. } => entry.subject,
            Self::Forget(subject) => *subject,
        }
    }
}

/// Of several notes on one subject the last one counts, but no note follows an unreadable event.
pub(super) fn fold(notes: Vec<Note>) -> BTreeMap<Uuid, Note> {
    let mut last = BTreeMap::new();
    for note in notes {
        match last.entry(note.subject()) {
            btree_map::Entry::Vacant(place) => {
                place.insert(note);
            }
            btree_map::Entry::Occupied(mut place) if !matches!(place.get(), Note::Unreadable { .. }) => {
                place.insert(note);
            }
            btree_map::Entry::Occupied(_) => {}
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: Uuid = Uuid::from_u128(1);
    const TWO: Uuid = Uuid::from_u128(2);

    fn entry(subject: Uuid) -> Entry {
        Entry { subject, stream: subject, cause: subject, correlation: subject }
    }

    fn remember(subject: Uuid) -> Note {
        Note::Remember { entry: entry(subject), due_at: DateTime::UNIX_EPOCH }
    }

    fn unreadable(version: Version) -> Note {
        Note::Unreadable { entry: entry(ONE), version, failure: "odd".to_owned() }
    }

    #[test]
    fn the_last_note_on_a_subject_counts() {
        let notes = vec![remember(ONE), remember(TWO), Note::Forget(ONE)];
        assert_eq!(fold(notes), BTreeMap::from([(ONE, Note::Forget(ONE)), (TWO, remember(TWO))]));
    }

    #[test]
    fn nothing_is_noted_after_an_unreadable_event() {
        let notes = vec![remember(ONE), unreadable(2), Note::Forget(ONE), unreadable(4), remember(TWO)];
        assert_eq!(fold(notes), BTreeMap::from([(ONE, unreadable(2)), (TWO, remember(TWO))]));
    }
}
