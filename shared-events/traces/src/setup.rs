//! What this process does with spans, decided once at its start.

use std::sync::{
    OnceLock,
    atomic::{AtomicBool, Ordering},
};

use crate::{ended::EndedSpan, ids::TraceId};

/// Gets the spans that have ended. It must return at once: it is called where the work is done.
pub trait Sink: Send + Sync {
    /// Takes a span.
    fn take(&self, span: EndedSpan);
}

struct Setup {
    /// Traces whose random part is below this are recorded.
    threshold: u64,
    sink: Option<Box<dyn Sink>>,
}

static ON: AtomicBool = AtomicBool::new(false);
static SETUP: OnceLock<Setup> = OnceLock::new();

/// Begins to make spans, of which a sink gets this part of all traces (from 0 to 1). Without a sink, spans only give ids
/// for log lines. Only the first call has an effect.
pub fn turn_on(ratio: f64, sink: Option<Box<dyn Sink>>) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a clamped ratio of 56 bits")]
    let threshold = (ratio.clamp(0.0, 1.0) * (1_u64 << 56) as f64) as u64;
    if SETUP.set(Setup { threshold, sink }).is_ok() {
        ON.store(true, Ordering::Release);
    }
}

/// Whether spans are made.
#[must_use]
pub fn is_on() -> bool {
    ON.load(Ordering::Acquire)
}

/// Whether this process records a trace that nobody else has decided on. Every process decides the same, so that what
/// follows from a recorded request is recorded, too.
pub(crate) fn is_sampled(trace: TraceId) -> bool {
    SETUP.get().is_some_and(|setup| setup.sink.is_some() && trace.random_part() < setup.threshold)
}

/// Whether there is a sink at all.
pub(crate) fn has_sink() -> bool {
    SETUP.get().is_some_and(|setup| setup.sink.is_some())
}

pub(crate) fn give(span: EndedSpan) {
    if let Some(sink) = SETUP.get().and_then(|setup| setup.sink.as_ref()) {
        sink.take(span);
    }
}
