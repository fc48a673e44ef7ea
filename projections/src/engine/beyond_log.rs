//! Detects checkpoints beyond the end of the log. The log was restored from a backup, so new events get positions that
//! the checkpoint has already passed.

use event_store::{EventLog, LogError};
use sqlx::PgConnection;

use super::{Failure, checkpoint, generation::Generation};

/// Whether the log ends before the generation's checkpoint, or was found to end there earlier: since then the log may
/// have grown past it. Records the finding.
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
