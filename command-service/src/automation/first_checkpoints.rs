//! The starting point of process managers that send news: the end of the log when they first run. So an update with a
//! new kind of mail sends none about past events. Neither does the demo market, which is filled before anything runs.

use chrono::{DateTime, TimeDelta, Utc};
use event_store::LogError;
use postgres_kit::Pool;
use shared_events::Position;

use super::{deadline::in_time, managers::MANAGERS};
use crate::App;

/// How long sent letters are remembered: longer than events are news (`NEWS_FOR`), so that no letter is sent twice.
const REMEMBER_SENT_MAIL_FOR: TimeDelta = TimeDelta::days(30);

/// Why the starting point could not be stored.
#[derive(Debug, thiserror::Error)]
pub enum NotBegun {
    /// The end of the log could not be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The checkpoint could not be written.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Stores the end of the log as the checkpoint of every manager that sends news and has never run. Runs before the
/// process takes its first request, so that no event of a request is missed.
pub async fn begin(app: &App, pool: &Pool) -> Result<(), NotBegun> {
    forget_old_mail(pool, app.clock.now()).await?;
    let mark = "INSERT INTO automation.checkpoints (manager, position) SELECT manager, $2 FROM unnest($1::text[]) AS manager
                ON CONFLICT DO NOTHING";
    Ok(mark_with(mark, pool, app.writer.log.head().await?).await?)
}

/// As [`begin`], but also for managers that have run: no news are sent about the events so far.
pub async fn begin_behind(app: &App, pool: &Pool) -> Result<(), NotBegun> {
    let mark = "INSERT INTO automation.checkpoints (manager, position) SELECT manager, $2 FROM unnest($1::text[]) AS manager
                ON CONFLICT (manager) DO UPDATE SET position = excluded.position";
    Ok(mark_with(mark, pool, app.writer.log.head().await?).await?)
}

async fn mark_with(mark: &'static str, pool: &Pool, head: Position) -> sqlx::Result<()> {
    let tellers: Vec<&str> =
        MANAGERS.iter().filter(|manager| manager.tells_news()).map(|manager| manager.name()).collect();
    let head = i64::try_from(head.0).expect("positions come from a bigint");
    in_time(sqlx::query(mark).bind(tellers).bind(head).execute(pool)).await.map(drop)
}

async fn forget_old_mail(pool: &Pool, now: DateTime<Utc>) -> sqlx::Result<()> {
    let forgetting = sqlx::query("DELETE FROM automation.sent_mail WHERE coalesce(sent_at, claimed_at) < $1")
        .bind(now - REMEMBER_SENT_MAIL_FOR)
        .execute(pool);
    in_time(forgetting).await.map(drop)
}
