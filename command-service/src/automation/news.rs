//! Where process managers that tell people what is new begin: at the end of the log, as it is when they run for the
//! first time. So an update that brings a new kind of mail writes to nobody about the past, and neither does the demo
//! market, which is filled in before anything runs.

use chrono::{DateTime, TimeDelta, Utc};
use event_store::LogError;
use postgres_kit::Pool;
use shared_events::Position;

use super::{MANAGERS, deadline::in_time};
use crate::App;

/// Nobody is told what is older than this: a step that an operator has tried again so late, or an event of a stream that
/// is noted anew after it could not be read.
pub(super) const OLD_AFTER: TimeDelta = TimeDelta::days(7);

/// What was mailed is remembered longer than anything is told.
const REMEMBERED_FOR: TimeDelta = TimeDelta::days(30);

/// Why the beginning could not be marked.
#[derive(Debug, thiserror::Error)]
pub enum NotBegun {
    /// The log did not say where it ends.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The place could not be written down.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Marks the end of the log as the beginning of every manager that tells news and has never run. To be called before a
/// process takes its first request, so that nothing that comes by one is passed over.
///
/// # Errors
/// See [`NotBegun`].
pub async fn begin(app: &App, pool: &Pool) -> Result<(), NotBegun> {
    forget_old_mail(pool, app.clock.now()).await?;
    let mark = "insert into automation.checkpoints (manager, position) select manager, $2 from unnest($1::text[]) as manager
                on conflict do nothing";
    Ok(mark_with(mark, pool, app.log.head().await?).await?)
}

/// The same for those that have run as well: what has just been filled in is no news.
///
/// # Errors
/// See [`NotBegun`].
pub async fn begin_behind(app: &App, pool: &Pool) -> Result<(), NotBegun> {
    let mark = "insert into automation.checkpoints (manager, position) select manager, $2 from unnest($1::text[]) as manager
                on conflict (manager) do update set position = excluded.position";
    Ok(mark_with(mark, pool, app.log.head().await?).await?)
}

async fn mark_with(mark: &'static str, pool: &Pool, head: Position) -> sqlx::Result<()> {
    let tellers: Vec<&str> =
        MANAGERS.iter().filter(|manager| manager.tells_news()).map(|manager| manager.name()).collect();
    let head = i64::try_from(head.0).expect("positions come from a bigint");
    in_time(sqlx::query(mark).bind(tellers).bind(head).execute(pool)).await.map(drop)
}

async fn forget_old_mail(pool: &Pool, now: DateTime<Utc>) -> sqlx::Result<()> {
    let forgetting = sqlx::query("delete from automation.sent_mail where coalesce(sent_at, claimed_at) < $1")
        .bind(now - REMEMBERED_FOR)
        .execute(pool);
    in_time(forgetting).await.map(drop)
}
