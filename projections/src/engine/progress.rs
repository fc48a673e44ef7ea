//! How far a build is, for people who wait for it.

use std::time::{Duration, Instant};

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
    /// A verification compares its tables with those that serve.
    Comparing,
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
    /// Until it reaches `head`, if it goes on like this; `None` while that cannot be told.
    pub time_left: Option<Duration>,
}

/// How fast a generation moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Speed {
    /// Events applied in a second.
    pub(super) events: f64,
    /// How far the checkpoint moves in a second.
    pub(super) positions: f64,
}

impl Speed {
    #[expect(clippy::cast_precision_loss, reason = "a rate for people")]
    fn over(events: u64, positions: u64, time: Duration) -> Self {
        let seconds = time.as_secs_f64();
        if seconds > 0.0 {
            Self { events: events as f64 / seconds, positions: positions as f64 / seconds }
        } else {
            Self::default()
        }
    }

    /// How long it takes over a distance.
    #[expect(clippy::cast_precision_loss, reason = "a time for people")]
    pub(super) fn time_for(self, positions: u64) -> Option<Duration> {
        Duration::try_from_secs_f64(positions as f64 / self.positions).ok()
    }
}

/// Measures the speed over the last second or so of writing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    began: Instant,
    last: Instant,
    events: u64,
    positions: u64,
    measured: Speed,
}

impl Pace {
    /// Shorter than this says little.
    const SPAN: Duration = Duration::from_secs(1);

    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self { began: now, last: now, events: 0, positions: 0, measured: Speed::default() }
    }

    pub(super) fn wrote(&mut self, events: usize, positions: u64) {
        let now = Instant::now();
        if now - self.last > 2 * Self::SPAN {
            // There was nothing to do, which says nothing about the speed.
            *self = Self { measured: self.measured, ..Self::new() };
        }
        self.last = now;
        self.events += events as u64;
        self.positions += positions;
        if now - self.began >= Self::SPAN {
            self.measured = Speed::over(self.events, self.positions, now - self.began);
            (self.began, self.events, self.positions) = (now, 0, 0);
        }
    }

    pub(super) const fn speed(&self) -> Speed {
        self.measured
    }
}

/// Measures one run of a build.
pub(super) struct Meter<'a> {
    report: &'a mut (dyn FnMut(Progress) + Send),
    began: Instant,
    from: Position,
    events: u64,
    head: Position,
}

impl<'a> Meter<'a> {
    pub(super) fn new(report: &'a mut (dyn FnMut(Progress) + Send), from: Position, head: Position) -> Self {
        Self { report, began: Instant::now(), from, events: 0, head }
    }

    pub(super) fn wrote(&mut self, events: usize, position: Position) {
        self.events += events as u64;
        self.show(Phase::Filling, position);
    }

    pub(super) fn show(&mut self, phase: Phase, position: Position) {
        self.head = self.head.max(position);
        let speed = Speed::over(self.events, position.0 - self.from.0, self.began.elapsed());
        (self.report)(Progress {
            phase,
            position,
            head: self.head,
            events: self.events,
            events_per_second: speed.events,
            time_left: speed.time_for(self.head.0 - position.0),
        });
    }
}
