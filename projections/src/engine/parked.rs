//! The tables `projections.parked` and `projections.skipped`: the events that generations leave out.

use std::time::Duration;

use chrono::{DateTime, Utc};
use parked_work::{Delays, NextTry, RetryPolicy};
use postgres_kit::{FromRow, bigint, statements, unsigned};
use shared_events::{Position, StreamId, Version};
use sqlx::PgExecutor;

use super::{
    columns::{attempts, position, stream},
    generation::{Generation, State},
    refusal::Refusal,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn of_generation(generation: i32) -> row Parked = include_str!("sql/parked/of_generation.sql");
    fn waiting(generation: i32, stream: &str) -> value i64 =
        "SELECT waiting FROM projections.parked WHERE generation = $1 AND stream = $2";
    fn all() -> row ParkedRow = include_str!("sql/parked/all.sql");
    fn park(
        generation: i32, stream: &str, version: i64, position: i64, event_type: &str, error: &str,
        may_pass: bool, tried_at: DateTime<Utc>, attempts: i32,
    ) = include_str!("sql/parked/park.sql");
    fn copy(from: i32, to: i32) = include_str!("sql/parked/copy.sql");
    fn count_waiting(generation: i32, streams: &[String]) = include_str!("sql/parked/count_waiting.sql");
    fn unpark(generation: i32, stream: &str) =
        "DELETE FROM projections.parked WHERE generation = $1 AND stream = $2";
    fn forget(generation: i32) = include_str!("sql/parked/forget.sql");
    fn skip(
        view: &str, code_version: i32, stream: &str, version: i64, position: i64, event_type: &str,
        error: &str, now: DateTime<Utc>,
    ) = include_str!("sql/parked/skip.sql");
    fn skipped(view: Option<&str>, code_version: Option<i32>) -> row SkippedEvent =
        include_str!("sql/parked/skipped.sql");
}

/// A stream with an event that a generation could not apply. That event and the later ones are not in the view's
/// tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParkedStream {
    /// The view's name.
    pub view: String,
    /// The number of the generation that could not apply it.
    pub generation: i32,
    /// The state of that generation. A build stops at the event; other generations go on with other streams.
    pub state: State,
    /// The stream.
    pub stream: StreamId,
    /// The event's position in the log.
    pub position: Position,
    /// The event's number in the stream.
    pub version: Version,
    /// The event's stored type.
    pub event_type: String,
    /// Why it could not be applied.
    pub error: String,
    /// When the stream was parked (UTC).
    pub parked_at: DateTime<Utc>,
    /// When it was last tried (UTC).
    pub tried_at: DateTime<Utc>,
    /// How often it was tried.
    pub attempts: u32,
    /// When it is retried automatically (UTC); `None`: not before its process restarts.
    pub next_try: Option<DateTime<Utc>>,
    /// How many later events of the stream wait behind it.
    pub waiting: u64,
}

/// An event that an operator has told a view to skip.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct SkippedEvent {
    /// The view's name.
    pub view: String,
    /// The version of the view's code that skips it.
    pub code_version: i32,
    /// The stream.
    #[row(with = stream)]
    pub stream: StreamId,
    /// The event's number in the stream.
    #[row(with = unsigned)]
    pub version: Version,
    /// The event's position in the log.
    #[row(with = position)]
    pub position: Position,
    /// The event's stored type.
    pub event_type: String,
    /// Why it could not be applied.
    pub error: String,
    /// When the operator skipped it (UTC).
    pub skipped_at: DateTime<Utc>,
}

/// What the writer of a generation knows about a parked stream.
#[derive(Clone, Debug, FromRow)]
pub(super) struct Parked {
    /// The first event that is not applied.
    #[row(flatten)]
    pub(super) refusal: Refusal,
    pub(super) tried_at: DateTime<Utc>,
    #[row(with = attempts)]
    pub(super) attempts: u32,
}

/// A parked stream, and the generation that could not apply it.
#[derive(FromRow)]
struct ParkedRow {
    view: String,
    number: i32,
    #[row(with = State::parse)]
    state: State,
    #[row(flatten)]
    parked: Parked,
    parked_at: DateTime<Utc>,
    #[row(with = unsigned)]
    waiting: u64,
}

/// Retries of a stream whose error may pass. The last one comes nine minutes after the first. After that, only an
/// operator or a restart retries.
const STREAM_RETRIES: RetryPolicy = RetryPolicy {
    delays: Delays { first: Duration::from_secs(1), longest: Duration::from_secs(256) },
    max_failures: 10,
    min_duration: Duration::ZERO,
};

impl Parked {
    pub(super) const fn new(refusal: Refusal, now: DateTime<Utc>) -> Self {
        Self { refusal, tried_at: now, attempts: 1 }
    }

    /// When to retry; `None` when no automatic retry is left.
    pub(super) fn next_try(&self) -> Option<DateTime<Utc>> {
        if !self.refusal.may_pass {
            return None;
        }
        match STREAM_RETRIES.next_try(self.attempts, self.tried_at, self.tried_at) {
            NextTry::At(at) => Some(at),
            NextTry::ByOperator => None,
        }
    }
}

/// The streams that a generation has parked.
pub(super) async fn of_generation(
    database: impl PgExecutor<'_>,
    generation: i32,
) -> Result<Vec<Parked>, sqlx::Error> {
    sql::of_generation(generation).fetch_all(database).await
}

/// How many events of a stream wait behind the parked one.
pub(super) async fn waiting(
    database: impl PgExecutor<'_>,
    generation: i32,
    stream: &StreamId,
) -> Result<u64, sqlx::Error> {
    unsigned(sql::waiting(generation, &stream.to_string()).fetch_one(database).await?)
}

/// All parked streams of generations that are not retired, by view, generation and position.
pub(super) async fn all(database: impl PgExecutor<'_>) -> Result<Vec<ParkedStream>, sqlx::Error> {
    let rows = sql::all().fetch_all(database).await?;
    let shown =
        rows.into_iter().map(|ParkedRow { view, number, state, parked, parked_at, waiting }| ParkedStream {
            view,
            generation: number,
            state,
            next_try: parked.next_try().filter(|_| state != State::Building),
            stream: parked.refusal.stream,
            position: parked.refusal.position,
            version: parked.refusal.version,
            event_type: parked.refusal.event_type,
            error: parked.refusal.error,
            parked_at,
            tried_at: parked.tried_at,
            attempts: parked.attempts,
            waiting,
        });
    Ok(shown.collect())
}

/// Records that a stream is parked, that its event was retried, or that a later event parks it now. Keeps the count of
/// the events that wait behind it.
pub(super) async fn park(
    transaction: impl PgExecutor<'_>,
    generation: i32,
    parked: &Parked,
) -> Result<(), sqlx::Error> {
    let Refusal { stream, version, position, event_type, error, may_pass } = &parked.refusal;
    let attempts = i32::try_from(parked.attempts).unwrap_or(i32::MAX);
    sql::park(
        generation,
        &stream.to_string(),
        version.cast_signed(),
        bigint(position.0),
        event_type,
        error,
        *may_pass,
        parked.tried_at,
        attempts,
    )
    .execute(transaction)
    .await
    .map(drop)
}

/// Copies the parked streams of one generation to another.
pub(super) async fn copy(database: impl PgExecutor<'_>, from: i32, to: i32) -> Result<(), sqlx::Error> {
    sql::copy(from, to).execute(database).await.map(drop)
}

/// Counts events that were left out behind parked ones. A stream counts once for each time it is listed.
pub(super) async fn count_waiting(
    transaction: impl PgExecutor<'_>,
    generation: i32,
    waiting: &[(Position, StreamId)],
) -> Result<(), sqlx::Error> {
    if waiting.is_empty() {
        return Ok(());
    }
    let streams: Vec<String> = waiting.iter().map(|(_, stream)| stream.to_string()).collect();
    sql::count_waiting(generation, &streams).execute(transaction).await.map(drop)
}

/// Deletes the stream's row. Returns whether it was parked.
pub(super) async fn unpark(
    transaction: impl PgExecutor<'_>,
    generation: i32,
    stream: &StreamId,
) -> Result<bool, sqlx::Error> {
    let gone = sql::unpark(generation, &stream.to_string()).execute(transaction).await?;
    Ok(gone.rows_affected() == 1)
}

/// Deletes all parked streams of a generation.
pub(super) async fn forget(transaction: impl PgExecutor<'_>, generation: i32) -> Result<(), sqlx::Error> {
    sql::forget(generation).execute(transaction).await.map(drop)
}

/// Records that this version of the view's code skips the event from now on.
pub(super) async fn skip(
    transaction: impl PgExecutor<'_>,
    view: &str,
    code_version: i32,
    event: &Refusal,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sql::skip(
        view,
        code_version,
        &event.stream.to_string(),
        event.version.cast_signed(),
        bigint(event.position.0),
        &event.event_type,
        &event.error,
        now,
    )
    .execute(transaction)
    .await
    .map(drop)
}

/// The skipped events in order of position: all of them, or those that a generation skips.
pub(super) async fn skipped(
    database: impl PgExecutor<'_>,
    by: Option<&Generation>,
) -> Result<Vec<SkippedEvent>, sqlx::Error> {
    let (view, code_version) = (by.map(|one| one.view.as_str()), by.map(|one| one.code_version));
    sql::skipped(view, code_version).fetch_all(database).await
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn parked(attempts: u32, may_pass: bool) -> Parked {
        let refusal = Refusal {
            stream: StreamId::new("crate", Uuid::nil()),
            version: 1,
            position: Position(1),
            event_type: "Filled".into(),
            error: "full".into(),
            may_pass,
        };
        Parked { refusal, tried_at: DateTime::UNIX_EPOCH, attempts }
    }

    #[test]
    fn pauses_between_retries_grow_until_the_retries_end() {
        let pause = |attempts| parked(attempts, true).next_try().map(|at| at.timestamp());
        assert_eq!([1, 2, 3, 9].map(pause), [Some(1), Some(2), Some(4), Some(256)]);
        assert_eq!(pause(10), None);
    }

    #[test]
    fn a_permanent_error_is_not_retried() {
        assert_eq!(parked(1, false).next_try(), None);
    }
}
