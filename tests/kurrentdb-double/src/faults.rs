//! Faults that tests inject into the double.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// A fault of one append or read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The append is not written, and its connection breaks.
    CutBefore,
    /// The append is written, and its connection breaks before the answer.
    CutAfter,
    /// The append is not written and never answered.
    Hang,
    /// The append is not written, because this node is no longer the leader.
    NotLeader,
    /// The read of the log misses the last user event.
    Behind,
    /// The read ends with an error halfway.
    CutRead,
    /// The read succeeds. This holds a place in the queue before the next fault.
    Whole,
}

impl Fault {
    const fn is_of_appends(self) -> bool {
        matches!(self, Self::CutBefore | Self::CutAfter | Self::Hang | Self::NotLeader)
    }
}

/// The planned faults, in order.
#[derive(Default)]
pub struct Faults {
    planned: Mutex<Planned>,
}

#[derive(Default)]
struct Planned {
    appends: VecDeque<Fault>,
    reads: VecDeque<Fault>,
    delay: Duration,
}

impl Faults {
    /// Plans this fault for the next appends or reads without a planned fault.
    pub fn plan(&self, fault: Fault, times: usize) {
        let mut planned = self.planned();
        let queue = if fault.is_of_appends() { &mut planned.appends } else { &mut planned.reads };
        queue.extend(std::iter::repeat_n(fault, times));
    }

    /// Delays every later call by this duration.
    pub fn delay(&self, delay: Duration) {
        self.planned().delay = delay;
    }

    pub(crate) fn of_append(&self) -> (Duration, Option<Fault>) {
        let mut planned = self.planned();
        (planned.delay, planned.appends.pop_front())
    }

    pub(crate) fn of_read(&self) -> (Duration, Option<Fault>) {
        let mut planned = self.planned();
        (planned.delay, planned.reads.pop_front())
    }

    fn planned(&self) -> MutexGuard<'_, Planned> {
        self.planned.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
