//! Checkpoints beyond the end of the log: the log was restored from a backup, and its positions are given to other
//! events.

use event_store::{EventLog, LogError};
use sqlx::PgConnection;

use super::{Failure, checkpoint, generation::Generation};

/// Whether the log ends before the generation's checkpoint, or once did: by now it may have other events there. The
/// finding is recorded.
pub(super) async fn is_beyond(
    connection: &mut PgConnection,
    log: &EventLog,
    generation: &Generation,
) -> Result<bool, Failure> {
    if generation.beyond_log {
        return Ok(true);
    }
    let beyond = log.ends_before(generation.position).await.map_err(LogError::from)?;
    if beyond {
        checkpoint::note_beyond_log(connection, generation.id).await?;
    }
    Ok(beyond)
}
