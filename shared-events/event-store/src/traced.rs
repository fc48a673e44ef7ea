//! What an append tells the trace: its own span, and one for each event, which later work names as its cause.

use shared_events::NewEvent;
use traces::{AppendedEvent, Began, Span, current};

use crate::{AppendError, Appended};

/// The events of an append that has begun. Empty when nothing is traced.
pub(crate) struct Traced {
    began: Began,
    events: Vec<AppendedEvent>,
    category: &'static str,
}

impl Traced {
    pub(crate) fn of(category: &'static str, events: &[NewEvent]) -> Self {
        let of_event = |event: &NewEvent| AppendedEvent {
            event_id: event.event_id,
            correlation_id: event.correlation_id,
            causation_id: event.causation_id,
            event_type: event.payload.event_type.to_string(),
            category,
            version: 0,
        };
        let events = if traces::is_on() { events.iter().map(of_event).collect() } else { Vec::new() };
        Self { began: Began::now(), events, category }
    }

    /// Records the outcome. Events that were there before have their spans already.
    pub(crate) fn ended(self, span: &Span, appended: &Result<Appended, AppendError>) {
        let Self { began, mut events, category } = self;
        span.set("greenstall.stream.category", category);
        span.set("greenstall.events", events.len());
        let appended = match appended {
            Ok(appended) => appended,
            Err(AppendError::Conflict { .. }) => return span.set("greenstall.outcome", "conflict"),
            Err(AppendError::OutcomeUnknown(_)) => return span.fail("outcome unknown"),
            Err(_) => return span.fail("not appended"),
        };
        span.set("greenstall.stream.version", appended.version);
        span.set("greenstall.position", appended.position.0);
        if appended.repeated {
            return span.set("greenstall.outcome", "repeated");
        }
        for (event, before_last) in events.iter_mut().rev().zip(0..) {
            event.version = appended.version.saturating_sub(before_last);
        }
        // Below the command and beside the append, which is one call for the events of several commands.
        current().appended(began, events.into_iter());
    }
}
