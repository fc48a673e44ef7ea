//! Events that a view refuses, and how the engine finds them in a batch.

use event_store::Unreadable;
use parked_work::failure_text::storable;
use postgres_kit::{FromRow, unsigned};
use shared_events::{Position, RawEvent, Recorded, StreamId, Version, without_values};

use super::{
    ApplyError,
    columns::{position, stream},
    sql_state::{is_about_rows, quotes_values},
};

/// An event that a view cannot apply.
#[derive(Clone, Debug, PartialEq, Eq, FromRow, thiserror::Error)]
#[error("event at position {position} of {stream}: {event_type}: {error}")]
pub struct Refusal {
    /// The event's stream.
    #[row(with = stream)]
    pub stream: StreamId,
    /// The event's number in the stream.
    #[row(with = unsigned)]
    pub version: Version,
    /// The event's position in the log.
    #[row(with = position)]
    pub position: Position,
    /// The event's stored type.
    pub event_type: String,
    /// The error.
    pub error: String,
    /// A retry may succeed without a change of code or data, because the database refused the rows in their present
    /// state.
    pub may_pass: bool,
}

impl From<&Unreadable> for Refusal {
    fn from(event: &Unreadable) -> Self {
        Self {
            stream: event.stream.clone(),
            version: event.version,
            position: event.position,
            event_type: event.event_type.clone(),
            error: event.reason.clone(),
            may_pass: false,
        }
    }
}

/// The event that an error is about.
#[derive(Debug)]
pub(super) enum Culprit {
    /// The error is about this event.
    Event(Refusal),
    /// The error is about one or more of the events. Smaller batches find out which.
    AmongThem,
}

/// Finds the event that an error is about. Any other error, such as a lost connection, is returned as it is.
pub(super) fn culprit(error: ApplyError, events: &[Recorded<RawEvent>]) -> Result<Culprit, ApplyError> {
    match error {
        ApplyError::Event { position, ref reason, .. } => {
            match events.binary_search_by_key(&position, |event| event.position) {
                Ok(index) => Ok(Culprit::Event(refusal(&events[index], reason, false))),
                // The view has a bug: it names an event that it was not given.
                Err(_) => Err(error),
            }
        }
        ApplyError::Database(error) if is_about_rows(&error) => match events {
            [event] => {
                let text = error.to_string();
                let text = if quotes_values(&error) { without_values(&text) } else { text };
                Ok(Culprit::Event(refusal(event, &text, true)))
            }
            _ => Ok(Culprit::AmongThem),
        },
        ApplyError::Database(_) => Err(error),
    }
}

fn refusal(event: &Recorded<RawEvent>, error: &str, may_pass: bool) -> Refusal {
    Refusal {
        stream: event.stream.clone(),
        version: event.version,
        position: event.position,
        event_type: event.event.event_type.to_string(),
        error: storable(error),
        may_pass,
    }
}
