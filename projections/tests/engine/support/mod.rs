//! Test support: categories, expected positions, and queries of a running engine.

mod cluster;
mod view;

use std::{
    ops::RangeInclusive,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use postgres_kit::Pool;
use projections::engine::{Engine, GenerationStatus, RebuildError, State, ViewStatus};
use shared_events::StreamId;
use test_support::wait_for;
use uuid::Uuid;

pub(crate) use self::{
    cluster::{Process, TestCluster},
    view::{CountingView, InjectedFault},
};

pub(crate) const TEST_TIMEOUT: Duration = Duration::from_secs(120);

/// The category that the view reads; `OTHER_CATEGORY` is one that it does not read.
pub(crate) const READ_CATEGORY: &str = "crate";

pub(crate) const OTHER_CATEGORY: &str = "noise";

/// The stream of the event at a position, when [`TestCluster::append_many`] has appended all events.
pub(crate) fn stream_of(position: i64) -> StreamId {
    StreamId::new(READ_CATEGORY, Uuid::from_u128(u128::from((position - 1).unsigned_abs()) % 7))
}

/// All positions up to `last`, except those of the parked event's stream from that event on.
pub(crate) fn all_but_stream_from(parked: i64, last: i64) -> Vec<i64> {
    (1..=last).filter(|one| *one < parked || one % 7 != parked % 7).collect()
}

/// All positions in the range, of a log with only events that the view reads.
pub(crate) fn all(positions: RangeInclusive<i64>) -> Vec<i64> {
    positions.collect()
}

pub(crate) async fn generations(engine: &Engine, view: &str) -> Vec<GenerationStatus> {
    let views: Vec<ViewStatus> = engine.status().await.unwrap();
    views.into_iter().find(|one| one.name == view).unwrap().generations
}

pub(crate) async fn serving(engine: &Engine, view: &str) -> Option<GenerationStatus> {
    generations(engine, view).await.into_iter().find(|one| one.state == State::Serving)
}

/// Waits until a generation of the view shows an error.
pub(crate) async fn shown_error(engine: &Engine, view: &str) -> String {
    wait_for("the error to be shown", async || {
        generations(engine, view).await.into_iter().find_map(|one| one.last_error)
    })
    .await
}

/// Reads like a query service until stopped: first the position, then the rows. Returns the number of reads.
pub(crate) async fn read_on(pool: Pool, stop: Arc<AtomicBool>) -> u32 {
    let mut reads = 0;
    let mut highest = 0;
    while !stop.load(Ordering::Relaxed) {
        let position: i64 = sqlx::query_scalar("SELECT position FROM read.checkpoints WHERE view = $1")
            .bind("tally")
            .fetch_one(&pool)
            .await
            .expect("the view serves");
        assert!(position >= highest, "the view went back from {highest} to {position}");
        highest = position;
        let (rows, different): (i64, i64) = sqlx::query_as(
            "SELECT count(*), count(DISTINCT position) FROM read.tally_seen WHERE position <= $1",
        )
        .bind(position)
        .fetch_one(&pool)
        .await
        .expect("no read fails");
        assert_eq!((rows, different), (position, position), "all events up to the position, once");
        reads += 1;
    }
    reads
}

/// Rebuilds, and retries until the session of an interrupted build has ended.
pub(crate) async fn rebuild_after_all(operator: &Engine) {
    wait_for("the interrupted session to end", async || match operator.rebuild("tally", |_| {}).await {
        Ok(()) => Some(()),
        Err(RebuildError::Busy(_)) => None,
        Err(error) => panic!("{error}"),
    })
    .await;
}
