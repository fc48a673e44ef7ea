//! Operators' requests to the process that writes a generation, since only that process may change the generation's
//! tables.

use chrono::{DateTime, TimeDelta, Utc};
use postgres_kit::{FromRow, statements};
use shared_events::StreamId;
use sqlx::PgExecutor;

use super::columns::stream;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn ask(
        generation: i32, stream: &str, action: &str, now: DateTime<Utc>, unread_since: DateTime<Utc>,
    ) -> value i64 = include_str!("sql/requests/ask.sql");
    fn open(generation: i32) -> row Request = include_str!("sql/requests/open.sql");
    fn answer(id: i64, applied: i64) = "UPDATE projections.requests SET applied = $2 WHERE id = $1";
    fn take_answer(id: i64) -> value i64 =
        "DELETE FROM projections.requests WHERE id = $1 AND applied IS NOT NULL RETURNING applied";
    fn withdraw(id: i64) = "DELETE FROM projections.requests WHERE id = $1";
}

/// What to do with a parked stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Apply the stream's events.
    Retry,
    /// Skip the event that parked it, and apply the rest.
    Skip,
}

impl Action {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Retry => "retry",
            Self::Skip => "skip",
        }
    }

    fn parse(word: &str) -> Result<Self, sqlx::Error> {
        let known = [Self::Retry, Self::Skip].into_iter().find(|action| action.as_str() == word);
        known.ok_or_else(|| sqlx::Error::Decode(format!("unknown action {word:?}").into()))
    }
}

/// One request.
#[derive(Clone, Debug, FromRow)]
pub(super) struct Request {
    pub(super) id: i64,
    #[row(with = stream)]
    pub(super) stream: StreamId,
    #[row(with = Action::parse)]
    pub(super) action: Action,
}

/// Answers left unread for this long belong to interrupted commands and are deleted.
const UNREAD_ANSWER_LIFETIME: TimeDelta = TimeDelta::hours(1);

/// Records a request.
pub(super) async fn ask(
    database: impl PgExecutor<'_>,
    generation: i32,
    stream: &StreamId,
    action: Action,
    now: DateTime<Utc>,
) -> Result<i64, sqlx::Error> {
    sql::ask(generation, &stream.to_string(), action.as_str(), now, now - UNREAD_ANSWER_LIFETIME)
        .fetch_one(database)
        .await
}

/// The unanswered requests, oldest first.
pub(super) async fn open(
    database: impl PgExecutor<'_>,
    generation: i32,
) -> Result<Vec<Request>, sqlx::Error> {
    sql::open(generation).fetch_all(database).await
}

/// Records how many events were applied as the answer.
pub(super) async fn answer(
    transaction: impl PgExecutor<'_>,
    request: Option<&Request>,
    applied: u64,
) -> Result<(), sqlx::Error> {
    let Some(request) = request else { return Ok(()) };
    sql::answer(request.id, applied.cast_signed()).execute(transaction).await.map(drop)
}

/// Takes the answer and deletes the request; `None` if there is no answer yet.
pub(super) async fn take_answer(database: impl PgExecutor<'_>, id: i64) -> Result<Option<u64>, sqlx::Error> {
    let applied = sql::take_answer(id).fetch_optional(database).await?;
    Ok(applied.map(i64::unsigned_abs))
}

/// Deletes a request whose answer is no longer wanted.
pub(super) async fn withdraw(database: impl PgExecutor<'_>, id: i64) -> Result<(), sqlx::Error> {
    sql::withdraw(id).execute(database).await.map(drop)
}
