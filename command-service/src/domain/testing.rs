//! Given/when/then. The types make a test in the wrong order uncompilable.
//!
//! ```ignore
//! given::<Product>(&[listed()]).when(|product| decide(product, &command())).then(&[approved()]);
//! ```

use std::fmt::Debug;

use super::Aggregate;

/// A history.
pub(crate) struct Given<A> {
    state: A,
}

/// What was decided on it.
pub(crate) struct When<E, R> {
    decision: Result<Vec<E>, R>,
}

/// The history that a test starts from.
pub(crate) fn given<A: Aggregate>(events: &[A::Event]) -> Given<A> {
    Given { state: A::fold(events) }
}

impl<A: Aggregate> Given<A> {
    /// The decision under test.
    pub(crate) fn when<R>(self, decide: impl FnOnce(&A) -> Result<Vec<A::Event>, R>) -> When<A::Event, R> {
        When { decision: decide(&self.state) }
    }
}

impl<E: Debug + PartialEq, R: Debug + PartialEq> When<E, R> {
    /// Exactly these events happen.
    #[track_caller]
    pub(crate) fn then(self, expected: &[E]) {
        assert_eq!(self.decision.as_deref(), Ok(expected));
    }

    /// Nothing needs to happen.
    #[track_caller]
    pub(crate) fn then_nothing(self) {
        self.then(&[]);
    }

    /// It is refused for this reason.
    #[track_caller]
    pub(crate) fn then_refused(self, expected: R) {
        assert_eq!(self.decision, Err(expected));
    }
}
