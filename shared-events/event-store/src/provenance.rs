//! Who and what leads to events, and the ids that follow from it.

use chrono::{DateTime, Utc};
use shared_events::{Actor, NewEvent, RawEvent, StreamId};
use uuid::Uuid;

/// Who and what leads to an append. One per command; a retry of the command uses the same one.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The command's id: event ids are derived from it.
    pub command_id: Uuid,
    /// The same for all that one request of a person led to.
    pub correlation_id: Uuid,
    /// The command or event that directly caused this.
    pub causation_id: Uuid,
    /// Who.
    pub actor: Actor,
    /// When the decision is made.
    pub at: DateTime<Utc>,
    /// The log's [epoch](crate::EventLog::epoch) when the command began: what it appends to another log is refused. None for a
    /// command that makes a single append.
    pub epoch: Option<u64>,
    /// Whether the command was begun before, so that the log may have events of it.
    pub repetition: bool,
}

impl Provenance {
    /// Of a person's command: it is its own cause.
    pub const fn of_command(command_id: Uuid, actor: Actor, at: DateTime<Utc>) -> Self {
        let (correlation_id, causation_id) = (command_id, command_id);
        Self { command_id, correlation_id, causation_id, actor, at, epoch: None, repetition: false }
    }

    /// The same, bound to the log of this [epoch](crate::EventLog::epoch).
    #[must_use]
    pub fn in_epoch(self, epoch: u64) -> Self {
        Self { epoch: Some(epoch), ..self }
    }
}

/// The id of the event that a command appends to a stream, `index` saying which of those that it appends together (from 0).
/// The type is part of the id because one command may append to one stream twice: a checkout starts, and then its payment
/// is requested. Without it the second append would look like a repetition of the first.
pub fn event_id(provenance: &Provenance, stream: &StreamId, index: usize, event_type: &str) -> Uuid {
    Uuid::new_v5(&provenance.command_id, format!("{stream}/{index}/{event_type}").as_bytes())
}

pub(crate) fn new_event(
    provenance: &Provenance,
    stream: &StreamId,
    index: usize,
    payload: RawEvent,
) -> NewEvent {
    NewEvent {
        event_id: event_id(provenance, stream, index, &payload.event_type),
        payload,
        recorded_at: provenance.at,
        correlation_id: provenance.correlation_id,
        causation_id: provenance.causation_id,
        actor: provenance.actor.clone(),
    }
}
