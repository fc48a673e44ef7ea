//! Tests of erasures in parked streams, unfinished builds and error messages.

use projections::engine::{StaleBuilds, State};
use shared_events::Position;
use test_support::wait_for;

use crate::support::{
    CountingView, InjectedFault, READ_CATEGORY, TestCluster, all, all_but_stream_from, generations,
};

#[tokio::test]
async fn a_parked_stream_does_not_hold_up_the_erasure_of_its_person() {
    let (cluster, process, tally) = TestCluster::followed_by_tally(0).await;
    tally.inject_fault(InjectedFault::Refuses(Position(40)));
    cluster.append_many(100).await;
    cluster.append_erasure(4).await;
    cluster.append(READ_CATEGORY, 4).await;
    process.settled().await;
    let mut expected = all_but_stream_from(40, 100);
    expected.push(101);
    assert_eq!(cluster.seen().await, expected, "the erasure is applied, what else is in its stream waits");
    let parked = process.engine.parked().await.unwrap().remove(0);
    assert_eq!((parked.position, parked.waiting), (Position(40), 10));

    // The erasure is applied again in its turn, after every event that could show the person again.
    tally.inject_fault(InjectedFault::None);
    process.engine.retry_parked("tally", &parked.stream).await.unwrap();
    let mut expected = all(1..=102);
    expected.insert(101, 101);
    assert_eq!(cluster.seen().await, expected);
}

#[tokio::test]
async fn an_erasure_that_cannot_be_applied_ahead_of_its_turn_waits_with_its_stream() {
    let (cluster, process, tally) = TestCluster::followed_by_tally(0).await;
    tally.inject_fault(InjectedFault::RefusesTwo(Position(40), Position(101)));
    cluster.append_many(100).await;
    cluster.append_erasure(4).await;
    process.settled().await;
    assert_eq!(cluster.seen().await, all_but_stream_from(40, 100));
    let parked = process.engine.parked().await.unwrap().remove(0);
    assert_eq!((parked.position, parked.waiting), (Position(40), 9));
    tally.inject_fault(InjectedFault::None);
    process.engine.retry_parked("tally", &parked.stream).await.unwrap();
    assert_eq!(cluster.seen().await, all(1..=101));
}

#[tokio::test]
async fn builds_that_no_process_updates_are_dropped_at_an_erasure() {
    let (cluster, old) = TestCluster::following(10).await;
    let new = cluster.settled_process(2).await;
    let end = cluster.append_erasure(1).await;
    new.settled().await;

    // While a program of the earlier version runs, it brings its build to that position.
    wait_for("the build of the earlier version to follow", async || {
        let stale = new.engine.drop_stale_builds(end).await.unwrap();
        assert!(stale.dropped.is_empty(), "{stale:?}");
        stale.on_their_way.is_empty().then_some(())
    })
    .await;
    old.stop().await;
    let end = cluster.append_erasure(2).await;
    new.settled().await;
    let dropped = wait_for("the lease of the earlier version to end", async || {
        let stale = new.engine.drop_stale_builds(end).await.unwrap();
        (!stale.dropped.is_empty()).then_some(stale.dropped)
    })
    .await;
    assert_eq!(dropped, ["tally"]);
    let left = generations(&new.engine, "tally").await;
    assert_eq!((left.len(), left[0].number, left[0].position), (1, 2, end), "{left:?}");
    assert_eq!(cluster.schemas().await.len(), 1);
}

#[tokio::test]
async fn a_previous_generation_that_this_program_updates_is_kept() {
    let (cluster, process) = TestCluster::following(10).await;
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    process.stop().await;
    let end = cluster.append_erasure(1).await;
    let engine = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    assert_eq!(engine.drop_stale_builds(end).await.unwrap(), StaleBuilds::default());
    let states: Vec<State> = generations(&engine, "tally").await.iter().map(|one| one.state).collect();
    assert_eq!(states, [State::Previous, State::Serving]);
}

#[tokio::test]
async fn a_previous_generation_with_events_that_the_log_lost_is_dropped() {
    let (cluster, old) = TestCluster::following(20).await;
    let new = cluster.settled_process(2).await;
    old.stop().await;
    new.stop().await;
    cluster.put_back(Position(15));
    let end = cluster.append_erasure(1).await;
    assert_eq!(end, Position(16));
    let engine = cluster.engine(&[&CountingView::new("tally", 2)]).await;
    let dropped = wait_for("the leases to end", async || {
        let stale = engine.drop_stale_builds(end).await.unwrap();
        (!stale.dropped.is_empty()).then_some(stale.dropped)
    })
    .await;
    assert_eq!(dropped, ["tally"]);
    let left = generations(&engine, "tally").await;
    assert_eq!((left.len(), left[0].state), (1, State::Serving), "{left:?}");
}

#[tokio::test]
async fn a_previous_generation_is_dropped_when_the_log_is_restored_to_before_it() {
    let (cluster, process) = TestCluster::following(20).await;
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    process.stop().await;
    cluster.put_back(Position(15));
    let process = cluster.process(&[&CountingView::new("tally", 1)]).await;
    wait_for("the build before to be dropped", async || {
        let left = generations(&process.engine, "tally").await;
        (left.len() == 1 && left[0].state == State::Serving).then_some(())
    })
    .await;
    assert_eq!(cluster.schemas().await.len(), 1);
}

#[tokio::test]
async fn an_error_that_names_a_person_is_overwritten() {
    let (_cluster, process, _tally) = TestCluster::with_fault(InjectedFault::Refuses(Position(3)), 7).await;
    let error = async || process.engine.parked().await.unwrap().remove(0).error;
    process.engine.forget_texts(&["anna@example.com".to_owned()]).await.unwrap();
    assert_eq!(error().await, "injected fault");
    process.engine.forget_texts(&["anna@example.com".to_owned(), "INJECTED".to_owned()]).await.unwrap();
    assert_eq!(error().await, "(the text named somebody who was forgotten)");
}
