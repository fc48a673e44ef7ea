//! The progress of a build, as shown to operators who wait for it.

use std::time::{Duration, Instant};

use shared_events::Position;

/// The phase of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The build writes rows.
    Filling,
    /// The build creates secondary indexes.
    Indexing,
    /// The build has caught up with the log and waits for running queries to end, so that it can replace the serving
    /// generation.
    Swapping,
    /// A verification compares its tables with the serving ones.
    Comparing,
}

/// The progress of a build.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The current phase.
    pub phase: Phase,
    /// The position up to which the build has read the log.
    pub position: Position,
    /// The end of the log when last read; never below `position`.
    pub head: Position,
    /// Events written since this run of the build began, not counting those of an interrupted run before it.
    pub events: u64,
    /// The mean rate since this run began.
    pub events_per_second: f64,
    /// Estimated time until it reaches `head`; `None` when there is no estimate.
    pub time_left: Option<Duration>,
}

/// How fast a generation moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Speed {
    /// Events applied per second.
    pub(super) events: f64,
    /// Positions that the checkpoint moves per second.
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

    /// The time to move over this many positions; `None` when there is no estimate.
    #[expect(clippy::cast_precision_loss, reason = "a time for people")]
    pub(super) fn time_for(self, positions: u64) -> Option<Duration> {
        Duration::try_from_secs_f64(positions as f64 / self.positions).ok()
    }
}

/// Measures the speed over the last second or so in which there was something to write.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpeedMeter {
    began: Instant,
    last: Instant,
    events: u64,
    positions: u64,
    measured: Speed,
}

impl SpeedMeter {
    /// Shorter measurements are too noisy.
    const MIN_MEASURED_TIME: Duration = Duration::from_secs(1);

    pub(super) fn new() -> Self {
        let now = Instant::now();
        Self { began: now, last: now, events: 0, positions: 0, measured: Speed::default() }
    }

    pub(super) fn add(&mut self, events: usize, positions: u64) {
        let now = Instant::now();
        if now - self.last > 2 * Self::MIN_MEASURED_TIME {
            // Idle time says nothing about the speed, so measure anew.
            *self = Self { measured: self.measured, ..Self::new() };
        }
        self.last = now;
        self.events += events as u64;
        self.positions += positions;
        if now - self.began >= Self::MIN_MEASURED_TIME {
            self.measured = Speed::over(self.events, self.positions, now - self.began);
            (self.began, self.events, self.positions) = (now, 0, 0);
        }
    }

    pub(super) const fn speed(&self) -> Speed {
        self.measured
    }
}

/// Measures one run of a build, and reports its progress.
pub(super) struct BuildProgress<'a> {
    report: &'a mut (dyn FnMut(Progress) + Send),
    began: Instant,
    from: Position,
    events: u64,
    head: Position,
}

impl<'a> BuildProgress<'a> {
    pub(super) fn new(report: &'a mut (dyn FnMut(Progress) + Send), from: Position, head: Position) -> Self {
        Self { report, began: Instant::now(), from, events: 0, head }
    }

    pub(super) fn add(&mut self, events: usize, position: Position) {
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
