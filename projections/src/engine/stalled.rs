//! Logs when a view stands still although the log grows, and when it moves again.
//!
//! A stalled view may have no error to show: its lease may be held by a process that is gone or hangs.

use std::{collections::HashMap, sync::Arc, time::Duration};

use postgres_kit::{statements, within};
use shared_events::Position;
use tokio::time::{Instant, sleep};

use super::{columns::position, session::LEASE_LOCK_CLASS, shared::Shared, status::StatusError};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn positions(lock_class: i64) -> row (String, i64, Option<i32>) =
        include_str!("sql/stalled/positions.sql");
}

/// How many lease durations a view may stand still before it is reported: by then another process could have taken
/// over.
const LEASES_UNTIL_STALLED: u32 = 2;

/// The position of a serving view, as all processes see it.
#[derive(Clone, Debug)]
struct ViewPosition {
    position: Position,
    /// The server backend that holds the lease.
    holder: Option<i32>,
}

/// The last known state of a view.
#[derive(Clone, Copy, Debug)]
struct WatchedView {
    position: Position,
    /// When the view stopped moving while the log grew.
    since: Instant,
    reported: bool,
}

/// What to report of a view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Stalled(Duration),
    MovesAgain(Duration),
}

/// Checks the views periodically, without end.
pub(super) async fn watch(shared: Arc<Shared>) {
    let after = shared.limits.lease * LEASES_UNTIL_STALLED;
    let mut watched = HashMap::new();
    let mut unread = false;
    loop {
        sleep(shared.limits.heartbeat()).await;
        let looked = within(shared.limits.answer, "where the views are", look(&shared)).await;
        let (head, places) = match looked {
            Ok(found) => found,
            Err(error) => {
                if !unread {
                    tracing::warn!(%error, "cannot read the views' positions");
                }
                unread = true;
                continue;
            }
        };
        unread = false;
        watched.retain(|view, _| places.contains_key(view));
        for (view, place) in places {
            let now = Instant::now();
            let known = watched.entry(view.clone()).or_insert_with(|| begin(place.position, now));
            match step(known, &place, head, now, after) {
                Some(Change::Stalled(time)) => {
                    let (position, holder) = (place.position, place.holder);
                    tracing::error!(view, %position, %head, holder, ?time, "view does not move although the log grows");
                }
                Some(Change::MovesAgain(time)) => tracing::info!(view, ?time, "view moves again"),
                None => {}
            }
        }
    }
}

fn begin(position: Position, now: Instant) -> WatchedView {
    WatchedView { position, since: now, reported: false }
}

/// Compares a view's position with the last one.
fn step(
    watched: &mut WatchedView,
    place: &ViewPosition,
    head: Position,
    now: Instant,
    after: Duration,
) -> Option<Change> {
    let stood = now - watched.since;
    if place.position != watched.position || place.position >= head {
        let reported = watched.reported.then_some(Change::MovesAgain(stood));
        *watched = begin(place.position, now);
        return reported;
    }
    if stood < after || watched.reported {
        return None;
    }
    watched.reported = true;
    Some(Change::Stalled(stood))
}

/// The end of the log, and the position of each serving view that is not paused.
async fn look(shared: &Shared) -> Result<(Position, HashMap<String, ViewPosition>), StatusError> {
    let head = shared.log.head().await?;
    let rows = sql::positions(i64::from(LEASE_LOCK_CLASS)).fetch_all(&shared.pool).await?;
    let places = rows
        .into_iter()
        .map(|(view, at, holder)| Ok((view, ViewPosition { position: position(at)?, holder })));
    Ok((head, places.collect::<Result<_, sqlx::Error>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(position: u64) -> ViewPosition {
        ViewPosition { position: Position(position), holder: None }
    }

    const STALLED_AFTER: Duration = Duration::from_secs(60);

    #[test]
    fn a_stalled_view_is_reported_once_and_again_when_it_moves() {
        let began = Instant::now();
        let mut watched = begin(Position(5), began);
        let mut seen = |position, seconds| {
            step(
                &mut watched,
                &at(position),
                Position(9),
                began + Duration::from_secs(seconds),
                STALLED_AFTER,
            )
        };
        assert_eq!(seen(5, 59), None);
        assert_eq!(seen(5, 61), Some(Change::Stalled(Duration::from_secs(61))));
        assert_eq!(seen(5, 62), None);
        assert_eq!(seen(7, 65), Some(Change::MovesAgain(Duration::from_secs(65))));
        assert_eq!(seen(7, 66), None);
    }

    #[test]
    fn a_view_at_the_end_of_the_log_is_not_stalled() {
        let began = Instant::now();
        let mut watched = begin(Position(9), began);
        let later = began + Duration::from_secs(300);
        assert_eq!(step(&mut watched, &at(9), Position(9), later, STALLED_AFTER), None);
        assert_eq!(step(&mut watched, &at(9), Position(10), later, STALLED_AFTER), None);
    }
}
