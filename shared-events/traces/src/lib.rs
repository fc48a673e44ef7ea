//! Spans: what the program does, for how long, and because of what. A [`Sink`] that is installed once gets each span when
//! it ends.
//!
//! A request, its command and the calls that it makes are one trace. The trace of a command has its correlation id as trace
//! id, and the span of an event has an id that follows from the event's id. So whoever reads an event from the log knows the
//! span that appended it from the envelope alone, in any process and years later, and no event carries a trace.
//!
//! Nothing is recorded until [`turn_on`] is called: [`Span::root`] and [`Span::child`] then read one atomic and give a span
//! that does nothing.

#![warn(missing_docs)]

mod current;
mod ended;
mod ids;
mod setup;
mod span;
mod trace;

pub use current::{Around, current};
pub use ended::{EndedSpan, Kind, Value};
pub use ids::{Parent, SpanId, SpanRef, TraceId};
pub use setup::{Sink, is_on, turn_on};
pub use span::{AppendedEvent, Began, LogIds, Span};
