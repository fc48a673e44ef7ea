//! The status of views, as operators see it.

use std::{borrow::Cow, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use event_store::{Categories, LogEnd, LogError};
use postgres_kit::{FromRow, statements, unsigned};
use shared_events::Position;

use super::{
    View,
    generation::{Generation, State},
    pause,
    progress::Speed,
    session::LEASE_LOCK_CLASS,
    shared::Shared,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn status(lock_class: i64) -> row StatusRow = include_str!("sql/status/status.sql");
}

/// A view and its generations.
#[derive(Clone, Debug)]
pub struct ViewStatus {
    /// Its name.
    pub name: &'static str,
    /// The version of its code in this program.
    pub code_version: i32,
    /// Since when an operator has paused it (UTC).
    pub paused: Option<DateTime<Utc>>,
    /// The code version that an operator has rolled back from: it is not built automatically.
    pub rolled_back_from: Option<i32>,
    /// The generations that are not retired, oldest first. Empty before the first build.
    pub generations: Vec<GenerationStatus>,
}

/// One build of a view.
#[derive(Clone, Debug)]
pub struct GenerationStatus {
    /// Its number: the schema is `rm_<view>_v<number>`.
    pub number: i32,
    /// The version of the code that fills it.
    pub code_version: i32,
    /// Its state.
    pub state: State,
    /// Its checkpoint.
    pub position: Position,
    /// The distance between the checkpoint and the end of the log. Positions have gaps, so this is an upper bound of
    /// the number of events between them.
    pub lag: u64,
    /// Age in seconds of the first event that the view reads and that the generation has not passed, or that it does not
    /// get yet; 0 when there is none. `None` for builds, which serve no queries.
    pub seconds_behind: Option<f64>,
    /// Events applied in total.
    pub events: u64,
    /// Events applied per second, measured when the generation last had something to write; 0 when that is long ago.
    pub events_per_second: f64,
    /// Estimated time until a build reaches the end of the log; `None` when there is no estimate.
    pub time_left: Option<Duration>,
    /// The number of parked streams; for a build, 1 when a stream stops it.
    pub parked: u64,
    /// The number of events that the generation leaves out because an operator has skipped them.
    pub skipped: u64,
    /// The estimated number of rows in its tables.
    pub rows: u64,
    /// When its build was planned (UTC).
    pub created_at: DateTime<Utc>,
    /// Who requested the build; `None` when the program itself started it, or an operator builds it at a terminal.
    pub asked_by: Option<String>,
    /// The build does not serve until an operator releases it.
    pub held: bool,
    /// When the differences from the serving generation were recorded for the operator (UTC); `None`: not yet.
    pub reviewed_at: Option<DateTime<Utc>>,
    /// Whether a process writes the generation, or is about to.
    pub running: bool,
    /// The error that has stopped the generation, if there is one.
    pub last_error: Option<String>,
    /// When the generation stopped (UTC).
    pub failed_at: Option<DateTime<Utc>>,
}

/// The status of the views could not be read.
#[derive(Debug, thiserror::Error)]
pub enum StatusError {
    /// The database failed.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The end of the log could not be read.
    #[error(transparent)]
    Log(#[from] LogError),
}

#[derive(FromRow)]
struct StatusRow {
    #[row(flatten)]
    generation: Generation,
    #[row(with = unsigned)]
    events: u64,
    events_per_second: f64,
    positions_per_second: f64,
    #[row(with = unsigned)]
    rows: u64,
    #[row(with = unsigned)]
    parked: u64,
    #[row(with = unsigned)]
    skipped: u64,
    running: bool,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    last_error: Option<String>,
    failed_at: Option<DateTime<Utc>>,
}

/// A generation that has written nothing for this long reports no speed.
const SPEED_LIFETIME: Duration = Duration::from_secs(10);

pub(super) async fn status(shared: &Shared) -> Result<Vec<ViewStatus>, StatusError> {
    let end = shared.log.end().await.map_err(LogError::from)?;
    let rows = sql::status(i64::from(LEASE_LOCK_CLASS)).fetch_all(&shared.pool).await?;
    let orders = pause::orders(&shared.pool).await?;
    let mut views = Vec::new();
    for view in &shared.views {
        let of_view = orders.get(view.name()).copied().unwrap_or_default();
        let mut generations = Vec::new();
        for row in &rows {
            if row.generation.view == view.name() {
                generations.push(of_row(shared, &**view, end, row).await?);
            }
        }
        views.push(ViewStatus {
            name: view.name(),
            code_version: view.version(),
            paused: of_view.paused_at,
            rolled_back_from: of_view.rolled_back_from,
            generations,
        });
    }
    Ok(views)
}

async fn of_row(
    shared: &Shared,
    view: &dyn View,
    end: LogEnd,
    row: &StatusRow,
) -> Result<GenerationStatus, StatusError> {
    let generation = &row.generation;
    let now = shared.clock.now();
    let lag = end.position.0.saturating_sub(generation.position.0);
    let moves = now - row.updated_at < TimeDelta::from_std(SPEED_LIFETIME).unwrap_or(TimeDelta::MAX);
    let speed = match moves {
        true => Speed { events: row.events_per_second, positions: row.positions_per_second },
        false => Speed::default(),
    };
    let is_built = matches!(generation.state, State::Building | State::Verifying);
    let seconds_behind = match is_built {
        true => None,
        false if lag == 0 => Some(0.0),
        false => {
            let next = first_after(shared, view, generation.position).await?.or(end.unread_since);
            Some(next.map_or(0.0, |at| (now - at).as_seconds_f64().max(0.0)))
        }
    };
    Ok(GenerationStatus {
        number: generation.number,
        code_version: generation.code_version,
        state: generation.state,
        position: generation.position,
        lag,
        seconds_behind,
        events: row.events,
        events_per_second: speed.events,
        time_left: is_built.then(|| speed.time_for(lag)).flatten(),
        parked: row.parked,
        skipped: row.skipped,
        rows: row.rows,
        created_at: row.created_at,
        asked_by: generation.asked_by.clone(),
        held: generation.held,
        reviewed_at: generation.reviewed_at,
        running: row.running,
        last_error: row.last_error.clone(),
        failed_at: row.failed_at,
    })
}

/// When the first event after a position was recorded that the view reads.
async fn first_after(
    shared: &Shared,
    view: &dyn View,
    after: Position,
) -> Result<Option<DateTime<Utc>>, LogError> {
    let categories = Categories::Only(Cow::Borrowed(view.categories()));
    let (page, unreadable) = shared.log.read_all_sifted(after, &categories, 1).await?;
    let readable = page.events.first().map(|event| event.recorded_at);
    Ok(readable.or(unreadable.first().map(|event| event.recorded_at)))
}
