//! Tries to read an event that parked a stream, without changing the agenda.

use event_store::{EventLog, LogError};
use shared_events::{StreamId, Version};

use super::managers::MANAGERS;

/// The reason why a manager still cannot read an event of a stream. `None` if it can, or if this program does not know
/// the manager.
pub async fn try_reading(
    log: &EventLog,
    manager: &str,
    stream: &StreamId,
    version: Version,
) -> Result<Option<String>, LogError> {
    let Some(manager) = MANAGERS.iter().find(|known| known.name() == manager) else { return Ok(None) };
    let (events, unreadable) = log.read_stream_sifted(stream, version.saturating_sub(1), 1).await?;
    if let Some(event) = unreadable.into_iter().find(|event| event.version == version) {
        return Ok(Some(event.reason));
    }
    let event = events.into_iter().find(|event| event.version == version);
    Ok(event.and_then(|event| manager.agenda_change(&event).err()).map(|error| error.to_string()))
}
