//! A view that records the events it applies, with gates that stop it at chosen points and injected faults.

use std::sync::{Arc, Mutex, Weak};

use async_trait::async_trait;
use projections::engine::{ApplyError, Folded, View};
use shared_events::{Position, RawEvent, Recorded};
use sqlx::PgConnection;
use tokio::sync::watch;
use uuid::Uuid;

use super::{READ_CATEGORY, TEST_TIMEOUT};

/// Lets callers pass, or holds them while it is closed.
pub(crate) struct Gate {
    /// How many callers may still pass.
    left: watch::Sender<usize>,
    arrived: watch::Sender<usize>,
}

impl Gate {
    fn new() -> Self {
        Self { left: watch::Sender::new(usize::MAX), arrived: watch::Sender::new(0) }
    }

    pub(crate) fn close(&self) {
        self.close_after(0);
    }

    /// Lets so many callers pass, and holds those who come later.
    pub(crate) fn close_after(&self, callers: usize) {
        self.arrived.send_replace(0);
        self.left.send_replace(callers);
    }

    pub(crate) fn open(&self) {
        self.left.send_replace(usize::MAX);
    }

    /// Waits until a caller stands at the closed gate.
    pub(crate) async fn reached(&self) {
        let mut arrived = self.arrived.subscribe();
        tokio::time::timeout(TEST_TIMEOUT, arrived.wait_for(|arrived| *arrived > 0)).await.unwrap().unwrap();
    }

    async fn pass(&self) {
        if *self.left.borrow() == 0 {
            self.arrived.send_modify(|arrived| *arrived += 1);
        }
        let take_one = |left: &mut usize| {
            let may_pass = *left > 0;
            *left = left.saturating_sub(1);
            may_pass
        };
        let mut changes = self.left.subscribe();
        while !self.left.send_if_modified(take_one) {
            changes.wait_for(|left| *left > 0).await.unwrap();
        }
    }
}

/// The fault of a counting view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InjectedFault {
    None,
    /// The view refuses the event at this position.
    Refuses(Position),
    /// The view refuses the events at both positions.
    RefusesTwo(Position, Position),
    /// The view refuses every event.
    RefusesAll,
    /// The event at this position violates a constraint of its table.
    Violates(Position),
    /// The view panics.
    Panics,
}

impl InjectedFault {
    fn refuses(self, position: Position) -> bool {
        match self {
            Self::Refuses(one) => one == position,
            Self::RefusesTwo(one, other) => one == position || other == position,
            Self::RefusesAll => true,
            Self::None | Self::Violates(_) | Self::Panics => false,
        }
    }
}

/// A view with a row per event, which only the checkpoint protects from duplicates, and a count per stream.
pub(crate) struct CountingView {
    pub(crate) name: &'static str,
    pub(crate) version: i32,
    /// Passed between writing the rows and the commit.
    pub(crate) before_commit: Gate,
    pub(crate) fault: Mutex<InjectedFault>,
    /// The sizes of the batches written in this process.
    pub(crate) batches: Mutex<Vec<usize>>,
    /// For each batch given to fold: its size, and how many events were written by then.
    pub(crate) folded: watch::Sender<Vec<(usize, usize)>>,
    itself: Weak<Self>,
}

impl CountingView {
    pub(crate) fn new(name: &'static str, version: i32) -> Arc<Self> {
        Arc::new_cyclic(|itself| Self {
            name,
            version,
            before_commit: Gate::new(),
            fault: Mutex::new(InjectedFault::None),
            batches: Mutex::default(),
            folded: watch::Sender::default(),
            itself: itself.clone(),
        })
    }

    pub(crate) fn inject_fault(&self, fault: InjectedFault) {
        *self.fault.lock().unwrap() = fault;
    }

    pub(crate) fn written(&self) -> usize {
        self.batches.lock().unwrap().iter().sum()
    }

    /// Waits until this many batches were given to fold, and returns them.
    pub(crate) async fn has_folded(&self, batches: usize) -> Vec<(usize, usize)> {
        let mut folded = self.folded.subscribe();
        let folded = folded.wait_for(|folded| folded.len() >= batches);
        tokio::time::timeout(TEST_TIMEOUT, folded).await.unwrap().unwrap().clone()
    }
}

impl View for CountingView {
    fn name(&self) -> &'static str {
        self.name
    }

    fn version(&self) -> i32 {
        self.version
    }

    fn categories(&self) -> &'static [&'static str] {
        &[READ_CATEGORY]
    }

    fn tables(&self) -> &'static str {
        "CREATE TABLE seen (position bigint NOT NULL CHECK (position > 0));
         CREATE TABLE streams (stream_id uuid PRIMARY KEY, events bigint NOT NULL);"
    }

    fn indexes(&self) -> &'static str {
        "CREATE INDEX seen_position ON seen (position);"
    }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        self.folded.send_modify(|folded| folded.push((events.len(), self.written())));
        let fault = *self.fault.lock().unwrap();
        let mut batch = Batch { tally: self.itself.upgrade().unwrap(), positions: vec![], streams: vec![] };
        for event in events {
            assert!(fault != InjectedFault::Panics, "a bug in the view");
            if fault.refuses(event.position) {
                let (position, stream) = (event.position, event.stream.to_string());
                return Err(ApplyError::Event { position, stream, reason: "injected fault".into() });
            }
            let violates = fault == InjectedFault::Violates(event.position);
            batch.positions.push(if violates { 0 } else { event.position.0.cast_signed() });
            batch.streams.push(event.stream.id);
        }
        Ok(Box::new(batch))
    }
}

/// A folded batch.
struct Batch {
    tally: Arc<CountingView>,
    positions: Vec<i64>,
    streams: Vec<Uuid>,
}

#[async_trait]
impl Folded for Batch {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let events = self.positions.len();
        sqlx::query("INSERT INTO seen SELECT * FROM unnest($1::bigint[])")
            .bind(self.positions)
            .execute(&mut *tx)
            .await?;
        sqlx::query(
            "INSERT INTO streams SELECT id, count(*) FROM unnest($1::uuid[]) AS id GROUP BY id
             ON CONFLICT (stream_id) DO UPDATE SET events = streams.events + excluded.events",
        )
        .bind(self.streams)
        .execute(&mut *tx)
        .await?;
        self.tally.before_commit.pass().await;
        self.tally.batches.lock().unwrap().push(events);
        Ok(())
    }
}
