//! Deterministic randomness for a command with an idempotency key: a repetition generates the same ids.

use std::{cell::Cell, sync::Arc};

use service_kit::Ids;
use shared_events::personal::SubjectKey;

struct Command {
    /// Unpredictable for clients: a fingerprint with a key of this installation.
    seed: SubjectKey,
    drawn: Cell<u64>,
    repetition: bool,
}

tokio::task_local! {
    static COMMAND: Command;
}

/// Runs a command with randomness derived from this seed. `repetition`: the command has been started before.
pub(super) async fn within<T>(seed: SubjectKey, repetition: bool, command: impl Future<Output = T>) -> T {
    COMMAND.scope(Command { seed, drawn: Cell::new(0), repetition }, command).await
}

/// Whether the current command has been started before, so that the log may contain its events.
pub(crate) fn is_repetition() -> bool {
    COMMAND.try_with(|command| command.repetition).unwrap_or(false)
}

/// Derives randomness from the idempotency key within a command that has one; passes other calls on.
pub(crate) struct CommandIds(pub(crate) Arc<dyn Ids>);

impl Ids for CommandIds {
    fn fill(&self, bytes: &mut [u8]) {
        let seeded = COMMAND.try_with(|command| {
            for block in bytes.chunks_mut(32) {
                let number = command.drawn.replace(command.drawn.get() + 1);
                block.copy_from_slice(&command.seed.fingerprint(&number.to_be_bytes())[..block.len()]);
            }
        });
        if seeded.is_err() {
            self.0.fill(bytes);
        }
    }
}
