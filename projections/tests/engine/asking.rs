//! Tests of builds that an operator requests from the process that runs the view.

use projections::engine::{RebuildError, State};
use shared_events::Position;
use test_support::wait_for;

use crate::support::{
    CountingView, InjectedFault, Process, TestCluster, all, generations, serving, shown_error,
};

const ADMIN: &str = "account-1";

/// Waits until a generation of this number serves.
async fn serves(process: &Process, number: i32) {
    let one = async || serving(&process.engine, "tally").await.filter(|one| one.number == number).map(drop);
    wait_for("the build to serve", one).await;
}

#[tokio::test]
async fn a_requested_build_is_done_by_the_process_that_runs_the_view_and_records_who_asked() {
    let (cluster, process, tally) = TestCluster::followed_by_tally(20).await;
    let admin = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    tally.before_commit.close();
    admin.ask_for_rebuild("tally", ADMIN).await.unwrap();
    tally.before_commit.reached().await;
    let building = generations(&admin, "tally").await.remove(1);
    assert_eq!((building.state, building.running), (State::Building, true));
    assert_eq!(building.asked_by.as_deref(), Some(ADMIN));
    let second = admin.ask_for_rebuild("tally", "account-2").await.unwrap_err();
    assert_eq!(second.to_string(), "tally is being built already");
    tally.before_commit.open();
    serves(&process, 2).await;
    assert_eq!(serving(&admin, "tally").await.unwrap().asked_by.as_deref(), Some(ADMIN));
    assert_eq!(cluster.seen().await, all(1..=20));

    admin.ask_for_rebuild("tally", "account-2").await.unwrap();
    serves(&process, 3).await;
    let asked: Vec<Option<String>> =
        sqlx::query_scalar("SELECT asked_by FROM projections.generations ORDER BY generation")
            .fetch_all(&cluster.pool)
            .await
            .unwrap();
    let kept = [None, Some(ADMIN), Some("account-2")].map(|asked| asked.map(str::to_owned));
    assert_eq!(asked, kept, "also of generations that are gone");
}

#[tokio::test]
async fn a_request_waits_until_a_process_runs_the_view() {
    let (cluster, process) = TestCluster::following(20).await;
    process.stop().await;
    let admin = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    admin.ask_for_rebuild("tally", ADMIN).await.unwrap();
    let again = admin.ask_for_rebuild("tally", ADMIN).await.unwrap_err();
    assert!(matches!(again, RebuildError::Busy(_)), "{again}");
    let process = cluster.process(&[&CountingView::new("tally", 1)]).await;
    serves(&process, 2).await;
    assert_eq!(cluster.seen().await, all(1..=20));
}

#[tokio::test]
async fn a_request_continues_a_build_that_was_interrupted() {
    let (cluster, process) = TestCluster::following(20).await;
    let tally = CountingView::new("tally", 1);
    let operator = cluster.engine(&[&tally]).await;
    tally.inject_fault(InjectedFault::Refuses(Position(11)));
    operator.rebuild("tally", |_| {}).await.unwrap_err();
    operator.ask_for_rebuild("tally", ADMIN).await.unwrap();
    serves(&process, 2).await;
    assert_eq!(cluster.seen().await, all(1..=20));
}

#[tokio::test]
async fn the_error_of_a_requested_build_is_shown_and_the_build_can_be_dropped() {
    let (_cluster, process, tally) = TestCluster::followed_by_tally(20).await;
    tally.inject_fault(InjectedFault::Refuses(Position(11)));
    process.engine.ask_for_rebuild("tally", ADMIN).await.unwrap();
    let error = shown_error(&process.engine, "tally").await;
    assert!(error.contains("injected fault"), "{error}");
    assert!(process.engine.cancel_build("tally").await.unwrap());
    assert_eq!(generations(&process.engine, "tally").await.len(), 1);
    tally.inject_fault(InjectedFault::None);
    process.engine.ask_for_rebuild("tally", ADMIN).await.unwrap();
    serves(&process, 3).await;
}

#[tokio::test]
async fn builds_of_unknown_or_paused_views_cannot_be_requested() {
    let (_cluster, process) = TestCluster::following(0).await;
    let unknown = process.engine.ask_for_rebuild("tall", ADMIN).await.unwrap_err();
    assert!(matches!(unknown, RebuildError::Unknown { .. }), "{unknown}");
    process.engine.pause("tally").await.unwrap();
    let paused = process.engine.ask_for_rebuild("tally", ADMIN).await.unwrap_err();
    assert!(matches!(paused, RebuildError::Paused(_)), "{paused}");
    process.engine.resume("tally").await.unwrap();
}

#[tokio::test]
async fn commands_on_one_view_wait_for_each_other() {
    let (cluster, process, tally) = TestCluster::followed_by_tally(20).await;
    process.stop().await;
    let engine = cluster.engine(&[&tally]).await;
    for _ in 0..5 {
        engine.ask_for_rebuild("tally", ADMIN).await.unwrap();
        let (first, second, third, asked) = tokio::join!(
            engine.cancel_build("tally"),
            engine.cancel_build("tally"),
            engine.cancel_build("tally"),
            engine.ask_for_rebuild("tally", ADMIN),
        );
        for cancelled in [first, second, third] {
            cancelled.unwrap();
        }
        assert!(matches!(asked, Ok(()) | Err(RebuildError::Busy(_))), "{asked:?}");
        engine.cancel_build("tally").await.unwrap();
    }
    assert_eq!(generations(&engine, "tally").await.len(), 1);
}
