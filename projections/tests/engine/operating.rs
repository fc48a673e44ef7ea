//! Tests of pauses, cancelled builds, and the status.

use std::{sync::Arc, time::Duration};

use postgres_kit::Limits;
use projections::engine::{Phase, RebuildError, State, Which};
use shared_events::Position;
use test_support::wait_for;
use tokio::time::timeout;

use crate::support::{
    CountingView, InjectedFault, READ_CATEGORY, TEST_TIMEOUT, TestCluster, all, generations, serving,
    shown_error,
};

async fn is_paused(engine: &projections::engine::Engine) -> bool {
    engine.status().await.unwrap()[0].paused.is_some()
}

#[tokio::test]
async fn a_paused_view_stands_still_in_every_process_until_it_is_resumed() {
    let cluster = TestCluster::new().await;
    let (tally, other) = (CountingView::new("tally", 1), CountingView::new("other", 1));
    let first = cluster.process(&[&tally, &other]).await;
    cluster.append_many(10).await;
    first.settled().await;

    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    operator.pause("tally").await.unwrap();
    assert!(is_paused(&operator).await);
    cluster.append_many(10).await;
    first.engine.wait_until(Which::View("other"), Position(20), TEST_TIMEOUT).await.unwrap();
    assert_eq!(cluster.seen().await, all(1..=10));
    assert_eq!(serving(&operator, "tally").await.unwrap().last_error, None, "that is no failure");

    // A process that takes over is paused as well: it has the lease, and writes nothing.
    drop(first);
    let second = cluster.process(&[&tally, &other]).await;
    cluster.append_many(10).await;
    second.engine.wait_until(Which::View("other"), Position(30), TEST_TIMEOUT).await.unwrap();
    wait_for("the lease to be taken", async || {
        serving(&operator, "tally").await.unwrap().running.then_some(())
    })
    .await;
    assert_eq!(cluster.seen().await, all(1..=10));
    let refused = operator.rebuild("tally", |_| {}).await.unwrap_err();
    assert_eq!(refused.to_string(), "tally is paused: resume it first");

    operator.resume("tally").await.unwrap();
    second.settled().await;
    assert!(!is_paused(&operator).await);
    assert_eq!(cluster.seen().await, all(1..=30));
}

#[tokio::test]
async fn a_parked_stream_can_be_tried_while_the_view_is_paused() {
    let (cluster, process, tally) = TestCluster::with_fault(InjectedFault::Refuses(Position(1)), 7).await;
    process.engine.pause("tally").await.unwrap();
    cluster.append(READ_CATEGORY, 0).await;
    tally.inject_fault(InjectedFault::None);
    process.engine.retry_parked("tally", &crate::support::stream_of(1)).await.unwrap();
    assert_eq!(cluster.seen().await, all(1..=7), "what came after the pause is not applied");
    process.engine.resume("tally").await.unwrap();
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=8));
}

#[tokio::test]
async fn a_paused_build_continues_where_it_stopped() {
    let (cluster, _process) = TestCluster::following(2_000).await;
    let tally = CountingView::new("tally", 1);
    let operator = cluster.engine(&[&tally]).await;
    let closing = Arc::clone(&tally);
    let building = operator.clone();
    let building = tokio::spawn(async move {
        let close = |progress: projections::engine::Progress| {
            if progress.events > 0 && progress.events < 600 {
                closing.before_commit.close();
            }
        };
        building.rebuild("tally", close).await
    });
    tally.before_commit.reached().await;
    // The build finishes the page that it is writing, and stops.
    let pausing = operator.clone();
    pausing.pause("tally").await.unwrap();
    tally.before_commit.open();
    let stands = wait_for("the page to be written", async || {
        let position = generations(&operator, "tally").await[1].position;
        (position > Position(256)).then_some(position)
    })
    .await;
    operator.resume("tally").await.unwrap();
    timeout(TEST_TIMEOUT, building).await.unwrap().unwrap().unwrap();
    assert!(stands < Position(2_000), "{stands}");
    assert_eq!(tally.written(), 2_000, "nothing is written twice");
    assert_eq!(cluster.seen().await, all(1..=2_000));
}

#[tokio::test]
async fn an_unfinished_build_can_be_dropped() {
    let (cluster, _process) = TestCluster::following(20).await;
    let tally = CountingView::new("tally", 1);
    let operator = cluster.engine(&[&tally]).await;
    assert!(!operator.cancel_build("tally").await.unwrap(), "there is none");

    tally.inject_fault(InjectedFault::Refuses(Position(11)));
    operator.rebuild("tally", |_| {}).await.unwrap_err();
    assert!(operator.cancel_build("tally").await.unwrap());
    assert_eq!(cluster.schemas().await, ["rm_tally_v1".into()].into());
    assert_eq!(operator.parked().await.unwrap(), []);
    assert_eq!(generations(&operator, "tally").await.len(), 1);
    assert_eq!(cluster.seen().await, all(1..=20));
}

#[tokio::test]
async fn a_build_can_be_dropped_while_another_process_runs_it() {
    let (cluster, process) = TestCluster::following(20).await;
    let tally = CountingView::new("tally", 1);
    let builder = cluster.engine(&[&tally]).await;
    tally.before_commit.close();
    let building = tokio::spawn(async move { builder.rebuild("tally", |_| {}).await });
    tally.before_commit.reached().await;
    assert!(process.engine.cancel_build("tally").await.unwrap());
    tally.before_commit.open();
    let error = timeout(TEST_TIMEOUT, building).await.unwrap().unwrap().unwrap_err();
    assert!(matches!(error, RebuildError::Cancelled(_)), "{error}");
    assert_eq!(cluster.schemas().await, ["rm_tally_v1".into()].into());
}

#[tokio::test]
async fn a_build_that_the_program_needs_is_not_dropped() {
    let cluster = TestCluster::new().await;
    cluster.append_many(20).await;
    let tally = CountingView::new("tally", 1);
    tally.inject_fault(InjectedFault::Refuses(Position(5)));
    let process = cluster.process(&[&tally]).await;
    shown_error(&process.engine, "tally").await;
    let refused = process.engine.cancel_build("tally").await.unwrap_err();
    assert!(matches!(refused, RebuildError::Needed(_)), "{refused}");
}

#[tokio::test]
async fn the_status_counts_events_and_shows_the_age_of_the_first_missing_one() {
    let cluster = TestCluster::new().await;
    let process = cluster.process(&[&CountingView::new("tally", 1)]).await;
    cluster.append_many(20).await;
    process.settled().await;
    let current = serving(&process.engine, "tally").await.unwrap();
    assert_eq!((current.events, current.lag, current.seconds_behind), (20, 0, Some(0.0)));

    process.engine.pause("tally").await.unwrap();
    let before = service_kit::clock::Clock::now(&service_kit::clock::SystemClock);
    cluster.append_now(READ_CATEGORY, 1).await;
    let behind = serving(&process.engine, "tally").await.unwrap();
    let elapsed = service_kit::clock::Clock::now(&service_kit::clock::SystemClock) - before;
    let seconds = behind.seconds_behind.unwrap();
    assert_eq!((behind.lag, behind.events), (1, 20));
    assert!(seconds <= elapsed.as_seconds_f64(), "{seconds} {elapsed}");
    let older = serving(&process.engine, "tally").await.unwrap().seconds_behind.unwrap();
    assert!(older > seconds, "{older} {seconds}");
}

#[tokio::test]
async fn the_status_of_a_build_shows_its_progress() {
    let (cluster, process) = TestCluster::following(3_000).await;
    let tally = CountingView::new("tally", 1);
    let operator = cluster.engine(&[&tally]).await;
    let (building, closing) = (operator.clone(), Arc::clone(&tally));
    let mut received = Vec::new();
    let (reports, mut reported) = tokio::sync::mpsc::unbounded_channel();
    let building = tokio::spawn(async move {
        let report = |progress: projections::engine::Progress| {
            if progress.events > 0 && progress.events < 600 {
                closing.before_commit.close();
            }
            reports.send(progress).unwrap();
        };
        building.rebuild("tally", report).await
    });
    tally.before_commit.reached().await;
    let status = generations(&process.engine, "tally").await.remove(1);
    assert_eq!((status.state, status.running, status.seconds_behind), (State::Building, true, None));
    assert_eq!((status.events, status.lag), (status.position.0, 3_000 - status.position.0));
    assert!(status.events > 0);
    tally.before_commit.open();
    timeout(TEST_TIMEOUT, building).await.unwrap().unwrap().unwrap();
    while let Some(progress) = reported.recv().await {
        received.push(progress);
    }
    assert_eq!(received[0].time_left, None, "no estimate yet");
    assert!(received.iter().any(|one| one.time_left.is_some_and(|left| !left.is_zero())));
    let last = received.last().unwrap();
    assert_eq!((last.phase, last.time_left), (Phase::Swapping, Some(std::time::Duration::ZERO)));
}

#[tokio::test]
async fn a_start_waits_for_views_that_move_and_not_for_those_that_stand_still() {
    let cluster = TestCluster::new().await;
    let (tally, other) = (CountingView::new("tally", 1), CountingView::new("other", 1));
    let first = cluster.process(&[&tally, &other]).await;
    cluster.append_many(10).await;
    first.settled().await;
    first.engine.pause("tally").await.unwrap();
    first.stop().await;
    cluster.append_many(10).await;

    // No process writes the views: the paused one is known to stand still, the other one is found to.
    let limits = Limits::new(TEST_TIMEOUT, Duration::from_secs(2));
    let starting = cluster.engine_at(&cluster.url(), limits, &[&tally, &other]);
    let texts = async || {
        let behind = starting.wait_while_moving(Position(20), TEST_TIMEOUT).await.unwrap();
        behind.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let paused = "tally is at 10 of 20, paused until `views resume tally`";
    assert_eq!(texts().await, [paused, "other is at 10 of 20"]);
    let second = cluster.process(&[&tally, &other]).await;
    assert_eq!(texts().await, [paused], "the other one moves");
    starting.resume("tally").await.unwrap();
    second.settled().await;
    assert_eq!(texts().await, [""; 0]);
}
