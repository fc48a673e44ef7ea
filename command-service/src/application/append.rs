//! Appends the events of decided commands, and finds out the outcome when the log could not tell it.

use event_store::{AppendError, AppendFailed, Appended, EventLog, ExpectedVersion, Provenance};
use shared_events::Event;
use uuid::Uuid;

/// How often an append is repeated whose outcome is unknown.
const MAX_ATTEMPTS: usize = 32;

/// Appends the events of these commands to a stream, all or none.
///
/// # Errors
/// See [`AppendFailed`].
pub(super) async fn append<E: Event>(
    log: &EventLog,
    id: Uuid,
    expected: ExpectedVersion,
    commands: &[(Provenance, Vec<E>)],
) -> Result<Appended, AppendFailed> {
    #[cfg(debug_assertions)]
    commands.iter().for_each(|(_, events)| super::fault::before(events));
    let mut appended = log.append_group(id, expected, commands).await;
    for _ in 1..MAX_ATTEMPTS {
        // Appending the same ids again reveals the true outcome. Deciding again would not: an order cancelled
        // by this very command would be refused as already cancelled.
        let Err(AppendFailed::Store(AppendError::OutcomeUnknown(_))) = appended else { break };
        appended = log.append_group(id, expected, commands).await;
    }
    #[cfg(debug_assertions)]
    commands.iter().for_each(|(_, events)| super::fault::after(events));
    appended
}
