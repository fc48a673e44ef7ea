//! The spans of one trace that this process makes.

use std::sync::{Mutex, MutexGuard, PoisonError};

use uuid::Uuid;

use crate::{
    ended::EndedSpan,
    ids::TraceId,
    setup::{give, has_sink, is_sampled},
};

/// The most spans that wait until the id of their trace is known.
const MAX_WAITING: usize = 64;

/// A trace. Its id may be decided after its first spans have begun: a command's correlation id is drawn while the request
/// is being read.
#[derive(Debug)]
pub(crate) struct Trace(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    decided: Option<Decided>,
    correlation: Option<Uuid>,
    /// Spans that ended before the id was decided.
    waiting: Vec<EndedSpan>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Decided {
    pub(crate) id: TraceId,
    pub(crate) is_sampled: bool,
}

impl Trace {
    /// A trace whose id is not decided.
    pub(crate) fn undecided() -> Self {
        Self(Mutex::default())
    }

    pub(crate) fn decided(id: TraceId, is_sampled: bool, correlation: Option<Uuid>) -> Self {
        let decided = Some(Decided { id, is_sampled: is_sampled && has_sink() });
        Self(Mutex::new(State { decided, correlation, waiting: Vec::new() }))
    }

    /// Makes this the correlation id, unless there is one; and the trace's id, unless that is decided.
    pub(crate) fn correlate(&self, correlation: Uuid) {
        let mut state = self.state();
        state.correlation.get_or_insert(correlation);
        if let Some(id) = TraceId::of_correlation(correlation) {
            state.decide(id);
        }
    }

    pub(crate) fn correlation(&self) -> Option<Uuid> {
        self.state().correlation
    }

    /// The id, which is decided now at the latest.
    pub(crate) fn id(&self) -> Decided {
        let mut state = self.state();
        match state.decided {
            Some(decided) => decided,
            None => state.decide(TraceId::random()),
        }
    }

    /// Whether what a span records may be needed.
    pub(crate) fn is_recorded(&self) -> bool {
        match self.state().decided {
            Some(decided) => decided.is_sampled,
            None => has_sink(),
        }
    }

    /// Takes a span that has ended. The trace's id in it is replaced.
    pub(crate) fn take(&self, span: EndedSpan) {
        let mut state = self.state();
        match state.decided {
            Some(Decided { is_sampled: false, .. }) => {}
            Some(Decided { id, .. }) => {
                drop(state);
                give(EndedSpan { trace: id, ..span });
            }
            None if state.waiting.len() < MAX_WAITING => state.waiting.push(span),
            None => {}
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn decide(&mut self, id: TraceId) -> Decided {
        if let Some(decided) = self.decided {
            return decided;
        }
        let decided = Decided { id, is_sampled: is_sampled(id) };
        self.decided = Some(decided);
        let waiting = std::mem::take(&mut self.waiting);
        if decided.is_sampled {
            waiting.into_iter().for_each(|span| give(EndedSpan { trace: id, ..span }));
        }
        decided
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        // A trace of a request without a command ends without a correlation id.
        if !self.state().waiting.is_empty() {
            self.id();
        }
    }
}
