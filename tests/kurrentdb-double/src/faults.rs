//! What goes wrong on demand.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// One thing that goes wrong once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An append is not done, and its connection breaks.
    CutBefore,
    /// An append is done, and its connection breaks before the answer.
    CutAfter,
    /// An append is not done, and never answered.
    Hang,
    /// An append is not done: this node has just lost the lead.
    NotLeader,
    /// A read of the log does not see the last event of a user.
    Behind,
    /// A read breaks off in the middle.
    CutRead,
    /// A read goes well: for those behind it in the queue.
    Whole,
}

impl Fault {
    const fn is_of_appends(self) -> bool {
        matches!(self, Self::CutBefore | Self::CutAfter | Self::Hang | Self::NotLeader)
    }
}

/// What is to go wrong, in order.
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
    /// The next appends, or reads, that are not planned for yet, go wrong in this way.
    pub fn plan(&self, fault: Fault, times: usize) {
        let mut planned = self.planned();
        let queue = if fault.is_of_appends() { &mut planned.appends } else { &mut planned.reads };
        queue.extend(std::iter::repeat_n(fault, times));
    }

    /// Every call takes so much longer from now on.
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
