//! A piece of the log on its way into a generation's tables.

use chrono::{DateTime, Utc};
use event_store::{Page, Unreadable};
use shared_events::{Position, RawEvent, Recorded, StreamId};

use super::{generation::Step, progress::Speed};

/// Everything that a view reads between a checkpoint and `up_to`. All lists are in order of position.
#[derive(Debug)]
pub(super) struct Batch {
    pub(super) events: Vec<Recorded<RawEvent>>,
    pub(super) unreadable: Vec<Unreadable>,
    /// Events that were taken out because an earlier one of their stream is parked.
    pub(super) waiting: Vec<(Position, StreamId)>,
    pub(super) up_to: Position,
}

impl Batch {
    pub(super) fn new(page: Page, unreadable: Vec<Unreadable>) -> Self {
        Self { events: page.events, unreadable, waiting: Vec::new(), up_to: page.up_to }
    }

    /// The checkpoint's way over the batch, when everything in `events` is applied.
    pub(super) fn step(&self, from: Position, speed: Speed, now: DateTime<Utc>) -> Step {
        Step { from, to: self.up_to, events: self.events.len(), speed, now }
    }

    /// Keeps what stands before `at`, and answers the rest. The kept part ends at its last event, and not before
    /// `from`, where the whole one begins.
    pub(super) fn split_off(&mut self, from: Position, at: Position) -> Self {
        let rest = Self {
            events: self.events.split_off(self.events.partition_point(|one| one.position < at)),
            unreadable: self.unreadable.split_off(self.unreadable.partition_point(|one| one.position < at)),
            waiting: self.waiting.split_off(self.waiting.partition_point(|one| one.0 < at)),
            up_to: self.up_to,
        };
        let ends = [
            self.events.last().map(|one| one.position),
            self.unreadable.last().map(|one| one.position),
            self.waiting.last().map(|one| one.0),
        ];
        self.up_to = ends.into_iter().flatten().max().unwrap_or(from);
        rest
    }

    /// Keeps what stands at or before `end`, which lies before `up_to`.
    pub(super) fn end_at(&mut self, end: Position) {
        self.events.truncate(self.events.partition_point(|one| one.position <= end));
        self.unreadable.truncate(self.unreadable.partition_point(|one| one.position <= end));
        self.waiting.truncate(self.waiting.partition_point(|one| one.0 <= end));
        self.up_to = end;
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use shared_events::Actor;
    use uuid::Uuid;

    use super::*;

    fn batch(positions: &[u64], up_to: u64) -> Batch {
        let event = |position: &u64| Recorded {
            event_id: Uuid::from_u128(u128::from(*position)),
            stream: StreamId::new("crate", Uuid::nil()),
            version: *position,
            position: Position(*position),
            recorded_at: DateTime::UNIX_EPOCH,
            correlation_id: Uuid::nil(),
            causation_id: Uuid::nil(),
            actor: Actor::system("test"),
            event: RawEvent {
                event_type: "Filled".into(),
                schema_version: 1,
                data: serde_json::json!({}).into(),
            },
        };
        let events = positions.iter().map(event).collect();
        Batch { events, unreadable: Vec::new(), waiting: Vec::new(), up_to: Position(up_to) }
    }

    fn positions(batch: &Batch) -> Vec<u64> {
        batch.events.iter().map(|event| event.position.0).collect()
    }

    #[test]
    fn the_parts_of_a_batch_are_the_batch() {
        let mut head = batch(&[3, 5, 9], 12);
        head.waiting.push((Position(6), StreamId::new("crate", Uuid::nil())));
        let rest = head.split_off(Position(2), Position(9));
        assert_eq!((positions(&head), head.up_to), (vec![3, 5], Position(6)));
        assert_eq!((positions(&rest), rest.up_to), (vec![9], Position(12)));
        assert_eq!((head.waiting.len(), rest.waiting.len()), (1, 0));
    }

    #[test]
    fn nothing_before_the_place_means_that_nothing_is_passed() {
        let mut head = batch(&[3, 5], 12);
        let rest = head.split_off(Position(2), Position(3));
        assert_eq!((positions(&head), head.up_to), (vec![], Position(2)));
        assert_eq!(positions(&rest), [3, 5]);
    }

    #[test]
    fn a_batch_ends_exactly_where_it_is_told_to() {
        let mut ended = batch(&[3, 5, 9], 12);
        ended.end_at(Position(7));
        assert_eq!((positions(&ended), ended.up_to), (vec![3, 5], Position(7)));
    }
}
