//! Waits for views to reach a position: for tests, the demo market and the start of an instance. Query services wait
//! with the same table and the same notification.

use std::{collections::HashMap, fmt, time::Duration};

use postgres_kit::{FromRow, Listener, statements, within};
use shared_events::Position;
use tokio::time::{Instant, sleep, timeout};

use super::{
    View, columns::position, generation::State, notify, pause, session::LEASE_LOCK_CLASS, shared::Shared,
};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn checkpoints(lock_class: i64) -> row CheckpointRow = include_str!("sql/wait/checkpoints.sql");
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
    running: bool,
}

/// Poll interval of the positions: the longest delay after a lost notification.
const POSITION_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A view that can be read stands still when nothing has moved it for this long. A process that starts needs some of the
/// time to take the lease and to write the first batch.
const STANDSTILL_AFTER: Duration = Duration::from_secs(10);

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

/// Waits until the views have reached the position or stand still, and returns those that have not reached it.
///
/// A view stands still when an operator has paused it, or when it has not moved for [`STANDSTILL_AFTER`]. A build stands
/// still when no process works on it without an error for the duration of a lease: it does not move while it makes
/// indexes, and another process may take it over. After `at_most`, the slow views are returned, too.
pub(super) async fn wait_while_moving(
    shared: &Shared,
    wanted: Position,
    at_most: Duration,
) -> Result<Vec<Behind>, sqlx::Error> {
    let views: Vec<&dyn View> = shared.views.iter().map(|view| &**view).collect();
    let began = Instant::now();
    let mut moved: HashMap<&str, (Place, Instant)> = HashMap::new();
    loop {
        let looked = views_behind(shared, &views, wanted);
        match within(shared.limits.answer, "where the views are", looked).await {
            Ok(behind) => {
                let now = Instant::now();
                for one in &behind {
                    let (place, since) = moved.entry(one.view).or_insert((one.place, now));
                    if *place != one.place || one.is_being_built() {
                        (*place, *since) = (one.place, now);
                    }
                }
                let stands_after = |one: &Behind| match one.place {
                    Place::At(_) => STANDSTILL_AFTER.min(shared.limits.lease),
                    Place::NotBuilt(_) | Place::Older(_) => shared.limits.lease,
                };
                let stands = |one: &Behind| one.is_paused || now - moved[one.view].1 >= stands_after(one);
                if behind.iter().all(stands) || began.elapsed() > at_most {
                    return Ok(behind);
                }
            }
            // The connection is lost or silent.
            Err(sqlx::Error::Io(error)) if began.elapsed() <= at_most => {
                tracing::warn!(%error, "cannot read the views' positions");
            }
            Err(error) => return Err(error),
        }
        sleep(POSITION_POLL_INTERVAL).await;
    }
}

/// Where a view that is behind stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// No generation serves. The position is that of the build, if there is one.
    NotBuilt(Position),
    /// A generation of older code serves. The position is that of the build, if there is one.
    Older(Position),
    /// The serving generation is at this position.
    At(Position),
}

/// A view that is behind a position. As text: the view, where it stands, and what stops it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behind {
    /// The view's name.
    pub view: &'static str,
    /// An operator has paused the view.
    pub is_paused: bool,
    place: Place,
    wanted: Position,
    error: Option<String>,
    /// Whether a process writes the generation that the view waits for.
    is_running: bool,
    /// Newer code has built the serving generation, so this program cannot write it.
    is_newer: bool,
}

impl Behind {
    /// Whether a generation serves, perhaps one of older code.
    pub fn can_be_read(&self) -> bool {
        !matches!(self.place, Place::NotBuilt(_))
    }

    /// Whether the view waits for a build, and a process works on it.
    const fn is_being_built(&self) -> bool {
        !matches!(self.place, Place::At(_)) && self.is_running && self.error.is_none()
    }
}

impl fmt::Display for Behind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::NotBuilt(_) => write!(f, "{} is not built yet", self.view)?,
            Place::Older(_) => write!(f, "{} is being built by newer code", self.view)?,
            Place::At(position) => write!(f, "{} is at {position} of {}", self.view, self.wanted)?,
        }
        if self.is_newer {
            write!(f, ", built by newer code")?;
        }
        if self.is_paused {
            write!(f, ", paused until `views resume {}`", self.view)?;
        }
        match &self.error {
            Some(error) => write!(f, " ({error})"),
            None => Ok(()),
        }
    }
}

fn describe(behind: &[Behind]) -> String {
    behind.iter().map(Behind::to_string).collect::<Vec<_>>().join("; ")
}

pub(super) async fn views_behind(
    shared: &Shared,
    views: &[&dyn View],
    wanted: Position,
) -> Result<Vec<Behind>, sqlx::Error> {
    let rows = sql::checkpoints(i64::from(LEASE_LOCK_CLASS)).fetch_all(&shared.pool).await?;
    let orders = pause::orders(&shared.pool).await?;
    let behind = views.iter().filter_map(|view| {
        let name = view.name();
        let orders = orders.get(name).copied().unwrap_or_default();
        let of_view = |state| rows.iter().rev().find(move |row| row.view == name && row.state == state);
        let (serving, build) = (of_view(State::Serving), of_view(State::Building));
        let built_up_to = build.map_or(Position::START, |build| build.position);
        let (place, waits_for) = match serving {
            None => (Place::NotBuilt(built_up_to), build),
            // When an operator has rolled back from this version, an older one is meant to serve.
            Some(row) if row.code_version < view.version() && !orders.hold_back(view.version()) => {
                (Place::Older(built_up_to), build)
            }
            Some(row) if row.position < wanted => (Place::At(row.position), serving),
            Some(_) => return None,
        };
        Some(Behind {
            view: name,
            is_paused: orders.paused_at.is_some(),
            place,
            wanted,
            error: waits_for.and_then(|row| row.last_error.clone()),
            is_running: waits_for.is_some_and(|row| row.running),
            is_newer: serving.is_some_and(|row| row.code_version > view.version()),
        })
    });
    Ok(behind.collect())
}
