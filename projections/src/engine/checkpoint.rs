//! The checkpoint of a generation, and the error that stops it.

use chrono::{DateTime, Utc};
use postgres_kit::{bigint, statements};
use shared_events::Position;
use sqlx::PgExecutor;

use super::{columns::position, generation::State, progress::Speed};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn advance(
        id: i32, from: i64, to: i64, now: DateTime<Utc>, events: i64, events_per_second: f64,
        positions_per_second: f64,
    ) -> value String = include_str!("sql/checkpoint/advance.sql");
    fn hold(id: i32, at: i64, events: i64) = include_str!("sql/checkpoint/hold.sql");
    fn note_beyond_log(id: i32) = "UPDATE projections.generations SET beyond_log = true WHERE id = $1";
    fn show_error(id: i32, error: &str, now: DateTime<Utc>) -> value i64 =
        "UPDATE projections.generations SET last_error = $2, failed_at = $3 WHERE id = $1 RETURNING position";
}

/// A move of the checkpoint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) from: Position,
    pub(super) to: Position,
    /// How many events are applied between the two positions.
    pub(super) events: usize,
    /// The speed measured recently.
    pub(super) speed: Speed,
    pub(super) now: DateTime<Utc>,
}

/// Moves the checkpoint if it is where the caller believes it to be, the generation is not retired and the view is not
/// paused. Returns the generation's state, or `None` if the checkpoint did not move. The row stays locked until the
/// transaction ends.
pub(super) async fn advance(
    transaction: impl PgExecutor<'_>,
    id: i32,
    step: Step,
) -> Result<Option<State>, sqlx::Error> {
    let (from, to) = (bigint(step.from.0), bigint(step.to.0));
    let events = i64::try_from(step.events).unwrap_or(i64::MAX);
    let state = sql::advance(id, from, to, step.now, events, step.speed.events, step.speed.positions)
        .fetch_optional(transaction)
        .await?;
    state.as_deref().map(State::parse).transpose()
}

/// Locks the checkpoint until the transaction ends, if it is where the caller believes it to be, so that events
/// before it can be applied late.
pub(super) async fn hold(
    transaction: impl PgExecutor<'_>,
    id: i32,
    at: Position,
    events: u64,
) -> Result<bool, sqlx::Error> {
    let held = sql::hold(id, bigint(at.0), events.cast_signed()).execute(transaction).await?;
    Ok(held.rows_affected() == 1)
}

/// Records that the log ends before the generation's checkpoint.
pub(super) async fn note_beyond_log(database: impl PgExecutor<'_>, id: i32) -> Result<(), sqlx::Error> {
    sql::note_beyond_log(id).execute(database).await.map(drop)
}

/// Records an error with the generation, until its checkpoint moves again. Returns the checkpoint.
pub(super) async fn show_error(
    database: impl PgExecutor<'_>,
    id: i32,
    error: &str,
    now: DateTime<Utc>,
) -> Result<Position, sqlx::Error> {
    position(sql::show_error(id, &error.replace('\0', "\u{fffd}"), now).fetch_one(database).await?)
}
