//! A batch: the part of the log that one transaction applies to a generation's tables.

use chrono::{DateTime, Utc};
use event_store::{Page, Unreadable};
use shared_events::{Position, RawEvent, Recorded, StreamId, Version};

use super::{ApplyError, View, checkpoint::Step, progress::Speed, view::Folded};

/// All events that a view reads between a checkpoint and `up_to`. All lists are in order of position.
pub(super) struct Batch {
    pub(super) events: Vec<Recorded<RawEvent>>,
    pub(super) unreadable: Vec<Unreadable>,
    /// Events that were taken out because an earlier one of their stream is parked.
    pub(super) waiting: Vec<(Position, StreamId)>,
    pub(super) up_to: Position,
    /// The result of folding exactly these `events`; `None` when they have not been folded.
    folded: Option<Result<Box<dyn Folded>, ApplyError>>,
}

impl Batch {
    pub(super) fn new(page: Page, unreadable: Vec<Unreadable>) -> Self {
        let (events, up_to) = (page.events, page.up_to);
        Self { events, unreadable, waiting: Vec::new(), up_to, folded: None }
    }

    /// Folds the events ahead of time. An error is kept until the batch is due to be written.
    pub(super) fn fold(&mut self, view: &dyn View) {
        self.folded = Some(view.fold(&self.events));
    }

    /// Returns the folded batch. Folds again if events were removed since they were folded ahead.
    pub(super) fn take_folded(&mut self, view: &dyn View) -> Result<Box<dyn Folded>, ApplyError> {
        self.folded.take().unwrap_or_else(|| view.fold(&self.events))
    }

    /// Removes the events, unreadable ones included, for which `keep` is false.
    pub(super) fn retain(&mut self, mut keep: impl FnMut(&StreamId, Version, Position) -> bool) {
        let before = self.events.len();
        self.events.retain(|event| keep(&event.stream, event.version, event.position));
        self.unreadable.retain(|event| keep(&event.stream, event.version, event.position));
        if self.events.len() < before {
            self.folded = None;
        }
    }

    /// The step that moves the checkpoint past the batch, once all `events` are applied.
    pub(super) fn step(&self, from: Position, speed: Speed, now: DateTime<Utc>) -> Step {
        Step { from, to: self.up_to, events: self.events.len(), speed, now }
    }

    /// Keeps the events before `at`, and returns the rest. The kept part ends at its last event, and not before
    /// `from`, where the batch begins.
    pub(super) fn split_off(&mut self, from: Position, at: Position) -> Self {
        let rest = Self {
            events: self.events.split_off(self.events.partition_point(|one| one.position < at)),
            unreadable: self.unreadable.split_off(self.unreadable.partition_point(|one| one.position < at)),
            waiting: self.waiting.split_off(self.waiting.partition_point(|one| one.0 < at)),
            up_to: self.up_to,
            folded: None,
        };
        self.folded = None;
        let ends = [
            self.events.last().map(|one| one.position),
            self.unreadable.last().map(|one| one.position),
            self.waiting.last().map(|one| one.0),
        ];
        self.up_to = ends.into_iter().flatten().max().unwrap_or(from);
        rest
    }

    /// Keeps the events at or before `end`, which lies before `up_to`.
    pub(super) fn end_at(&mut self, end: Position) {
        self.retain(|_, _, position| position <= end);
        self.waiting.truncate(self.waiting.partition_point(|one| one.0 <= end));
        self.up_to = end;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use async_trait::async_trait;
    use chrono::DateTime;
    use shared_events::Actor;
    use sqlx::PgConnection;
    use uuid::Uuid;

    use super::*;

    /// A view that records the positions that it is given to fold.
    #[derive(Default)]
    struct RecordingView(Mutex<Vec<Vec<u64>>>);

    impl View for RecordingView {
        fn name(&self) -> &'static str {
            "recording"
        }

        fn version(&self) -> i32 {
            1
        }

        fn categories(&self) -> &'static [&'static str] {
            &["crate"]
        }

        fn tables(&self) -> &'static str {
            ""
        }

        fn indexes(&self) -> &'static str {
            ""
        }

        fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
            let positions = events.iter().map(|event| event.position.0).collect();
            self.0.lock().expect("no test panics with it").push(positions);
            Ok(Box::new(NoRows))
        }
    }

    struct NoRows;

    #[async_trait]
    impl Folded for NoRows {
        async fn write(self: Box<Self>, _: &mut PgConnection) -> Result<(), ApplyError> {
            Ok(())
        }
    }

    impl RecordingView {
        /// The positions that the view is asked to fold when this batch is due to be written.
        fn asked_for(&self, batch: &mut Batch) -> Vec<Vec<u64>> {
            self.0.lock().expect("no test panics with it").clear();
            assert!(batch.take_folded(self).is_ok());
            self.0.lock().expect("no test panics with it").clone()
        }
    }

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
        Batch::new(Page { events, up_to: Position(up_to), end: false }, Vec::new())
    }

    fn positions(batch: &Batch) -> Vec<u64> {
        batch.events.iter().map(|event| event.position.0).collect()
    }

    #[test]
    fn splitting_a_batch_loses_no_event() {
        let mut head = batch(&[3, 5, 9], 12);
        head.waiting.push((Position(6), StreamId::new("crate", Uuid::nil())));
        let rest = head.split_off(Position(2), Position(9));
        assert_eq!((positions(&head), head.up_to), (vec![3, 5], Position(6)));
        assert_eq!((positions(&rest), rest.up_to), (vec![9], Position(12)));
        assert_eq!((head.waiting.len(), rest.waiting.len()), (1, 0));
    }

    #[test]
    fn a_split_before_the_first_event_keeps_nothing() {
        let mut head = batch(&[3, 5], 12);
        let rest = head.split_off(Position(2), Position(3));
        assert_eq!((positions(&head), head.up_to), (vec![], Position(2)));
        assert_eq!(positions(&rest), [3, 5]);
    }

    #[test]
    fn end_at_cuts_the_batch_at_the_given_position() {
        let mut ended = batch(&[3, 5, 9], 12);
        ended.end_at(Position(7));
        assert_eq!((positions(&ended), ended.up_to), (vec![3, 5], Position(7)));
    }

    #[test]
    fn a_batch_that_was_folded_ahead_is_not_folded_again() {
        let (view, mut batch) = (RecordingView::default(), batch(&[3, 5, 9], 12));
        batch.fold(&view);
        batch.retain(|_, _, _| true);
        assert_eq!(view.asked_for(&mut batch), Vec::<Vec<u64>>::new());
        assert_eq!(view.asked_for(&mut batch), [[3, 5, 9]]);
    }

    #[test]
    fn removing_events_from_a_folded_batch_folds_it_again() {
        let view = RecordingView::default();
        let folded = || {
            let mut batch = batch(&[3, 5, 9], 12);
            batch.fold(&view);
            batch
        };
        let mut head = folded();
        let mut rest = head.split_off(Position(2), Position(9));
        assert_eq!(view.asked_for(&mut head), [[3, 5]]);
        assert_eq!(view.asked_for(&mut rest), [[9]]);
        let mut ended = folded();
        ended.end_at(Position(7));
        assert_eq!(view.asked_for(&mut ended), [[3, 5]]);
        let mut sifted = folded();
        sifted.retain(|_, _, position| position != Position(5));
        assert_eq!(view.asked_for(&mut sifted), [[3, 9]]);
    }
}
