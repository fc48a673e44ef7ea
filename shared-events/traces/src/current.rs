//! The span inside of which code runs.

use std::{
    borrow::Cow,
    cell::RefCell,
    pin::Pin,
    task::{Context, Poll},
};

use pin_project_lite::pin_project;

use crate::{ended::Kind, setup::is_on, span::Span};

thread_local! {
    static CURRENT: RefCell<Span> = const { RefCell::new(Span::none()) };
}

/// The span inside of which this runs; one that does nothing when there is none.
#[must_use]
pub fn current() -> Span {
    CURRENT.try_with(|current| current.borrow().clone()).unwrap_or_default()
}

pin_project! {
    /// A future that runs inside of a span. The span ends when the future is dropped.
    #[must_use = "futures do nothing unless awaited"]
    pub struct Around<F> {
        span: Span,
        #[pin]
        future: F,
    }
}

impl Span {
    /// Begins a part of what is running; does nothing when nothing is.
    pub fn child(kind: Kind, name: impl Into<Cow<'static, str>>) -> Self {
        if is_on() { current().part(kind, name) } else { Self::none() }
    }

    /// Runs a future inside of this span. A task that is spawned runs outside of it: give it `current().around(…)`.
    pub fn around<F: Future>(self, future: F) -> Around<F> {
        Around { span: self, future }
    }
}

impl<F: Future> Future for Around<F> {
    type Output = F::Output;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let this = self.project();
        if this.span.is_none() {
            return this.future.poll(context);
        }
        let _inside = Inside::of(this.span.clone());
        this.future.poll(context)
    }
}

/// Puts the previous span back, also when the future panics.
struct Inside(Span);

impl Inside {
    fn of(span: Span) -> Self {
        Self(CURRENT.replace(span))
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        let before = std::mem::take(&mut self.0);
        // The last reference to a span may end here, outside of the borrow.
        let ended = CURRENT.try_with(|current| current.replace(before));
        drop(ended);
    }
}
