//! Waits for views to reach a position: for tests, the demo market and the start of an instance. Query services wait
//! with the same table and the same notification.

use std::{collections::HashMap, time::Duration};

use postgres_kit::{FromRow, Listener, statements, within};
use shared_events::Position;
use tokio::time::{sleep, timeout};

use super::{View, columns::position, generation::State, notify, pause, shared::Shared};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn checkpoints() -> row CheckpointRow = include_str!("sql/wait/checkpoints.sql");
}

#[derive(FromRow)]
struct CheckpointRow {
    view: String,
    #[row(with = State::parse)]
    state: State,
    code_version: i32,
    #[row(with = position)]
    position: Position,
    last_error: Option<String>,
}

/// Poll interval of the positions: the longest delay after a lost notification.
const POSITION_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Which views to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which<'a> {
    /// Every view of the engine.
    All,
    /// The view of this name.
    View(&'a str),
}

/// The position was not reached.
#[derive(Debug, thiserror::Error)]
pub enum WaitError {
    /// The time ran out. The text says where each view that is behind stands, and why.
    #[error("not reached in {waited:?}: {behind}")]
    Timeout {
        /// How long the call waited.
        waited: Duration,
        /// The views that are behind.
        behind: String,
    },
    /// There is no view of this name.
    #[error("there is no view called {0:?}")]
    Unknown(String),
    /// The database did not answer.
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Waits until the views serve at the position or beyond, built by this version of their code or a newer one. After a
/// rollback from this version, an older one is enough.
pub(super) async fn wait_until(
    shared: &Shared,
    which: Which<'_>,
    wanted: Position,
    at_most: Duration,
) -> Result<(), WaitError> {
    let views: Vec<&dyn View> = match which {
        Which::All => shared.views.iter().map(|view| &**view).collect(),
        Which::View(name) => {
            vec![shared.view(name).map(|view| &**view).ok_or_else(|| WaitError::Unknown(name.into()))?]
        }
    };
    let mut behind = String::new();
    match timeout(at_most, reached(shared, &views, wanted, &mut behind)).await {
        Ok(reached) => Ok(reached?),
        Err(_) => Err(WaitError::Timeout { waited: at_most, behind }),
    }
}

async fn reached(
    shared: &Shared,
    views: &[&dyn View],
    wanted: Position,
    behind: &mut String,
) -> Result<(), sqlx::Error> {
    loop {
        match watch(shared, views, wanted, behind).await {
            // The connection is lost or silent.
            Err(sqlx::Error::Io(error)) => *behind = error.to_string(),
            watched => return watched,
        }
        sleep(POSITION_POLL_INTERVAL).await;
    }
}

async fn watch(
    shared: &Shared,
    views: &[&dyn View],
    wanted: Position,
    behind: &mut String,
) -> Result<(), sqlx::Error> {
    // Listen before the first look, so that no later change is missed.
    let database = shared.pool.connect_options();
    let mut listener = Listener::connect(&database, &[notify::VIEWS_CHANNEL], shared.limits).await?;
    loop {
        let looked = views_behind(shared, views, wanted);
        *behind = describe(&within(shared.limits.answer, "where the views are", looked).await?);
        if behind.is_empty() {
            return Ok(());
        }
        // Looks again after a notification as well as after a timeout.
        if let Ok(heard) = timeout(POSITION_POLL_INTERVAL, listener.recv()).await {
            heard?;
        }
    }
}

/// A view that is behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behind {
    /// The view's name.
    pub view: &'static str,
    /// The view's position and the error that stops it, as text for the log.
    pub place: String,
}

fn describe(behind: &[Behind]) -> String {
    behind.iter().map(|one| format!("{} {}", one.view, one.place)).collect::<Vec<_>>().join("; ")
}

pub(super) async fn views_behind(
    shared: &Shared,
    views: &[&dyn View],
    wanted: Position,
) -> Result<Vec<Behind>, sqlx::Error> {
    let rows = sql::checkpoints().fetch_all(&shared.pool).await?;
    let mut serving: HashMap<String, (i32, Position)> = HashMap::new();
    let mut errors: HashMap<String, String> = HashMap::new();
    for row in rows {
        if let Some(error) = row.last_error {
            errors.insert(row.view.clone(), error);
        }
        if row.state == State::Serving {
            serving.insert(row.view, (row.code_version, row.position));
        }
    }
    let orders = pause::orders(&shared.pool).await?;
    // An operator has rolled back from this version, so an older one is meant to serve.
    let held_back =
        |view: &dyn View| orders.get(view.name()).is_some_and(|orders| orders.hold_back(view.version()));
    let behind = views.iter().filter_map(|view| {
        let name = view.name();
        let place = match serving.get(name) {
            None => "is not built yet".to_owned(),
            Some((version, _)) if *version < view.version() && !held_back(*view) => {
                "is being built by newer code".to_owned()
            }
            Some((_, position)) if *position < wanted => format!("is at {position} of {wanted}"),
            Some(_) => return None,
        };
        let error = errors.get(name).map(|error| format!(" ({error})")).unwrap_or_default();
        Some(Behind { view: name, place: place + &error })
    });
    Ok(behind.collect())
}
