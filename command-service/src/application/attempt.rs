//! An attempt at a command, from which its provenance is made.

use std::sync::Arc;

use event_store::Provenance;
use service_kit::{Clock, Ids};
use shared_events::Actor;

/// One attempt at a command, before it is known in whose name the command acts.
#[derive(Clone)]
pub struct CommandAttempt {
    /// The command's randomness. With an idempotency key, every attempt draws the same values in the same
    /// order; without one, they are random.
    pub ids: Arc<dyn Ids>,
    pub clock: Arc<dyn Clock>,
    /// The log's epoch when the attempt began.
    pub epoch: u64,
    /// Whether an earlier attempt was made, so that the log may contain the command's events.
    pub repetition: bool,
}

impl CommandAttempt {
    /// The provenance of the command, by this actor, now. Draws the command's id.
    pub fn by(&self, actor: Actor) -> Provenance {
        let command = Provenance::of_command(self.ids.uuid(), actor, self.clock.now());
        // The request's trace has the id that its events will carry.
        traces::current().correlate(command.correlation_id);
        Provenance { repetition: self.repetition, ..command.in_epoch(self.epoch) }
    }
}
