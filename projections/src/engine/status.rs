//! What operators see of views.

use chrono::{DateTime, Utc};
use event_store::LogError;
use shared_events::Position;
use sqlx::Row;

use super::{
    Shared,
    generation::{Generation, State},
    pages::head,
    session::LEASES,
};

/// A view and its generations.
#[derive(Clone, Debug)]
pub struct ViewStatus {
    /// Its name.
    pub name: &'static str,
    /// The version of its code in this program.
    pub code_version: i32,
    /// Those that are not retired, oldest first. Empty before the first build.
    pub generations: Vec<GenerationStatus>,
}

/// One build of a view.
#[derive(Clone, Debug)]
pub struct GenerationStatus {
    /// Its number: the schema is `rm_<view>_v<number>`.
    pub number: i32,
    /// The version of the code that fills it.
    pub code_version: i32,
    /// What it is for.
    pub state: State,
    /// Its checkpoint.
    pub position: Position,
    /// How far the log goes beyond it. Positions have gaps, so there are at most this many events between.
    pub lag: u64,
    /// About how many rows its tables have.
    pub rows: u64,
    /// A process writes it, or is about to.
    pub running: bool,
    /// What stops it, if it is stopped.
    pub last_error: Option<String>,
    /// Since when (UTC).
    pub failed_at: Option<DateTime<Utc>>,
}

/// The state of the views could not be read.
#[derive(Debug, thiserror::Error)]
pub enum StatusError {
    /// From the database.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// The end of the log.
    #[error(transparent)]
    Log(#[from] LogError),
}

pub(super) async fn status(shared: &Shared) -> Result<Vec<ViewStatus>, StatusError> {
    let head = head(&shared.log).await?;
    let rows = sqlx::query(
        "SELECT generations.*,
                (SELECT coalesce(sum(greatest(n_live_tup, 0)), 0)::bigint FROM pg_stat_user_tables
                 WHERE schemaname = 'rm_' || view || '_v' || generation) AS rows,
                EXISTS (SELECT FROM pg_locks
                        WHERE locktype = 'advisory' AND objsubid = 2 AND granted
                          AND classid::bigint = $1 AND objid::bigint = id
                          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS running
         FROM projections.generations WHERE state <> 'retired' ORDER BY generation",
    )
    .bind(i64::from(LEASES))
    .fetch_all(&shared.pool)
    .await?;
    let mut views: Vec<ViewStatus> = shared
        .views
        .iter()
        .map(|view| ViewStatus { name: view.name(), code_version: view.version(), generations: Vec::new() })
        .collect();
    for row in &rows {
        let generation = Generation::from_row(row)?;
        let Some(view) = views.iter_mut().find(|view| view.name == generation.view) else { continue };
        let rows: i64 = row.try_get("rows")?;
        view.generations.push(GenerationStatus {
            number: generation.number,
            code_version: generation.code_version,
            state: generation.state,
            position: generation.position,
            lag: head.0.saturating_sub(generation.position.0),
            rows: rows.unsigned_abs(),
            running: row.try_get("running")?,
            last_error: row.try_get("last_error")?,
            failed_at: row.try_get("failed_at")?,
        });
    }
    Ok(views)
}
