//! A view and its builds as operators see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// A view: its serving generation, and the build that will replace it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewReport {
    /// The view's name.
    pub name: String,
    /// The version of the code that built the serving generation; before the first build, the program's version.
    pub version: i32,
    /// The number of the serving generation; null before the first build has finished.
    #[schema(required)]
    pub generation: Option<i32>,
    /// The view's state.
    pub state: ViewState,
    /// The position of the serving generation. Before the first build has finished, this and all members below are 0.
    pub position: u64,
    /// The distance between this position and the end of the log. Positions have gaps, so this is an upper bound of
    /// the number of events between them.
    pub lag: u64,
    /// Age in seconds of the first event that the view reads and has not applied; null before the first build has
    /// finished.
    #[schema(required)]
    pub lag_seconds: Option<f64>,
    /// The number of parked streams.
    pub parked: u64,
    /// The approximate number of rows in its tables.
    pub rows: u64,
    /// When the view was paused.
    #[schema(required)]
    pub paused_at: Option<DateTime<Utc>>,
    /// The error that has stopped the view.
    #[schema(required)]
    pub error: Option<String>,
    /// When the build of the serving generation began.
    #[schema(required)]
    pub built_at: Option<DateTime<Utc>>,
    /// The account of the admin who requested the build with `POST /admin/views/{name}/rebuild`; null when the program
    /// itself started it, or an operator built it at a terminal.
    #[schema(required)]
    pub asked_by: Option<String>,
    /// The build that runs or waits to be continued; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rebuild: Option<Rebuild>,
    /// Every generation of the view that still has tables, oldest first.
    pub generations: Vec<Generation>,
}

/// A generation of a view.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Generation {
    /// The generation's number.
    pub number: i32,
    /// The version of the code that fills it.
    pub version: i32,
    /// The generation's state.
    pub state: GenerationState,
    /// The position up to which it has read the log.
    pub position: u64,
    /// The approximate number of rows in its tables.
    pub rows: u64,
    /// When its build began.
    pub built_at: DateTime<Utc>,
}

/// The state of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GenerationState {
    /// Queries read it.
    Serving,
    /// The previous generation: it follows the log, so that a rollback can serve it at once.
    Previous,
    /// It is being filled, and no query reads it.
    Building,
}

/// The state of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ViewState {
    /// It answers queries and follows the log.
    Serving,
    /// It is being built for the first time. Queries of it are answered 503.
    Building,
    /// It answers queries and stands still, because an operator has paused it.
    Paused,
    /// It answers queries and stands still, because of an error: see `error`.
    Failing,
    /// It answers queries and stands still, because no process runs it.
    Stopped,
}

/// The build that will replace the serving generation.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rebuild {
    /// The build's number.
    pub generation: i32,
    /// The version of the code that fills it.
    pub version: i32,
    /// The position up to which it has read the log.
    pub position: u64,
    /// The distance between this position and the end of the log.
    pub lag: u64,
    /// The number of events applied so far.
    pub events: u64,
    /// Events applied per second, measured recently.
    pub events_per_second: f64,
    /// Estimated seconds until it reaches the end of the log; null when there is no estimate.
    #[schema(required)]
    pub seconds_left: Option<u64>,
    /// Whether a process runs the build, or is about to.
    pub running: bool,
    /// The build does not serve before `POST /admin/views/{name}/swap`.
    pub held: bool,
    /// When its differences from the serving generation were recorded, which `GET /admin/views/{name}/review` returns;
    /// null: not yet.
    #[schema(required)]
    pub reviewed_at: Option<DateTime<Utc>>,
    /// When the build began.
    pub began_at: DateTime<Utc>,
    /// The account of the admin who requested it, as in the view's `askedBy`.
    #[schema(required)]
    pub asked_by: Option<String>,
    /// The error that has stopped the build.
    #[schema(required)]
    pub error: Option<String>,
}
