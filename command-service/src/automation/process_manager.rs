//! What a process manager is: the events it follows, and the steps that they make necessary.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use event_store::{LogError, Provenance};
use shared_events::{CodecError, Position, RawEvent, Recorded};
use uuid::Uuid;

use super::agenda_change::{AgendaChange, Entry};
use crate::App;

/// How many steps of a manager run at a time, unless the manager has a number of its own.
const MAX_RUNNING_STEPS: usize = 8;

/// The outcome of a step that did not fail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StepOutcome {
    /// The step is done.
    Done,
    /// The step is due again at this time.
    DueAgain(DateTime<Utc>),
    /// The step can never succeed, for this reason: it is parked at once.
    ParkWith(String),
}

/// A process manager: carries out what the events of a category require.
#[async_trait]
pub(super) trait ProcessManager: Sync {
    /// Its name, used for its checkpoint, its agenda and its steps; never changes.
    fn name(&self) -> &'static str;

    /// The category of the streams that it follows. Each stream is one possible subject.
    fn category(&self) -> &'static str;

    /// Whether it sends news to people. Such a manager first starts at the end of the log, so that an update or the
    /// demo market does not send years of past news.
    fn sends_news(&self) -> bool {
        false
    }

    /// Whether its steps refund money or collect it.
    fn moves_money(&self) -> bool {
        false
    }

    /// Whether all its steps are due when a process begins its term, because the previous process may have died while it
    /// worked on one of them. If not, each step stays due at its own time.
    fn begins_with_all(&self) -> bool {
        true
    }

    /// Whether an orderly stop waits for its running steps. If not, a stop cuts them off, and the next process repeats them
    /// without a visible effect.
    fn finishes_steps(&self) -> bool {
        false
    }

    /// How many of its steps run concurrently.
    fn max_running_steps(&self) -> usize {
        MAX_RUNNING_STEPS
    }

    /// Whether events up to this position can change the agenda at all. A manager that knows that none can is spared
    /// their steps.
    ///
    /// # Errors
    /// The log cannot be read. The events are read again later.
    async fn has_work(&self, _app: &App, _up_to: Position) -> Result<bool, LogError> {
        Ok(true)
    }

    /// The change that an event makes to the agenda, if any.
    ///
    /// # Errors
    /// The event is unreadable. It is not skipped: its stream is parked, and other streams continue.
    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError>;

    /// Carries out the due step for a subject. `id` is that of its stream. The provenance names the event that made
    /// the step necessary. Repeating the step must change nothing.
    ///
    /// # Errors
    /// The failure; the step is retried with increasing delays, and no other step waits for it.
    async fn act(&self, app: &App, provenance: &Provenance, id: Uuid) -> Result<StepOutcome, String>;
}

/// Adds a step for this event's stream.
pub(super) fn step_for_stream(due_at: DateTime<Utc>, cause: &Recorded<RawEvent>) -> AgendaChange {
    AgendaChange::Add { entry: entry_of(cause), due_at }
}

/// Adds a step for this single event, independent of other events of its stream.
pub(super) fn step_for_event(due_at: DateTime<Utc>, event: &Recorded<RawEvent>) -> AgendaChange {
    AgendaChange::Add { entry: Entry { subject: event.event_id, ..entry_of(event) }, due_at }
}

/// The agenda entry of a step that this event makes necessary for its stream.
pub(super) fn entry_of(cause: &Recorded<RawEvent>) -> Entry {
    let stream = cause.stream.id;
    Entry { subject: stream, stream, cause: cause.event_id, correlation: cause.correlation_id }
}
