//! Generations of views: the rows of the table `projections.generations`.

use chrono::{DateTime, Utc};
use shared_events::Position;
use sqlx::{PgExecutor, Row, postgres::PgRow};

use super::progress::Speed;

/// The purpose of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is being filled, and no query reads it.
    Building,
    /// Queries read it.
    Serving,
    /// Another one has replaced it. It is kept up to date, so that a rollback is a swap.
    Previous,
    /// It is built only to be compared with the serving one.
    Verifying,
    /// Its tables are gone.
    Retired,
}

impl State {
    /// The state's name in the table.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Building => "building",
            Self::Serving => "serving",
            Self::Previous => "previous",
            Self::Verifying => "verifying",
            Self::Retired => "retired",
        }
    }

    pub(super) fn parse(word: &str) -> Result<Self, sqlx::Error> {
        [Self::Building, Self::Serving, Self::Previous, Self::Verifying, Self::Retired]
            .into_iter()
            .find(|state| state.as_str() == word)
            .ok_or_else(|| unknown(word))
    }
}

/// How far a build is. The tables are created in the transaction that sets their stage; the indexes commit one by one
/// before theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// No tables yet.
    Empty,
    /// There are tables.
    Filling,
    /// The tables have their secondary indexes.
    Indexed,
}

impl Stage {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::Filling => "filling",
            Self::Indexed => "indexed",
        }
    }

    fn parse(word: &str) -> Result<Self, sqlx::Error> {
        [Self::Empty, Self::Filling, Self::Indexed]
            .into_iter()
            .find(|stage| stage.as_str() == word)
            .ok_or_else(|| unknown(word))
    }
}

fn unknown(word: &str) -> sqlx::Error {
    sqlx::Error::Decode(format!("projections.generations holds the unknown word {word:?}").into())
}

/// One build of a view.
#[derive(Clone, Debug)]
pub(super) struct Generation {
    pub(super) id: i32,
    pub(super) view: String,
    pub(super) number: i32,
    pub(super) code_version: i32,
    pub(super) state: State,
    pub(super) stage: Stage,
    pub(super) position: Position,
    /// The log was once found to end before the checkpoint.
    pub(super) beyond_log: bool,
    /// Who requested the build; `None` when the program started it, or a terminal waits for it.
    pub(super) asked_by: Option<String>,
    /// It does not serve until an operator releases it.
    pub(super) held: bool,
    /// When its differences were recorded for that operator.
    pub(super) reviewed_at: Option<DateTime<Utc>>,
}

impl Generation {
    /// Whether it is built and waits for an operator's decision.
    pub(super) const fn waits_for_decision(&self) -> bool {
        self.held && self.reviewed_at.is_some()
    }

    /// The schema of its tables.
    pub(super) fn schema(&self) -> String {
        format!("rm_{}_v{}", self.view, self.number)
    }

    pub(super) fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            view: row.try_get("view")?,
            number: row.try_get("generation")?,
            code_version: row.try_get("code_version")?,
            state: State::parse(row.try_get("state")?)?,
            stage: Stage::parse(row.try_get("stage")?)?,
            position: position(row.try_get("position")?)?,
            beyond_log: row.try_get("beyond_log")?,
            asked_by: row.try_get("asked_by")?,
            held: row.try_get("held")?,
            reviewed_at: row.try_get("reviewed_at")?,
        })
    }
}

/// All generations of a view that still have tables or will get them, oldest first.
pub(super) async fn of_view(
    database: impl PgExecutor<'_>,
    view: &str,
) -> Result<Vec<Generation>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT * FROM projections.generations WHERE view = $1 AND state <> 'retired' ORDER BY generation",
    )
    .bind(view)
    .fetch_all(database)
    .await?;
    rows.iter().map(Generation::from_row).collect()
}

/// As [`of_view`], and locks their states and checkpoints until the transaction ends.
pub(super) async fn of_view_locked(
    transaction: impl PgExecutor<'_>,
    view: &str,
) -> Result<Vec<Generation>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT * FROM projections.generations WHERE view = $1 AND state <> 'retired'
         ORDER BY generation FOR UPDATE",
    )
    .bind(view)
    .fetch_all(transaction)
    .await?;
    rows.iter().map(Generation::from_row).collect()
}

pub(super) async fn by_id(database: impl PgExecutor<'_>, id: i32) -> Result<Generation, sqlx::Error> {
    let row = sqlx::query("SELECT * FROM projections.generations WHERE id = $1")
        .bind(id)
        .fetch_one(database)
        .await?;
    Generation::from_row(&row)
}

/// As [`by_id`], and locks its checkpoint and state until the transaction ends.
pub(super) async fn lock(transaction: impl PgExecutor<'_>, id: i32) -> Result<Generation, sqlx::Error> {
    let row = sqlx::query("SELECT * FROM projections.generations WHERE id = $1 FOR UPDATE")
        .bind(id)
        .fetch_one(transaction)
        .await?;
    Generation::from_row(&row)
}

/// Plans a build of this view by this version of its code, unless one is unfinished. With `unless_served`, also
/// unless the serving generation was built by this version or a newer one.
pub(super) async fn plan(
    database: impl PgExecutor<'_>,
    view: &str,
    code_version: i32,
    unless_served: bool,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO projections.generations (view, generation, code_version, created_at, updated_at)
         SELECT $1, coalesce(max(generation), 0) + 1, $2, $4, $4 FROM projections.generations WHERE view = $1
         HAVING NOT ($3 AND coalesce(bool_or(state = 'serving' AND code_version >= $2), false))
         ON CONFLICT DO NOTHING",
    )
    .bind(view)
    .bind(code_version)
    .bind(unless_served)
    .bind(now)
    .execute(database)
    .await
    .map(drop)
}

/// Records who requested an unfinished build. `false`: it was requested before, or it is finished.
pub(super) async fn note_request(
    database: impl PgExecutor<'_>,
    id: i32,
    asked_by: &str,
    held: bool,
    now: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let noted = sqlx::query(
        "UPDATE projections.generations SET asked_by = $2, held = $3, asked_at = $4
         WHERE id = $1 AND state = 'building' AND asked_by IS NULL",
    )
    .bind(id)
    .bind(asked_by)
    .bind(held)
    .bind(now)
    .execute(database)
    .await?;
    Ok(noted.rows_affected() == 1)
}

/// Sets whether a build waits for an operator before it serves.
pub(super) async fn set_held(database: impl PgExecutor<'_>, id: i32, held: bool) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE projections.generations SET held = $2 WHERE id = $1")
        .bind(id)
        .bind(held)
        .execute(database)
        .await
        .map(drop)
}

/// Records that an operator has cancelled a build. It waits for no lock of the build.
pub(super) async fn note_cancel(
    database: impl PgExecutor<'_>,
    id: i32,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO projections.cancels (generation, cancelled_at) VALUES ($1, $2) ON CONFLICT DO NOTHING",
    )
    .bind(id)
    .bind(now)
    .execute(database)
    .await
    .map(drop)
}

/// Whether an operator has cancelled the build, or it was dropped.
pub(super) async fn is_cancelled(database: impl PgExecutor<'_>, id: i32) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM projections.cancels WHERE generation = $1)
             OR EXISTS (SELECT FROM projections.generations WHERE id = $1 AND state = 'retired')",
    )
    .bind(id)
    .fetch_one(database)
    .await
}

/// Plans a generation that is built only to be compared with the serving one.
pub(super) async fn plan_verification(
    transaction: impl PgExecutor<'_>,
    view: &str,
    code_version: i32,
    now: DateTime<Utc>,
) -> Result<Generation, sqlx::Error> {
    let row = sqlx::query(
        "INSERT INTO projections.generations (view, generation, code_version, state, created_at, updated_at)
         SELECT $1, coalesce(max(generation), 0) + 1, $2, 'verifying', $3, $3
         FROM projections.generations WHERE view = $1 RETURNING *",
    )
    .bind(view)
    .bind(code_version)
    .bind(now)
    .fetch_one(transaction)
    .await?;
    Generation::from_row(&row)
}

/// Sets a build's stage.
pub(super) async fn set_stage(
    transaction: impl PgExecutor<'_>,
    id: i32,
    stage: Stage,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE projections.generations SET stage = $2 WHERE id = $1")
        .bind(id)
        .bind(stage.as_str())
        .execute(transaction)
        .await
        .map(drop)
}

/// Records that the log ends before the checkpoint.
pub(super) async fn note_beyond_log(database: impl PgExecutor<'_>, id: i32) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE projections.generations SET beyond_log = true WHERE id = $1")
        .bind(id)
        .execute(database)
        .await
        .map(drop)
}

pub(super) async fn set_state(
    transaction: impl PgExecutor<'_>,
    id: i32,
    state: State,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE projections.generations SET state = $2 WHERE id = $1")
        .bind(id)
        .bind(state.as_str())
        .execute(transaction)
        .await
        .map(drop)
}

/// A move of the checkpoint.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) from: Position,
    pub(super) to: Position,
    /// How many events are applied between the two positions.
    pub(super) events: usize,
    /// Measured recently.
    pub(super) speed: Speed,
    pub(super) now: DateTime<Utc>,
}

/// Gives the rows that this transaction writes a `row_version` of their own, other than the checkpoint's: it applies
/// events before the checkpoint, and may change rows that were last written there.
pub(super) async fn version_rows_apart(
    transaction: impl PgExecutor<'_>,
    at: Position,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query("SELECT set_config('greenstall.row_version', $1, true)")
        .bind(format!("{at}+{}", now.timestamp_micros()))
        .execute(transaction)
        .await
        .map(drop)
}

/// Moves the checkpoint, if it is where the caller believes it to be, the generation is not retired and the view is
/// not paused. Returns the generation's state, or `None` if it did not move. The row stays locked until the
/// transaction ends. Rows that the transaction writes get the new position as their `row_version`, where their table
/// has one.
pub(super) async fn advance(
    transaction: impl PgExecutor<'_>,
    id: i32,
    step: Step,
) -> Result<Option<State>, sqlx::Error> {
    let state: Option<String> = sqlx::query_scalar(
        "UPDATE projections.generations
         SET position = $3, updated_at = $4, events = events + $5, events_per_second = $6, positions_per_second = $7,
             last_error = NULL, failed_at = NULL
         WHERE id = $1 AND position = $2 AND state <> 'retired'
           AND (state = 'verifying' OR NOT EXISTS (
               SELECT FROM projections.views WHERE views.view = generations.view AND paused_at IS NOT NULL))
         RETURNING state, set_config('greenstall.row_version', $3::text, true)",
    )
    .bind(id)
    .bind(bigint(step.from))
    .bind(bigint(step.to))
    .bind(step.now)
    .bind(i64::try_from(step.events).unwrap_or(i64::MAX))
    .bind(step.speed.events)
    .bind(step.speed.positions)
    .fetch_optional(transaction)
    .await?;
    state.as_deref().map(State::parse).transpose()
}

/// Keeps the checkpoint in place until the transaction ends, if it is where the caller believes it to be, while
/// events before it are applied late.
pub(super) async fn hold(
    transaction: impl PgExecutor<'_>,
    id: i32,
    at: Position,
    events: u64,
) -> Result<bool, sqlx::Error> {
    let held = sqlx::query(
        "UPDATE projections.generations SET events = events + $3
         WHERE id = $1 AND position = $2 AND state <> 'retired'",
    )
    .bind(id)
    .bind(bigint(at))
    .bind(events.cast_signed())
    .execute(transaction)
    .await?;
    Ok(held.rows_affected() == 1)
}

/// Records an error with the generation, until its checkpoint moves again. Returns the checkpoint.
pub(super) async fn show_error(
    database: impl PgExecutor<'_>,
    id: i32,
    error: &str,
    now: DateTime<Utc>,
) -> Result<Position, sqlx::Error> {
    let stands: i64 = sqlx::query_scalar(
        "UPDATE projections.generations SET last_error = $2, failed_at = $3 WHERE id = $1 RETURNING position",
    )
    .bind(id)
    .bind(error.replace('\0', "\u{fffd}"))
    .bind(now)
    .fetch_one(database)
    .await?;
    position(stands)
}

/// Converts a position to Postgres' `bigint`.
pub(super) fn bigint(position: Position) -> i64 {
    i64::try_from(position.0).unwrap_or(i64::MAX)
}

/// Converts Postgres' `bigint` to a position.
pub(super) fn position(value: i64) -> Result<Position, sqlx::Error> {
    let value = u64::try_from(value).map_err(|_| sqlx::Error::Decode("a position is negative".into()))?;
    Ok(Position(value))
}
