//! A view and its builds as operators see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// One view: what serves, and the build that will replace it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewReport {
    /// Its name.
    pub name: String,
    /// The version of the code that built what serves; before the first build that of the program.
    pub version: i32,
    /// The number of the build that serves; null before the first one has finished.
    #[schema(required)]
    pub generation: Option<i32>,
    /// How it is.
    pub state: ViewState,
    /// Every event up to here is in what serves. 0 before the first build has finished, as for all that follows.
    pub position: u64,
    /// How far the log goes beyond it. Positions have gaps, so there are at most this many events between.
    pub lag: u64,
    /// Age in seconds of the first event that it should have and has not; null before the first build has finished.
    #[schema(required)]
    pub lag_seconds: Option<f64>,
    /// Streams that it leaves out, because an event in them cannot be applied.
    pub parked: u64,
    /// About how many rows its tables have.
    pub rows: u64,
    /// Since when it has been paused.
    #[schema(required)]
    pub paused_at: Option<DateTime<Utc>>,
    /// What stops it, while it is stopped.
    #[schema(required)]
    pub error: Option<String>,
    /// When the build that serves was begun.
    #[schema(required)]
    pub built_at: Option<DateTime<Utc>>,
    /// The account of the admin who had it built by `POST /admin/views/{name}/rebuild`; null for a build that the program
    /// needed, or that was asked for at a terminal.
    #[schema(required)]
    pub asked_by: Option<String>,
    /// The build that is under way or waits to be continued; left out when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rebuild: Option<Rebuild>,
    /// Every build of the view that still exists, oldest first.
    pub generations: Vec<Generation>,
}

/// A build of a view.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Generation {
    /// Its number.
    pub number: i32,
    /// The version of the code that fills it.
    pub version: i32,
    /// What it is for.
    pub state: GenerationState,
    /// How far it has read the log.
    pub position: u64,
    /// About how many rows its tables have.
    pub rows: u64,
    /// When it was begun.
    pub built_at: DateTime<Utc>,
}

/// What a build is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GenerationState {
    /// Queries read it.
    Serving,
    /// The build before: it follows the log, so that a roll-back can serve it at once.
    Previous,
    /// It is being filled; nobody reads it.
    Building,
}

/// How a view is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ViewState {
    /// It answers queries and follows the log.
    Serving,
    /// It is built for the first time; queries of it are answered 503.
    Building,
    /// It answers queries and stands still, because an operator wants it to.
    Paused,
    /// It answers queries and stands still, because something stops it: see `error`.
    Failing,
    /// It answers queries and stands still, because no process runs it.
    Stopped,
}

/// The build that will replace what serves.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rebuild {
    /// Its number.
    pub generation: i32,
    /// The version of the code that fills it.
    pub version: i32,
    /// How far it has read the log.
    pub position: u64,
    /// How far the log goes beyond it.
    pub lag: u64,
    /// Events applied so far.
    pub events: u64,
    /// In the last seconds.
    pub events_per_second: f64,
    /// Until it reaches the end of the log, if it goes on like this; null while that cannot be told.
    #[schema(required)]
    pub seconds_left: Option<u64>,
    /// A process is at it, or is about to be.
    pub running: bool,
    /// It does not serve before `POST /admin/views/{name}/swap`.
    pub held: bool,
    /// When its differences from what serves were found, which `GET /admin/views/{name}/review` tells; null: not yet.
    #[schema(required)]
    pub reviewed_at: Option<DateTime<Utc>>,
    /// When it was begun.
    pub began_at: DateTime<Utc>,
    /// The account of the admin who asked for it, as in the view's `askedBy`.
    #[schema(required)]
    pub asked_by: Option<String>,
    /// What stops it, while it is stopped.
    #[schema(required)]
    pub error: Option<String>,
}
