//! The changes that events make to a manager's agenda.

use std::collections::{BTreeMap, btree_map};

use chrono::{DateTime, Utc};
use postgres_kit::FromRow;
use shared_events::Version;
use uuid::Uuid;

/// A step to do.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub(super) struct Entry {
    /// Id of the subject, such as an order or an event.
    pub(super) subject: Uuid,
    /// The stream of the event. For most subjects, the subject's own.
    pub(super) stream: Uuid,
    /// The event that made the step necessary.
    pub(super) cause: Uuid,
    /// The correlation id of the request that led to that event.
    pub(super) correlation: Uuid,
}

/// The change that an event makes to the agenda.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AgendaChange {
    /// A step is due at this time or later. An existing entry keeps its cause and its time; a step that is
    /// already running for it does not finish the entry (see `done`).
    Add { entry: Entry, due_at: DateTime<Utc> },
    /// No step is necessary any more.
    Remove(Uuid),
    /// The event is unreadable: its stream is parked, and its later events are not noted.
    ParkStream { entry: Entry, version: Version, failure: String },
}

impl AgendaChange {
    /// Makes the step due now, if it was due later.
    pub(super) fn bring_forward(&mut self, now: DateTime<Utc>) {
        if let Self::Add { due_at, .. } = self {
            *due_at = now.min(*due_at);
        }
    }

    const fn subject(&self) -> Uuid {
        match self {
            Self::Add { entry, .. } | Self::ParkStream { entry, .. } => entry.subject,
            Self::Remove(subject) => *subject,
        }
    }
}

/// Merges the changes by subject: the last change counts, except that no change follows an unreadable event.
pub(super) fn fold(changes: Vec<AgendaChange>) -> BTreeMap<Uuid, AgendaChange> {
    let mut last = BTreeMap::new();
    for change in changes {
        match last.entry(change.subject()) {
            btree_map::Entry::Vacant(place) => {
                place.insert(change);
            }
            btree_map::Entry::Occupied(mut place)
                if !matches!(place.get(), AgendaChange::ParkStream { .. }) =>
            {
                place.insert(change);
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

    fn add(subject: Uuid) -> AgendaChange {
        AgendaChange::Add { entry: entry(subject), due_at: DateTime::UNIX_EPOCH }
    }

    fn unreadable(version: Version) -> AgendaChange {
        AgendaChange::ParkStream { entry: entry(ONE), version, failure: "odd".to_owned() }
    }

    #[test]
    fn the_last_change_of_a_subject_counts() {
        let changes = vec![add(ONE), add(TWO), AgendaChange::Remove(ONE)];
        assert_eq!(fold(changes), BTreeMap::from([(ONE, AgendaChange::Remove(ONE)), (TWO, add(TWO))]));
    }

    #[test]
    fn no_change_follows_an_unreadable_event() {
        let changes = vec![add(ONE), unreadable(2), AgendaChange::Remove(ONE), unreadable(4), add(TWO)];
        assert_eq!(fold(changes), BTreeMap::from([(ONE, unreadable(2)), (TWO, add(TWO))]));
    }
}
