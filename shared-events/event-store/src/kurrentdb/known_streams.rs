//! Remembers the event ids of the recently used streams.
//!
//! KurrentDB recognizes a repeated append only at the expected version. At any other version it would write the same
//! events a second time, so this process compares their ids with those it knows.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use shared_events::{StreamId, Version};
use uuid::Uuid;

/// When this many streams have been used, those not used since the last time are forgotten.
const GENERATION_STREAMS: usize = 5_000;

/// The recently used streams.
#[derive(Default)]
pub(super) struct KnownStreams {
    generations: Mutex<Generations>,
}

#[derive(Default)]
struct Generations {
    young: HashMap<StreamId, Arc<StreamEventIds>>,
    old: HashMap<StreamId, Arc<StreamEventIds>>,
}

impl KnownStreams {
    /// The known ids of a stream. Whoever holds them can use them even after the stream was forgotten here.
    pub(super) fn of(&self, stream: &StreamId) -> Arc<StreamEventIds> {
        let mut generations = self.generations.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ids) = generations.young.get(stream) {
            return Arc::clone(ids);
        }
        if generations.young.len() >= GENERATION_STREAMS {
            generations.old = std::mem::take(&mut generations.young);
        }
        let ids = generations.old.remove(stream).unwrap_or_default();
        generations.young.insert(stream.clone(), Arc::clone(&ids));
        ids
    }
}

/// The ids of a stream's first events.
#[derive(Default)]
pub(super) struct StreamEventIds {
    /// Serializes the appends without an expected version.
    pub(super) turn: tokio::sync::Mutex<()>,
    versions: Mutex<HashMap<Uuid, Version>>,
}

/// Where a list of event ids was found in a stream.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum IdsFound {
    /// None of the ids is known.
    Nowhere,
    /// All ids are known, in this order, and the last one is at this version.
    UpTo(Version),
    /// Only some of the ids are known, or they are in another order.
    InPart,
}

impl StreamEventIds {
    /// The number of known events, counted from the first event of the stream.
    pub(super) fn version(&self) -> Version {
        self.versions().len() as Version
    }

    /// Records events in order of version. Events after a gap are ignored.
    pub(super) fn learn(&self, events: impl Iterator<Item = (Version, Uuid)>) {
        let mut versions = self.versions();
        for (version, id) in events {
            if version == versions.len() as Version + 1 {
                versions.insert(id, version);
            }
        }
    }

    pub(super) fn find(&self, ids: impl Iterator<Item = Uuid> + Clone) -> IdsFound {
        let versions = self.versions();
        if !ids.clone().any(|id| versions.contains_key(&id)) {
            return IdsFound::Nowhere;
        }
        let mut last = None;
        for id in ids {
            match (versions.get(&id), last) {
                (Some(version), None) => last = Some(*version),
                (Some(version), Some(before)) if *version == before + 1 => last = Some(*version),
                _ => return IdsFound::InPart,
            }
        }
        last.map_or(IdsFound::Nowhere, IdsFound::UpTo)
    }

    fn versions(&self) -> MutexGuard<'_, HashMap<Uuid, Version>> {
        self.versions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(numbers: &[u128]) -> impl Iterator<Item = Uuid> + Clone {
        numbers.iter().copied().map(Uuid::from_u128)
    }

    #[test]
    fn only_the_same_ids_in_the_same_order_are_a_repeated_append() {
        let known = StreamEventIds::default();
        assert_eq!(known.find(ids(&[1])), IdsFound::Nowhere);
        known.learn((1..).zip(ids(&[1, 2, 3])));
        assert_eq!(known.find(ids(&[1, 2, 3])), IdsFound::UpTo(3));
        assert_eq!(known.find(ids(&[2])), IdsFound::UpTo(2));
        assert_eq!(known.find(ids(&[4, 5])), IdsFound::Nowhere);
        for part in [&[3, 4][..], &[4, 1], &[2, 1], &[1, 3]] {
            assert_eq!(known.find(ids(part)), IdsFound::InPart);
        }
    }

    #[test]
    fn events_after_a_gap_are_not_recorded() {
        let known = StreamEventIds::default();
        known.learn([(2, Uuid::from_u128(2))].into_iter());
        assert_eq!(known.version(), 0);
        known.learn((1..).zip(ids(&[1, 2])));
        known.learn((2..).zip(ids(&[2, 3])));
        assert_eq!(known.version(), 3);
    }

    #[test]
    fn unused_streams_are_forgotten() {
        let known = KnownStreams::default();
        let stream = |number: usize| StreamId::new("order", Uuid::from_u128(number as u128));
        for number in 0..GENERATION_STREAMS * 3 {
            known.of(&stream(number)).learn([(1, Uuid::nil())].into_iter());
            assert_eq!(known.of(&stream(0)).version(), 1, "always in use");
        }
        assert_eq!(known.of(&stream(1)).version(), 0);
    }
}
