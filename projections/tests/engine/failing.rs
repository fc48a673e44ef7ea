//! Tests of views that are stopped by an error.

use projections::engine::{Failure, RebuildError, Which};
use shared_events::Position;
use test_support::wait_for;

use crate::support::{
    CountingView, InjectedFault, Process, TEST_TIMEOUT, TestCluster, all, generations, serving, shown_error,
};

/// Starts a process with a view that fails at the next events, and a view that does not.
async fn stopped_by_fault(fault: InjectedFault) -> (TestCluster, Process, std::sync::Arc<CountingView>) {
    let cluster = TestCluster::new().await;
    let (tally, other) = (CountingView::new("tally", 1), CountingView::new("other", 1));
    let process = cluster.process(&[&tally, &other]).await;
    process.settled().await;
    tally.inject_fault(fault);
    (cluster, process, tally)
}

async fn goes_on_when_the_trouble_is_over(
    cluster: &TestCluster,
    process: &Process,
    tally: &CountingView,
    count: i64,
) {
    tally.inject_fault(InjectedFault::None);
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=count));
    wait_for("the error to go", async || {
        serving(&process.engine, "tally").await.unwrap().last_error.is_none().then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_bug_in_a_view_is_shown_and_does_not_stop_the_process() {
    let (cluster, process, tally) = stopped_by_fault(InjectedFault::Panics).await;
    cluster.append_many(10).await;
    assert_eq!(shown_error(&process.engine, "tally").await, "panicked: a bug in the view");
    process.engine.wait_until(Which::View("other"), Position(10), TEST_TIMEOUT).await.unwrap();
    goes_on_when_the_trouble_is_over(&cluster, &process, &tally, 10).await;
}

#[tokio::test]
async fn a_first_build_shows_its_error_and_continues() {
    let cluster = TestCluster::new().await;
    cluster.append_many(20).await;
    let tally = CountingView::new("tally", 1);
    tally.inject_fault(InjectedFault::Refuses(Position(5)));
    let process = cluster.process(&[&tally]).await;
    let error = shown_error(&process.engine, "tally").await;
    assert!(error.contains("injected fault"), "{error}");
    assert!(serving(&process.engine, "tally").await.is_none(), "half a view is not served");
    goes_on_when_the_trouble_is_over(&cluster, &process, &tally, 20).await;
}

#[tokio::test]
async fn a_failed_rebuild_leaves_the_serving_generation() {
    let (cluster, process) = TestCluster::following(20).await;

    let tally = CountingView::new("tally", 1);
    let operator = cluster.engine(&[&tally]).await;
    tally.inject_fault(InjectedFault::Refuses(Position(11)));
    let error = operator.rebuild("tally", |_| {}).await.unwrap_err();
    assert!(matches!(error, RebuildError::Failed(Failure::Refused(_))), "{error}");
    let building = &generations(&operator, "tally").await[1];
    assert!(building.last_error.as_ref().is_some_and(|shown| shown.contains("injected fault")));
    assert_eq!(building.position, Position(10));

    cluster.append_many(5).await;
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=25));
    assert_eq!(serving(&operator, "tally").await.unwrap().number, 1);
}

#[tokio::test]
async fn an_unknown_view_is_refused_with_the_names_of_known_views() {
    let cluster = TestCluster::new().await;
    let engine = cluster.engine(&[&CountingView::new("tally", 1), &CountingView::new("other", 1)]).await;
    let error = engine.rebuild("tale", |_| {}).await.unwrap_err().to_string();
    assert_eq!(error, "there is no view called \"tale\"; there are tally, other");
}
