//! Given/when/then for decision tests. The types make a test with its steps in the wrong order fail to compile.
//!
//! ```ignore
//! given::<Product>(&[kale.listed()]).when(&approve()).then(&[kale.approved()]);
//! ```

use std::fmt::Debug;

use histories::stream_of;

use super::{Aggregate, Command};

/// The state after a history.
pub(crate) struct Given<A> {
    state: A,
}

/// The result of the decision.
pub(crate) struct When<E, R> {
    decision: Result<Vec<E>, R>,
}

/// Starts a test from this history.
pub(crate) fn given<A: Aggregate>(events: &[A::Event]) -> Given<A> {
    Given { state: A::fold(events) }
}

impl<A: Aggregate> Given<A> {
    /// Decides on the command under test, and expects its events to belong to the command's stream.
    #[track_caller]
    pub(crate) fn when<C: Command<Aggregate = A>>(self, command: &C) -> When<A::Event, C::Refusal> {
        let decision = command.decide(&self.state);
        for stream in decision.iter().flatten().filter_map(stream_of) {
            assert_eq!(stream, command.stream());
        }
        When { decision }
    }
}

impl<E: Debug + PartialEq, R: Debug + PartialEq> When<E, R> {
    /// Expects exactly these events.
    #[track_caller]
    pub(crate) fn then(self, expected: &[E]) {
        assert_eq!(self.decision.as_deref(), Ok(expected));
    }

    /// Expects no event.
    #[track_caller]
    pub(crate) fn then_nothing(self) {
        self.then(&[]);
    }

    /// Expects this refusal.
    #[track_caller]
    pub(crate) fn then_refused(self, expected: R) {
        assert_eq!(self.decision, Err(expected));
    }
}
