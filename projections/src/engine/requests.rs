//! Operators' requests to the process that writes a generation, since only that process may change the generation's
//! tables.

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::StreamId;
use sqlx::{PgExecutor, Row};

/// What to do with a parked stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Apply its events.
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
}

/// One request.
#[derive(Clone, Debug)]
pub(super) struct Request {
    pub(super) id: i64,
    pub(super) stream: StreamId,
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
    sqlx::query_scalar(
        "WITH forgotten AS (DELETE FROM projections.requests WHERE applied IS NOT NULL AND asked_at < $5)
         INSERT INTO projections.requests (generation, stream, action, asked_at)
         VALUES ($1, $2, $3, $4) RETURNING id",
    )
    .bind(generation)
    .bind(stream.to_string())
    .bind(action.as_str())
    .bind(now)
    .bind(now - UNREAD_ANSWER_LIFETIME)
    .fetch_one(database)
    .await
}

/// The unanswered requests, oldest first.
pub(super) async fn open(
    database: impl PgExecutor<'_>,
    generation: i32,
) -> Result<Vec<Request>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT id, stream, action FROM projections.requests
         WHERE generation = $1 AND applied IS NULL ORDER BY id",
    )
    .bind(generation)
    .fetch_all(database)
    .await?;
    let all = rows.iter().map(|row| {
        let stream: &str = row.try_get("stream")?;
        let skip = row.try_get::<&str, _>("action")? == Action::Skip.as_str();
        Ok(Request {
            id: row.try_get("id")?,
            stream: stream.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))?,
            action: if skip { Action::Skip } else { Action::Retry },
        })
    });
    all.collect()
}

/// Records how many events were applied as the answer.
pub(super) async fn answer(
    transaction: impl PgExecutor<'_>,
    request: Option<&Request>,
    applied: u64,
) -> Result<(), sqlx::Error> {
    let Some(request) = request else { return Ok(()) };
    sqlx::query("UPDATE projections.requests SET applied = $2 WHERE id = $1")
        .bind(request.id)
        .bind(applied.cast_signed())
        .execute(transaction)
        .await
        .map(drop)
}

/// Takes the answer and deletes the request; `None` if there is no answer yet.
pub(super) async fn take_answer(database: impl PgExecutor<'_>, id: i64) -> Result<Option<u64>, sqlx::Error> {
    let applied: Option<i64> = sqlx::query_scalar(
        "DELETE FROM projections.requests WHERE id = $1 AND applied IS NOT NULL RETURNING applied",
    )
    .bind(id)
    .fetch_optional(database)
    .await?;
    Ok(applied.map(i64::unsigned_abs))
}

/// Deletes a request whose answer is no longer wanted.
pub(super) async fn withdraw(database: impl PgExecutor<'_>, id: i64) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM projections.requests WHERE id = $1").bind(id).execute(database).await.map(drop)
}
