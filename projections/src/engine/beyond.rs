//! Checkpoints beyond the end of the log: it was put back, and positions are given again, to other events.

use event_store::{EventLog, LogError};
use sqlx::PgConnection;

use super::{
    Failure,
    generation::{self, Generation},
};

/// Whether the log ends before the generation's checkpoint, or did once: by now it may have other events there. What is
/// found is written down.
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
        generation::note_beyond_log(connection, generation.id).await?;
    }
    Ok(beyond)
}
