//! Generations of views: the rows of the table `projections.generations`.

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, statements};
use shared_events::Position;
use sqlx::PgExecutor;

use super::columns::position;

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn of_view(view: &str) -> row Generation = concat!(
        include_str!("sql/select_generations.sql"),
        "WHERE view = $1 AND state <> 'retired' ORDER BY generation"
    );
    fn of_view_locked(view: &str) -> row Generation = concat!(
        include_str!("sql/select_generations.sql"),
        "WHERE view = $1 AND state <> 'retired' ORDER BY generation FOR UPDATE"
    );
    fn not_serving() -> row Generation = concat!(
        include_str!("sql/select_generations.sql"),
        "WHERE state IN ('previous', 'building', 'verifying') AND stage <> 'empty' ORDER BY view, generation"
    );
    fn by_id(id: i32) -> row Generation =
        concat!(include_str!("sql/select_generations.sql"), "WHERE id = $1");
    fn lock(id: i32) -> row Generation =
        concat!(include_str!("sql/select_generations.sql"), "WHERE id = $1 FOR UPDATE");
    fn plan(view: &str, code_version: i32, unless_served: bool, now: DateTime<Utc>) =
        include_str!("sql/generation/plan.sql");
    fn note_request(id: i32, asked_by: &str, held: bool, now: DateTime<Utc>) =
        include_str!("sql/generation/note_request.sql");
    fn set_held(id: i32, held: bool) = "UPDATE projections.generations SET held = $2 WHERE id = $1";
    fn note_cancel(id: i32, now: DateTime<Utc>) =
        "INSERT INTO projections.cancels (generation, cancelled_at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    fn is_cancelled(id: i32) -> value bool = include_str!("sql/generation/is_cancelled.sql");
    fn plan_verification(view: &str, code_version: i32, now: DateTime<Utc>) -> value i32 =
        include_str!("sql/generation/plan_verification.sql");
    fn set_stage(id: i32, stage: &str) = "UPDATE projections.generations SET stage = $2 WHERE id = $1";
    fn set_state(id: i32, state: &str) = "UPDATE projections.generations SET state = $2 WHERE id = $1";
}

/// The state of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It is being filled, and no query reads it.
    Building,
    /// Queries read it.
    Serving,
    /// Another generation has replaced it. It still follows the log, so that a rollback is only a swap.
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

/// How far a build is. The tables are created in the transaction that sets `Filling`. The indexes commit one by one
/// before `Indexed` is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// No tables were created yet.
    Empty,
    /// The tables exist.
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
#[derive(Clone, Debug, FromRow)]
pub(super) struct Generation {
    pub(super) id: i32,
    pub(super) view: String,
    #[row(rename = "generation")]
    pub(super) number: i32,
    pub(super) code_version: i32,
    #[row(with = State::parse)]
    pub(super) state: State,
    #[row(with = Stage::parse)]
    pub(super) stage: Stage,
    #[row(with = position)]
    pub(super) position: Position,
    /// The log was found to end before the checkpoint at some time.
    pub(super) beyond_log: bool,
    /// Who requested the build; `None` when the program itself started it, or an operator builds it at a terminal.
    pub(super) asked_by: Option<String>,
    /// An operator must release the build before it serves.
    pub(super) held: bool,
    /// When the build's differences were recorded for the operator.
    pub(super) reviewed_at: Option<DateTime<Utc>>,
}

impl Generation {
    /// Whether the build is complete and waits for an operator's decision.
    pub(super) const fn waits_for_decision(&self) -> bool {
        self.held && self.reviewed_at.is_some()
    }

    /// The schema of its tables.
    pub(super) fn schema(&self) -> String {
        format!("rm_{}_v{}", self.view, self.number)
    }
}

/// All generations of a view that still have tables or will get them, oldest first.
pub(super) async fn of_view(
    database: impl PgExecutor<'_>,
    view: &str,
) -> Result<Vec<Generation>, sqlx::Error> {
    sql::of_view(view).fetch_all(database).await
}

/// As [`of_view`], and locks their states and checkpoints until the transaction ends.
pub(super) async fn of_view_locked(
    transaction: impl PgExecutor<'_>,
    view: &str,
) -> Result<Vec<Generation>, sqlx::Error> {
    sql::of_view_locked(view).fetch_all(transaction).await
}

/// All builds that have tables and do not serve.
pub(super) async fn not_serving(database: impl PgExecutor<'_>) -> Result<Vec<Generation>, sqlx::Error> {
    sql::not_serving().fetch_all(database).await
}

pub(super) async fn by_id(database: impl PgExecutor<'_>, id: i32) -> Result<Generation, sqlx::Error> {
    sql::by_id(id).fetch_one(database).await
}

/// As [`by_id`], and locks its checkpoint and state until the transaction ends.
pub(super) async fn lock(transaction: impl PgExecutor<'_>, id: i32) -> Result<Generation, sqlx::Error> {
    sql::lock(id).fetch_one(transaction).await
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
    sql::plan(view, code_version, unless_served, now).execute(database).await.map(drop)
}

/// Records who requested an unfinished build. `false`: it was requested before, or it is finished.
pub(super) async fn note_request(
    database: impl PgExecutor<'_>,
    id: i32,
    asked_by: &str,
    held: bool,
    now: DateTime<Utc>,
) -> Result<bool, sqlx::Error> {
    let noted = sql::note_request(id, asked_by, held, now).execute(database).await?;
    Ok(noted.rows_affected() == 1)
}

/// Sets whether a build waits for an operator before it serves.
pub(super) async fn set_held(database: impl PgExecutor<'_>, id: i32, held: bool) -> Result<(), sqlx::Error> {
    sql::set_held(id, held).execute(database).await.map(drop)
}

/// Records that an operator has cancelled a build. Does not wait for the build's locks.
pub(super) async fn note_cancel(
    database: impl PgExecutor<'_>,
    id: i32,
    now: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sql::note_cancel(id, now).execute(database).await.map(drop)
}

/// Whether an operator has cancelled the build, or it was dropped.
pub(super) async fn is_cancelled(database: impl PgExecutor<'_>, id: i32) -> Result<bool, sqlx::Error> {
    sql::is_cancelled(id).fetch_one(database).await
}

/// Plans a generation that is built only to be compared with the serving one, and returns its id.
pub(super) async fn plan_verification(
    transaction: impl PgExecutor<'_>,
    view: &str,
    code_version: i32,
    now: DateTime<Utc>,
) -> Result<i32, sqlx::Error> {
    sql::plan_verification(view, code_version, now).fetch_one(transaction).await
}

/// Sets a build's stage.
pub(super) async fn set_stage(
    transaction: impl PgExecutor<'_>,
    id: i32,
    stage: Stage,
) -> Result<(), sqlx::Error> {
    sql::set_stage(id, stage.as_str()).execute(transaction).await.map(drop)
}

pub(super) async fn set_state(
    transaction: impl PgExecutor<'_>,
    id: i32,
    state: State,
) -> Result<(), sqlx::Error> {
    sql::set_state(id, state.as_str()).execute(transaction).await.map(drop)
}
