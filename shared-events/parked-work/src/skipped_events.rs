//! The events that operators have skipped.

use std::collections::{BTreeSet, HashMap};

use shared_events::{StreamId, Version};

/// The events that a follower leaves out, because an operator has skipped them.
#[derive(Clone, Debug, Default)]
pub struct SkippedEvents(HashMap<StreamId, BTreeSet<Version>>);

impl SkippedEvents {
    /// Leaves out this event from now on.
    pub fn insert(&mut self, stream: StreamId, version: Version) {
        self.0.entry(stream).or_default().insert(version);
    }

    /// Whether the event is left out.
    pub fn contains(&self, stream: &StreamId, version: Version) -> bool {
        self.0.get(stream).is_some_and(|versions| versions.contains(&version))
    }

    /// Whether no event is left out.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(StreamId, Version)> for SkippedEvents {
    fn from_iter<I: IntoIterator<Item = (StreamId, Version)>>(events: I) -> Self {
        let mut skipped = Self::default();
        events.into_iter().for_each(|(stream, version)| skipped.insert(stream, version));
        skipped
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn an_event_is_skipped_by_stream_and_version() {
        let stream = |id| StreamId::new("order", Uuid::from_u128(id));
        let skipped: SkippedEvents = [(stream(1), 2), (stream(1), 4)].into_iter().collect();
        let left_out =
            [(1, 2), (1, 3), (1, 4), (2, 2)].map(|(id, version)| skipped.contains(&stream(id), version));
        assert_eq!(left_out, [true, false, true, false]);
        assert!(!skipped.is_empty() && SkippedEvents::default().is_empty());
    }
}
