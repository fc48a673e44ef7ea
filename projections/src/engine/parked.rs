//! The tables `projections.parked` and `projections.skipped`: the events that generations leave out.

use std::time::Duration;

use chrono::{DateTime, Utc};
use parked_work::{Delays, NextTry, RetryPolicy};
use shared_events::{Position, StreamId, Version};
use sqlx::{PgExecutor, Row, postgres::PgRow};

use super::{
    generation::{Generation, State, bigint, position},
    refusal::Refusal,
};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedEvent {
    /// The view's name.
    pub view: String,
    /// The version of the view's code that skips it.
    pub code_version: i32,
    /// The stream.
    pub stream: StreamId,
    /// The event's number in the stream.
    pub version: Version,
    /// The event's position in the log.
    pub position: Position,
    /// The event's stored type.
    pub event_type: String,
    /// Why it could not be applied.
    pub error: String,
    /// When the operator skipped it (UTC).
    pub skipped_at: DateTime<Utc>,
}

/// What the writer of a generation knows about a parked stream.
#[derive(Clone, Debug)]
pub(super) struct Parked {
    /// The first event that is not applied.
    pub(super) refusal: Refusal,
    pub(super) tried_at: DateTime<Utc>,
    pub(super) attempts: u32,
}

/// Retries of a stream whose error may pass. The last one comes nine minutes after the first; then only an operator or
/// a restart retries.
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

    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let attempts: i32 = row.try_get("attempts")?;
        Ok(Self {
            refusal: Refusal {
                stream: stream(row)?,
                version: version(row)?,
                position: position(row.try_get("position")?)?,
                event_type: row.try_get("event_type")?,
                error: row.try_get("error")?,
                may_pass: row.try_get("may_pass")?,
            },
            tried_at: row.try_get("tried_at")?,
            attempts: attempts.unsigned_abs(),
        })
    }
}

fn stream(row: &PgRow) -> Result<StreamId, sqlx::Error> {
    row.try_get::<&str, _>("stream")?.parse().map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

fn version(row: &PgRow) -> Result<Version, sqlx::Error> {
    Ok(row.try_get::<i64, _>("version")?.unsigned_abs())
}

/// The streams that a generation has parked.
pub(super) async fn of_generation(
    database: impl PgExecutor<'_>,
    generation: i32,
) -> Result<Vec<Parked>, sqlx::Error> {
    let rows = sqlx::query("SELECT * FROM projections.parked WHERE generation = $1 ORDER BY position")
        .bind(generation)
        .fetch_all(database)
        .await?;
    rows.iter().map(Parked::from_row).collect()
}

/// How many events of a stream wait behind the parked one.
pub(super) async fn waiting(
    database: impl PgExecutor<'_>,
    generation: i32,
    stream: &StreamId,
) -> Result<u64, sqlx::Error> {
    let waiting: i64 =
        sqlx::query_scalar("SELECT waiting FROM projections.parked WHERE generation = $1 AND stream = $2")
            .bind(generation)
            .bind(stream.to_string())
            .fetch_one(database)
            .await?;
    Ok(waiting.unsigned_abs())
}

/// All parked streams of generations that are not retired, by view, generation and position.
pub(super) async fn all(database: impl PgExecutor<'_>) -> Result<Vec<ParkedStream>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT parked.*, generations.view, generations.generation AS number, generations.state
         FROM projections.parked JOIN projections.generations ON generations.id = parked.generation
         WHERE generations.state NOT IN ('retired', 'verifying')
         ORDER BY generations.view, generations.generation, parked.position",
    )
    .fetch_all(database)
    .await?;
    let told = rows.iter().map(|row| {
        let parked = Parked::from_row(row)?;
        let waiting: i64 = row.try_get("waiting")?;
        let state = State::parse(row.try_get("state")?)?;
        Ok(ParkedStream {
            view: row.try_get("view")?,
            generation: row.try_get("number")?,
            state,
            next_try: parked.next_try().filter(|_| state != State::Building),
            stream: parked.refusal.stream,
            position: parked.refusal.position,
            version: parked.refusal.version,
            event_type: parked.refusal.event_type,
            error: parked.refusal.error,
            parked_at: row.try_get("parked_at")?,
            tried_at: parked.tried_at,
            attempts: parked.attempts,
            waiting: waiting.unsigned_abs(),
        })
    });
    told.collect()
}

/// Records that a stream is parked, that its event was retried, or that a later event is now its first. Keeps the
/// count of events that wait behind it.
pub(super) async fn park(
    transaction: impl PgExecutor<'_>,
    generation: i32,
    parked: &Parked,
) -> Result<(), sqlx::Error> {
    let Refusal { stream, version, position, event_type, error, may_pass } = &parked.refusal;
    sqlx::query(
        "INSERT INTO projections.parked AS p
             (generation, stream, version, position, event_type, error, may_pass, parked_at, tried_at, attempts)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9)
         ON CONFLICT (generation, stream) DO UPDATE SET
             version = $3, position = $4, event_type = $5, error = $6, may_pass = $7, tried_at = $8, attempts = $9,
             parked_at = CASE WHEN p.version = $3 THEN p.parked_at ELSE $8 END,
             waiting = greatest(p.waiting - ($3 - p.version), 0)",
    )
    .bind(generation)
    .bind(stream.to_string())
    .bind(version.cast_signed())
    .bind(bigint(*position))
    .bind(event_type)
    .bind(error)
    .bind(may_pass)
    .bind(parked.tried_at)
    .bind(i32::try_from(parked.attempts).unwrap_or(i32::MAX))
    .execute(transaction)
    .await
    .map(drop)
}

/// Copies the parked streams of one generation to another.
pub(super) async fn copy(database: impl PgExecutor<'_>, from: i32, to: i32) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO projections.parked (generation, stream, version, position, event_type, error, may_pass,
                                         parked_at, tried_at, attempts)
         SELECT $2, stream, version, position, event_type, error, may_pass, parked_at, tried_at, attempts
         FROM projections.parked WHERE generation = $1",
    )
    .bind(from)
    .bind(to)
    .execute(database)
    .await
    .map(drop)
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
    sqlx::query(
        "UPDATE projections.parked SET waiting = waiting + more.events
         FROM (SELECT stream, count(*) AS events FROM unnest($2::text[]) AS stream GROUP BY stream) AS more
         WHERE parked.generation = $1 AND parked.stream = more.stream",
    )
    .bind(generation)
    .bind(streams)
    .execute(transaction)
    .await
    .map(drop)
}

/// Deletes the stream's row. Returns whether it was parked.
pub(super) async fn unpark(
    transaction: impl PgExecutor<'_>,
    generation: i32,
    stream: &StreamId,
) -> Result<bool, sqlx::Error> {
    let gone = sqlx::query("DELETE FROM projections.parked WHERE generation = $1 AND stream = $2")
        .bind(generation)
        .bind(stream.to_string())
        .execute(transaction)
        .await?;
    Ok(gone.rows_affected() == 1)
}

/// Deletes all parked streams of a generation.
pub(super) async fn forget(transaction: impl PgExecutor<'_>, generation: i32) -> Result<(), sqlx::Error> {
    sqlx::query(
        "WITH asked AS (DELETE FROM projections.requests WHERE generation = $1)
         DELETE FROM projections.parked WHERE generation = $1",
    )
    .bind(generation)
    .execute(transaction)
    .await
    .map(drop)
}

/// Records that this version of the view's code skips the event from now on.
pub(super) async fn skip(
    transaction: impl PgExecutor<'_>,
    view: &str,
    code_version: i32,
    event: &Refusal,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO projections.skipped
             (view, code_version, stream, version, position, event_type, error, skipped_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    )
    .bind(view)
    .bind(code_version)
    .bind(event.stream.to_string())
    .bind(event.version.cast_signed())
    .bind(bigint(event.position))
    .bind(&event.event_type)
    .bind(&event.error)
    .bind(now)
    .execute(transaction)
    .await
    .map(drop)
}

/// The skipped events in order of position: all of them, or those that a generation skips.
pub(super) async fn skipped(
    database: impl PgExecutor<'_>,
    by: Option<&Generation>,
) -> Result<Vec<SkippedEvent>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT * FROM projections.skipped WHERE $1 IS NULL OR (view = $1 AND code_version = $2)
         ORDER BY view, code_version, position",
    )
    .bind(by.map(|generation| generation.view.clone()))
    .bind(by.map(|generation| generation.code_version))
    .fetch_all(database)
    .await?;
    let told = rows.iter().map(|row| {
        Ok(SkippedEvent {
            view: row.try_get("view")?,
            code_version: row.try_get("code_version")?,
            stream: stream(row)?,
            version: version(row)?,
            position: position(row.try_get("position")?)?,
            event_type: row.try_get("event_type")?,
            error: row.try_get("error")?,
            skipped_at: row.try_get("skipped_at")?,
        })
    });
    told.collect()
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
    fn pauses_grow_and_end() {
        let pause = |attempts| parked(attempts, true).next_try().map(|at| at.timestamp());
        assert_eq!([1, 2, 3, 9].map(pause), [Some(1), Some(2), Some(4), Some(256)]);
        assert_eq!(pause(10), None);
    }

    #[test]
    fn an_error_that_cannot_pass_is_not_retried() {
        assert_eq!(parked(1, false).next_try(), None);
    }
}
