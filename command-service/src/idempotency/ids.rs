//! The randomness of a command with a key: it follows from the key, so that the command makes the same ids again.

use std::{cell::Cell, sync::Arc};

use service_kit::Ids;
use shared_events::personal::SubjectKey;

struct Command {
    /// Nobody can guess it: it is a fingerprint under a key of this installation.
    seed: SubjectKey,
    drawn: Cell<u64>,
    repetition: bool,
}

tokio::task_local! {
    static COMMAND: Command;
}

/// Runs a command whose randomness follows from this seed. A repetition has been begun before.
pub(super) async fn within<T>(seed: SubjectKey, repetition: bool, command: impl Future<Output = T>) -> T {
    COMMAND.scope(Command { seed, drawn: Cell::new(0), repetition }, command).await
}

/// Whether the present command has been begun before, so that the log may have events of it.
pub(crate) fn is_repetition() -> bool {
    COMMAND.try_with(|command| command.repetition).unwrap_or(false)
}

/// Randomness that follows from the key within a command that has one, and is what it was everywhere else.
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
