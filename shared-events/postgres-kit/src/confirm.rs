//! Confirms commits that may not be on a second server.
//!
//! With synchronous standbys, a commit waits until one of them has it. If somebody cancels a backend that waits, Postgres
//! reports the commit as done with a mere warning, although the primary alone has it: with the primary, the commit is
//! lost. Such a commit has taken long, so a slow commit is followed by another one, which waits for all before it.

use std::time::Duration;

use sqlx::{Executor, Postgres, raw_sql};

/// A commit that took longer may have waited for a standby.
const SLOW_COMMIT: Duration = Duration::from_millis(250);

/// Changes nothing, and is committed all the same: an entry in the WAL that nobody reads.
const EMPTY_COMMIT: &str = "SELECT pg_catalog.pg_logical_emit_message(true, 'greenstall', '')";

/// Returns when everything that was committed before, on any connection, is as durable as the server's settings
/// demand.
///
/// # Errors
/// When the server fails. Whether the commits before are durable is then unknown.
pub async fn confirm<'e>(database: impl Executor<'e, Database = Postgres>) -> sqlx::Result<()> {
    database.execute(raw_sql(EMPTY_COMMIT)).await.map(drop)
}

/// As [`confirm`], for a commit that took this long. Returns at once if it was quick.
///
/// # Errors
/// As [`confirm`].
pub async fn confirm_if_slow<'e>(
    took: Duration,
    database: impl Executor<'e, Database = Postgres>,
) -> sqlx::Result<()> {
    if took > SLOW_COMMIT { confirm(database).await } else { Ok(()) }
}
