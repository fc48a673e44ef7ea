//! The starting point of process managers that send news: the end of the log when they first run. So an update with a
//! new kind of mail sends none about past events. Neither does the demo market, which is filled before anything runs.

use chrono::{DateTime, TimeDelta, Utc};
use event_store::LogError;
use postgres_kit::{Pool, bigint, statements};

use super::{deadline::in_time, managers::MANAGERS};
use crate::App;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn mark_new(managers: &[&str], position: i64) = include_str!("sql/mark_new.sql");
    fn mark_all(managers: &[&str], position: i64) = include_str!("sql/mark_all.sql");
    fn forget_old_mail(before: DateTime<Utc>) =
        "DELETE FROM automation.sent_mail WHERE coalesce(sent_at, claimed_at) < $1";
}

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
    let head = bigint(app.writer.log.head().await?.0);
    Ok(in_time(sql::mark_new(&news_senders(), head).execute(pool)).await.map(drop)?)
}

/// As [`begin`], but also for managers that have run: no news are sent about the events so far.
pub async fn begin_behind(app: &App, pool: &Pool) -> Result<(), NotBegun> {
    let head = bigint(app.writer.log.head().await?.0);
    Ok(in_time(sql::mark_all(&news_senders(), head).execute(pool)).await.map(drop)?)
}

/// The managers that send news.
fn news_senders() -> Vec<&'static str> {
    MANAGERS.iter().filter(|manager| manager.sends_news()).map(|manager| manager.name()).collect()
}

async fn forget_old_mail(pool: &Pool, now: DateTime<Utc>) -> sqlx::Result<()> {
    let forgetting = sql::forget_old_mail(now - REMEMBER_SENT_MAIL_FOR).execute(pool);
    in_time(forgetting).await.map(drop)
}
