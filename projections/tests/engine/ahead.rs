//! Tests that a build folds the next page while it writes one.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use postgres_kit::Pool;
use projections::engine::{Engine, Failure, RebuildError, State};
use shared_events::Position;
use tokio_util::task::AbortOnDropHandle;

use crate::support::{CountingView, InjectedFault, TestCluster, all, generations, rebuild_after_all};

/// The sizes of a build's first two pages.
const FIRST_PAGE_EVENTS: usize = 256;
const SECOND_PAGE_EVENTS: usize = 512;

type Build = AbortOnDropHandle<Result<(), RebuildError>>;

/// Starts a build, and stops it when its first page is written but not committed and its second page is folded.
async fn stop_between_folding_and_writing(
    cluster: &TestCluster,
    tally: &Arc<CountingView>,
) -> (Engine, Build) {
    cluster.append_many(2_000).await;
    tally.before_commit.close();
    let engine = cluster.engine(&[tally]).await;
    let building = engine.clone();
    let build = tokio::spawn(async move { building.rebuild("tally", |_| {}).await });
    tally.before_commit.reached().await;
    assert_eq!(tally.has_folded(2).await, [(FIRST_PAGE_EVENTS, 0), (SECOND_PAGE_EVENTS, 0)]);
    (engine, AbortOnDropHandle::new(build))
}

/// The position of the build, and the rows of its table.
async fn build_state(cluster: &TestCluster, engine: &Engine) -> (Position, Vec<i64>) {
    let building = generations(engine, "tally").await.pop().unwrap();
    assert_eq!((building.number, building.state), (1, State::Building));
    (building.position, cluster.positions("rm_tally_v1.seen").await)
}

#[tokio::test]
async fn a_page_folded_while_another_is_written_stays_invisible() {
    let cluster = TestCluster::new().await;
    let tally = CountingView::new("tally", 1);
    let (engine, build) = stop_between_folding_and_writing(&cluster, &tally).await;
    assert_eq!(build_state(&cluster, &engine).await, (Position::START, vec![]));

    tally.before_commit.open();
    build.await.unwrap().unwrap();
    assert_eq!(cluster.seen().await, all(1..=2_000));
    let folded = tally.folded.borrow().clone();
    for (number, (_, written)) in folded.iter().enumerate() {
        let at_least: usize = folded[..number.saturating_sub(1)].iter().map(|(events, _)| events).sum();
        assert!(
            *written >= at_least,
            "page {number} was folded when {written} events were written: {folded:?}"
        );
    }
}

#[tokio::test]
async fn a_page_that_was_folded_but_not_written_is_read_again_by_the_next_build() {
    let cluster = TestCluster::new().await;
    let tally = CountingView::new("tally", 1);
    let (engine, build) = stop_between_folding_and_writing(&cluster, &tally).await;
    drop(build);
    let again = CountingView::new("tally", 1);
    let operator = cluster.engine(&[&again]).await;
    rebuild_after_all(&operator).await;
    assert_eq!((tally.written(), again.written()), (0, 2_000));
    assert_eq!(cluster.seen().await, all(1..=2_000));
    assert_eq!(generations(&engine, "tally").await.len(), 1);
}

#[tokio::test]
async fn an_event_refused_while_folding_ahead_stops_the_build_after_all_earlier_events() {
    let cluster = TestCluster::new().await;
    let tally = CountingView::new("tally", 1);
    tally.inject_fault(InjectedFault::Refuses(Position(400)));
    let (engine, build) = stop_between_folding_and_writing(&cluster, &tally).await;
    assert_eq!(build_state(&cluster, &engine).await, (Position::START, vec![]));
    assert!(engine.parked().await.unwrap().is_empty(), "the event is parked only when its turn has come");

    tally.before_commit.open();
    let error = build.await.unwrap().unwrap_err();
    assert!(matches!(error, RebuildError::Failed(Failure::Refused(_))), "{error}");
    assert_eq!(build_state(&cluster, &engine).await, (Position(399), all(1..=399)));
    assert_eq!(engine.parked().await.unwrap()[0].position, Position(400));
}

#[tokio::test]
async fn a_connection_lost_between_folding_and_writing_neither_loses_nor_repeats_events() {
    let cluster = TestCluster::new().await;
    let tally = CountingView::new("tally", 1);
    cluster.append_many(2_000).await;
    tally.before_commit.close();
    let process = cluster.process(&[&tally]).await;
    tally.before_commit.reached().await;
    tally.has_folded(2).await;
    let stop = Arc::new(AtomicBool::new(false));
    let watching = tokio::spawn(check_rows_against_checkpoint(cluster.pool.clone(), Arc::clone(&stop)));

    let ended: Vec<bool> = sqlx::query_scalar(
        "SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity
         WHERE application_name LIKE 'greenstall tally v1,%' AND datname = current_database()",
    )
    .fetch_all(&cluster.pool)
    .await
    .unwrap();
    assert_eq!(ended, [true]);
    tally.before_commit.open();
    process.settled().await;
    stop.store(true, Ordering::Relaxed);
    assert!(watching.await.unwrap() > 0);
    assert_eq!(cluster.seen().await, all(1..=2_000));
}

/// Reads the build's rows and its checkpoint in one snapshot, until stopped. Returns the number of reads.
async fn check_rows_against_checkpoint(pool: Pool, stop: Arc<AtomicBool>) -> u32 {
    let mut looks = 0;
    while !stop.load(Ordering::Relaxed) {
        let (position, rows, highest): (i64, i64, i64) = sqlx::query_as(
            "SELECT position, (SELECT count(*) FROM rm_tally_v1.seen),
                    (SELECT coalesce(max(seen.position), 0) FROM rm_tally_v1.seen AS seen)
             FROM projections.generations",
        )
        .fetch_one(&pool)
        .await
        .unwrap();
        assert_eq!((rows, highest), (position, position), "the rows and the checkpoint are one");
        looks += 1;
    }
    looks
}
