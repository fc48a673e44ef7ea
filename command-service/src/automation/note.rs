//! What events mean for a manager's agenda.

use std::collections::{BTreeMap, btree_map};

use chrono::{DateTime, Utc};
use shared_events::Version;
use uuid::Uuid;

/// Something to do about a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The thing.
    pub(super) subject: Uuid,
    /// The stream in which it happened; of most things the thing's own.
    pub(super) stream: Uuid,
    /// The event that made it necessary.
    pub(super) cause: Uuid,
    /// The request that led to that event.
    pub(super) correlation: Uuid,
}

/// What an event means for the agenda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// There is something to do, and not before this moment. An entry that is there keeps its cause and its time; a step
    /// that is running for it does not finish the entry (see `done`).
    Remember { entry: Entry, due_at: DateTime<Utc> },
    /// There is nothing to do any more.
    Forget(Uuid),
    /// The event cannot be read: its stream is parked, and what follows in it is not noted.
    Unreadable { entry: Entry, version: Version, failure: String },
}

impl Note {
    /// It is due at this moment, if it was to be due later.
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

/// Of several notes about one thing the last one counts, but nothing comes after an event that cannot be read.
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
    fn the_last_note_about_a_thing_counts() {
        let notes = vec![remember(ONE), remember(TWO), Note::Forget(ONE)];
        assert_eq!(fold(notes), BTreeMap::from([(ONE, Note::Forget(ONE)), (TWO, remember(TWO))]));
    }

    #[test]
    fn nothing_is_noted_behind_an_event_that_cannot_be_read() {
        let notes = vec![remember(ONE), unreadable(2), Note::Forget(ONE), unreadable(4), remember(TWO)];
        assert_eq!(fold(notes), BTreeMap::from([(ONE, unreadable(2)), (TWO, remember(TWO))]));
    }
}
