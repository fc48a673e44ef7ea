//! Tests of a log that is replaced by another one while views follow it.

use projections::engine::RebuildError;
use shared_events::Position;
use test_support::wait_for;

use crate::support::{CountingView, READ_CATEGORY, TestCluster, all, serving, shown_error};

#[tokio::test]
async fn a_view_without_lost_events_goes_on() {
    let (cluster, process) = TestCluster::following(20).await;
    cluster.put_back(Position(20));
    cluster.append_many(10).await;
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=30));
}

#[tokio::test]
async fn a_view_beyond_the_log_stands_still_until_it_is_rebuilt() {
    let (cluster, process) = TestCluster::following(20).await;
    cluster.put_back(Position(15));
    let error = shown_error(&process.engine, "tally").await;
    assert!(error.contains("views rebuild tally"), "{error}");

    // The log grows beyond the checkpoint: the new events below it must not be skipped.
    cluster.append_many(10).await;
    let failed = process.engine.verify("tally", |_| {}).await;
    assert!(matches!(failed, Err(RebuildError::NotComparable { .. })), "{failed:?}");
    process.stop().await;
    let process = cluster.process(&[&CountingView::new("tally", 1)]).await;
    shown_error(&process.engine, "tally").await;
    assert_eq!(serving(&process.engine, "tally").await.unwrap().position, Position(20));

    process.engine.rebuild("tally", |_| {}).await.unwrap();
    cluster.append(READ_CATEGORY, 1).await;
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=26));
    let back = process.engine.roll_back("tally").await;
    assert!(matches!(back, Err(RebuildError::NoWayBack { .. })), "{back:?}");
}

#[tokio::test]
async fn a_rebuild_may_move_the_position_back_to_the_end_of_the_log() {
    let (cluster, process) = TestCluster::following(20).await;
    cluster.put_back(Position(15));
    shown_error(&process.engine, "tally").await;
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    assert_eq!(cluster.seen().await, all(1..=15));
    let position = cluster.append(READ_CATEGORY, 1).await;
    wait_for("the view to follow", async || {
        (serving(&process.engine, "tally").await?.position == position).then_some(())
    })
    .await;
    assert_eq!(cluster.seen().await, all(1..=16));
}
