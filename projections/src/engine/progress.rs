//! How far a build is, for people who wait for it.

use std::time::Instant;

use shared_events::Position;

/// What a build is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It writes rows.
    Filling,
    /// It makes secondary indexes.
    Indexing,
    /// It has caught up with the log and waits for queries to let it take over.
    Swapping,
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// What it is doing.
    pub phase: Phase,
    /// How far it has read the log.
    pub position: Position,
    /// Where the log ended when last looked; never below `position`.
    pub head: Position,
    /// Events written since this run of the build began; what an interrupted run wrote before does not count.
    pub events: u64,
    /// The mean since this run began.
    pub events_per_second: f64,
}

/// Measures one run of a build.
pub(super) struct Meter<'a> {
    report: &'a mut (dyn FnMut(Progress) + Send),
    began: Instant,
    events: u64,
    head: Position,
}

impl<'a> Meter<'a> {
    pub(super) fn new(report: &'a mut (dyn FnMut(Progress) + Send), head: Position) -> Self {
        Self { report, began: Instant::now(), events: 0, head }
    }

    pub(super) fn wrote(&mut self, events: usize, position: Position) {
        self.events += events as u64;
        self.show(Phase::Filling, position);
    }

    pub(super) fn show(&mut self, phase: Phase, position: Position) {
        self.head = self.head.max(position);
        let seconds = self.began.elapsed().as_secs_f64();
        #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
        let events_per_second = if seconds > 0.0 { self.events as f64 / seconds } else { 0.0 };
        (self.report)(Progress { phase, position, head: self.head, events: self.events, events_per_second });
    }
}
