//! The provenance of events: the command, the actor and the time, and the event ids that are derived from them.

use chrono::{DateTime, Utc};
use shared_events::{Actor, NewEvent, RawEvent, StreamId};
use uuid::Uuid;

/// The origin of the events of one command. A retry of the command has the same provenance.
#[derive(Clone, Debug)]
pub struct Provenance {
    /// The command's id: event ids are derived from it.
    pub command_id: Uuid,
    /// Shared by everything that one request of a person causes.
    pub correlation_id: Uuid,
    /// The command or event that directly causes the events.
    pub causation_id: Uuid,
    /// The actor who causes the events.
    pub actor: Actor,
    /// When the decision is made.
    pub at: DateTime<Utc>,
    /// The log's [epoch](crate::EventLog::epoch) when the command began. An append in another epoch is refused. `None`
    /// for a command with a single append.
    pub epoch: Option<u64>,
    /// Whether the command may have been begun before, so that the log may already have its events.
    pub repetition: bool,
}

impl Provenance {
    /// The provenance of a person's command, which is its own cause.
    pub const fn of_command(command_id: Uuid, actor: Actor, at: DateTime<Utc>) -> Self {
        let (correlation_id, causation_id) = (command_id, command_id);
        Self { command_id, correlation_id, causation_id, actor, at, epoch: None, repetition: false }
    }

    /// The same provenance, bound to this [epoch](crate::EventLog::epoch) of the log.
    #[must_use]
    pub fn in_epoch(self, epoch: u64) -> Self {
        Self { epoch: Some(epoch), ..self }
    }
}

/// The id of an event that a command appends to a stream. `index` is the event's index in the append.
///
/// The type is part of the id because one command may append to one stream twice: a checkout starts, and then its
/// payment is requested. Without the type, the second append would look like a repetition of the first.
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
