//! Tests of held builds, which do not serve until an operator has seen their differences.

use projections::engine::{ChangeKind, RebuildError, State};
use shared_events::Position;
use test_support::wait_for;

use crate::support::{
    CountingView, InjectedFault, Process, READ_CATEGORY, TestCluster, all, generations, serving,
};

const ADMIN: &str = "account-1";

/// Waits until the build has been compared.
async fn reviewed(process: &Process) -> projections::engine::Review {
    wait_for("the review", async || process.engine.review("tally").await.unwrap()).await
}

#[tokio::test]
async fn a_build_for_review_shows_its_differences_and_serves_only_after_a_release() {
    let (cluster, process) = TestCluster::following(70).await;
    cluster.execute("UPDATE rm_tally_v1.streams SET events = 11 WHERE stream_id::text LIKE '%4'").await;
    cluster.execute("DELETE FROM rm_tally_v1.streams WHERE stream_id::text LIKE '%5'").await;
    process.engine.ask_for_review("tally", ADMIN).await.unwrap();
    let review = reviewed(&process).await;
    assert_eq!((review.generation, review.serving, review.position), (2, 1, Position(70)));
    assert_eq!((review.different(), review.not_compared.as_deref()), (2, None));
    let [seen, streams] = &review.tables[..] else { panic!("{review:?}") };
    assert_eq!((seen.added, seen.removed, seen.changed), (0, 0, 0));
    assert_eq!((streams.serving_rows, streams.rebuilt_rows), (Some(6), Some(7)));
    assert_eq!((streams.added, streams.removed, streams.changed), (1, 0, 1));
    let [changed, added] = &streams.examples[..] else { panic!("{streams:?}") };
    assert_eq!((changed.kind, added.kind), (ChangeKind::Changed, ChangeKind::Added));
    assert_eq!(changed.key, "00000000-0000-0000-0000-000000000004");
    let [events] = &changed.fields[..] else { panic!("{changed:?}") };
    let shown = (events.name.as_str(), events.before.as_deref(), events.after.as_deref(), events.masked);
    assert_eq!(shown, ("events", Some("11"), Some("10"), false));

    // The build waits and stays as it is, while the serving generation follows the log.
    cluster.append(READ_CATEGORY, 3).await;
    process.settled().await;
    assert_eq!(serving(&process.engine, "tally").await.unwrap().number, 1);
    let waiting = generations(&process.engine, "tally").await.remove(1);
    assert_eq!((waiting.state, waiting.position), (State::Building, Position(70)));
    assert!(waiting.held && waiting.reviewed_at.is_some(), "{waiting:?}");
    for refused in [
        process.engine.ask_for_rebuild("tally", ADMIN).await.unwrap_err(),
        process.engine.rebuild("tally", |_| {}).await.unwrap_err(),
        process.engine.rebuild_for_review("tally", |_| {}).await.unwrap_err(),
    ] {
        assert!(matches!(refused, RebuildError::Held(_)), "{refused}");
    }

    process.engine.ask_for_swap("tally", ADMIN).await.unwrap();
    wait_for("the build to serve", async || {
        serving(&process.engine, "tally").await.filter(|one| one.number == 2).map(drop)
    })
    .await;
    assert_eq!(cluster.seen().await, all(1..=71));
    assert_eq!(process.engine.review("tally").await.unwrap(), None);
    let nothing = process.engine.ask_for_swap("tally", ADMIN).await.unwrap_err();
    assert!(matches!(nothing, RebuildError::NotHeld(_)), "{nothing}");
    process.engine.roll_back("tally").await.unwrap();
    assert_eq!(serving(&process.engine, "tally").await.unwrap().number, 1);
}

#[tokio::test]
async fn an_operator_builds_for_review_and_swaps_without_a_process_that_runs_the_view() {
    let (cluster, process) = TestCluster::following(20).await;
    process.stop().await;
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    let review = operator.rebuild_for_review("tally", |_| {}).await.unwrap();
    assert_eq!((review.different(), review.position), (0, Position(20)));
    assert_eq!(operator.review("tally").await.unwrap(), Some(review));
    cluster.append(READ_CATEGORY, 3).await;
    operator.swap("tally", |_| {}).await.unwrap();
    assert_eq!(serving(&operator, "tally").await.unwrap().number, 2);
    assert_eq!(cluster.seen().await, all(1..=21));
}

#[tokio::test]
async fn a_reviewed_build_is_dropped_with_its_review() {
    let (cluster, process) = TestCluster::following(20).await;
    process.engine.ask_for_review("tally", ADMIN).await.unwrap();
    reviewed(&process).await;
    assert!(process.engine.cancel_build("tally").await.unwrap());
    assert_eq!(cluster.schemas().await, ["rm_tally_v1".into()].into());
    assert_eq!(process.engine.review("tally").await.unwrap(), None);
    let kept: i64 =
        sqlx::query_scalar("SELECT count(*) FROM projections.generations WHERE review IS NOT NULL")
            .fetch_one(&cluster.pool)
            .await
            .unwrap();
    assert_eq!(kept, 0);
}

#[tokio::test]
async fn an_erasure_drops_a_held_build_because_no_process_updates_it() {
    let (cluster, process) = TestCluster::following(20).await;
    process.engine.ask_for_review("tally", ADMIN).await.unwrap();
    reviewed(&process).await;
    let erased = cluster.append_erasure(3).await;
    process.settled().await;
    let stale = process.engine.drop_stale_builds(erased).await.unwrap();
    assert_eq!(stale.dropped, ["tally"]);
    assert_eq!(cluster.schemas().await, ["rm_tally_v1".into()].into());
}

#[tokio::test]
async fn a_cancelled_build_of_the_process_that_runs_the_view_ends_quietly() {
    let (cluster, _process, tally) = TestCluster::followed_by_tally(20).await;
    let admin = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    for number in 2..5 {
        tally.before_commit.close();
        admin.ask_for_rebuild("tally", ADMIN).await.unwrap();
        tally.before_commit.reached().await;
        assert!(admin.cancel_build("tally").await.unwrap());
        tally.before_commit.open();
        let left = generations(&admin, "tally").await;
        assert!(left.iter().all(|one| one.number != number), "{left:?}");
    }
    let shown: Vec<String> =
        sqlx::query_scalar("SELECT last_error FROM projections.generations WHERE last_error IS NOT NULL")
            .fetch_all(&cluster.pool)
            .await
            .unwrap();
    assert_eq!(shown, Vec::<String>::new());
    admin.ask_for_rebuild("tally", ADMIN).await.unwrap();
    wait_for("the build to serve", async || {
        serving(&admin, "tally").await.filter(|one| one.number == 5).map(drop)
    })
    .await;
}

#[tokio::test]
async fn a_dry_run_reports_what_a_retry_would_do_and_changes_nothing() {
    let (cluster, process, tally) =
        TestCluster::with_fault(InjectedFault::RefusesTwo(Position(40), Position(54)), 100).await;
    let before = (cluster.seen().await, process.engine.parked().await.unwrap());
    let stream = &before.1[0].stream;
    let tried = |refused: Option<u64>, applied| {
        let engine = process.engine.clone();
        async move {
            let trial = engine.try_parked("tally", stream).await.unwrap();
            assert_eq!(trial.refused.map(|refused| refused.position.0), refused);
            assert_eq!((trial.generation, trial.applied, trial.waiting), (1, applied, 9));
        }
    };
    tried(Some(40), 0).await;
    tally.inject_fault(InjectedFault::RefusesTwo(Position(54), Position(54)));
    tried(Some(54), 2).await;
    tally.inject_fault(InjectedFault::None);
    tried(None, 9).await;
    let after = (cluster.seen().await, process.engine.parked().await.unwrap());
    assert_eq!(after, before, "nothing has changed, and nothing counts as a try");
    // The view follows the log, and the retry does what the trial has shown.
    cluster.append_many(3).await;
    process.settled().await;
    process.engine.retry_parked("tally", stream).await.unwrap();
    assert_eq!(cluster.seen().await, all(1..=103));
    let gone = process.engine.try_parked("tally", stream).await.unwrap_err();
    assert!(matches!(gone, projections::engine::ParkError::NotParked { .. }), "{gone}");
}
