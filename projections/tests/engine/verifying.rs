//! Tests of verifications, which compare the serving generation with a fresh build of the same log.

use std::sync::Arc;

use projections::engine::{Phase, RebuildError, State};
use shared_events::Position;
use test_support::wait_for;
use tokio::time::timeout;

use crate::support::{
    CountingView, InjectedFault, READ_CATEGORY, TEST_TIMEOUT, TestCluster, all, generations, serving,
    stream_of,
};

#[tokio::test]
async fn a_correct_view_verifies_as_clean_and_leaves_no_scratch_generation() {
    let (cluster, process) = TestCluster::following(700).await;
    let mut phases = Vec::new();
    let verified = process.engine.verify("tally", |progress| phases.push(progress.phase)).await.unwrap();
    assert!(verified.is_clean(), "{verified:?}");
    assert_eq!(verified.position, Position(700));
    let tables: Vec<_> =
        verified.tables.iter().map(|one| (one.table.as_str(), one.serving_rows, one.rebuilt_rows)).collect();
    assert_eq!(tables, [("seen", 700, 700), ("streams", 7, 7)]);
    assert_eq!((phases[0], *phases.last().unwrap()), (Phase::Filling, Phase::Comparing));
    assert_eq!(cluster.schemas().await, ["rm_tally_v1".into()].into());
    assert_eq!(generations(&process.engine, "tally").await.len(), 1);
}

#[tokio::test]
async fn a_changed_a_missing_and_an_additional_row_are_found_and_shown() {
    let (cluster, process) = TestCluster::following(70).await;
    cluster.execute("DELETE FROM rm_tally_v1.seen WHERE position = 12").await;
    cluster.execute("INSERT INTO rm_tally_v1.seen VALUES (30)").await;
    cluster.execute("UPDATE rm_tally_v1.streams SET events = 11 WHERE stream_id::text LIKE '%4'").await;
    let verified = process.engine.verify("tally", |_| {}).await.unwrap();
    assert!(!verified.is_clean());
    let [seen, streams] = &verified.tables[..] else { panic!("{verified:?}") };
    assert_eq!((seen.serving_rows, seen.rebuilt_rows, seen.different), (70, 70, 2));
    assert_eq!(seen.examples, ["served: (30)", "rebuilt: (12)"]);
    assert_eq!((streams.serving_rows, streams.different), (7, 2));
    let stream = "00000000-0000-0000-0000-000000000004";
    assert_eq!(streams.examples, [format!("served: ({stream},11)"), format!("rebuilt: ({stream},10)")]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_verification_compares_at_one_position_while_the_serving_generation_goes_on() {
    let (cluster, process) = TestCluster::following(500).await;
    let (cluster, engine) = (Arc::new(cluster), process.engine.clone());
    let stop = tokio_util::sync::CancellationToken::new();
    let appending = {
        let (cluster, stop) = (Arc::clone(&cluster), stop.clone());
        tokio::spawn(async move {
            while !stop.is_cancelled() {
                cluster.append(READ_CATEGORY, 3).await;
                tokio::task::yield_now().await;
            }
        })
    };
    let runtime = tokio::runtime::Handle::current();
    for _ in 0..5 {
        let mut compared = Position::START;
        let verified = process.engine.verify("tally", |progress| {
            if progress.phase == Phase::Comparing {
                // The snapshot is open. The serving generation moves on before anything is compared.
                compared = progress.position;
                tokio::task::block_in_place(|| {
                    runtime.block_on(async {
                        wait_for("the serving generation to move", async || {
                            (serving(&engine, "tally").await.unwrap().position > compared).then_some(())
                        })
                        .await;
                    });
                });
            }
        });
        let verified = verified.await.unwrap();
        assert!(verified.is_clean(), "{verified:?}");
        assert_eq!(verified.position, compared);
        assert_eq!(
            verified.tables[0].serving_rows, compared.0,
            "everything up to the position, nothing beyond"
        );
    }
    stop.cancel();
    appending.await.unwrap();
}

#[tokio::test]
async fn parked_streams_are_reported_and_are_no_difference() {
    let (cluster, _process, _tally) =
        TestCluster::with_fault(InjectedFault::Refuses(Position(40)), 100).await;

    // The code of this engine's view could apply the event.
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    let verified = operator.verify("tally", |_| {}).await.unwrap();
    assert!(verified.is_clean(), "{verified:?}");
    assert_eq!(verified.tables[0].rebuilt_rows, 100 - 9);
    let parked: Vec<_> = verified.parked.iter().map(|one| (one.position, one.waiting)).collect();
    assert_eq!(parked, [(Position(40), 8)]);
}

#[tokio::test]
async fn a_stream_unparked_during_a_verification_is_unparked_in_both_generations() {
    let (cluster, process, tally) = TestCluster::with_fault(InjectedFault::Refuses(Position(40)), 100).await;

    let scratch = CountingView::new("tally", 1);
    let operator = cluster.engine(&[&scratch]).await;
    scratch.before_commit.close();
    let verifying = tokio::spawn(async move { operator.verify("tally", |_| {}).await });
    scratch.before_commit.reached().await;
    tally.inject_fault(InjectedFault::None);
    process.engine.retry_parked("tally", &stream_of(40)).await.unwrap();
    scratch.before_commit.open();
    let verified = timeout(TEST_TIMEOUT, verifying).await.unwrap().unwrap().unwrap();
    assert!(verified.is_clean(), "{verified:?}");
    assert_eq!((verified.tables[0].rebuilt_rows, verified.parked.len()), (100, 0));
}

#[tokio::test]
async fn an_event_that_only_the_build_refuses_fails_the_verification() {
    let (cluster, process) = TestCluster::following(50).await;
    let tally = CountingView::new("tally", 1);
    tally.inject_fault(InjectedFault::Refuses(Position(20)));
    let operator = cluster.engine(&[&tally]).await;
    let error = operator.verify("tally", |_| {}).await.unwrap_err().to_string();
    assert!(error.contains("event at position 20") && error.contains("injected fault"), "{error}");
    assert_eq!(cluster.schemas().await, ["rm_tally_v1".into()].into());
    assert_eq!(process.engine.parked().await.unwrap(), []);
}

#[tokio::test]
async fn leftovers_of_a_crash_are_dropped_by_the_next_process() {
    let (cluster, process) = TestCluster::following(50).await;
    let tally = CountingView::new("tally", 1);
    let operator = cluster.engine(&[&tally]).await;
    tally.before_commit.close();
    let verifying = tokio::spawn(async move { operator.verify("tally", |_| {}).await });
    tally.before_commit.reached().await;
    let under_way = generations(&process.engine, "tally").await;
    assert_eq!((under_way[1].state, under_way[1].running), (State::Verifying, true));
    assert_eq!(cluster.schemas().await.len(), 2);
    let second = process.engine.verify("tally", |_| {}).await.unwrap_err();
    assert!(matches!(second, RebuildError::Busy(_)), "{second}");

    verifying.abort();
    wait_for("the schema to be dropped", async || (cluster.schemas().await.len() == 1).then_some(())).await;
    tally.before_commit.open();
    cluster.append_many(5).await;
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=55));
}

#[tokio::test]
async fn a_paused_view_can_be_verified_and_an_unknown_one_cannot() {
    let (cluster, process) = TestCluster::following(50).await;
    process.engine.pause("tally").await.unwrap();
    cluster.append_many(20).await;
    let verified = timeout(TEST_TIMEOUT, process.engine.verify("tally", |_| {})).await.unwrap().unwrap();
    assert!(verified.is_clean());
    assert_eq!(verified.position, Position(50));

    let newer = cluster.engine(&[&CountingView::new("tally", 2)]).await;
    let refused = newer.verify("tally", |_| {}).await.unwrap_err().to_string();
    assert_eq!(
        refused,
        "tally cannot be verified: version 1 of its code serves, and this program has version 2"
    );
    let other = cluster.engine(&[&CountingView::new("other", 1)]).await;
    let refused = other.verify("other", |_| {}).await.unwrap_err().to_string();
    assert_eq!(refused, "other cannot be verified: it is not built yet");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_verification_begins_again_when_a_build_was_swapped_in_meanwhile() {
    let (_world, process) = TestCluster::following(300).await;
    let runtime = tokio::runtime::Handle::current();
    let (engine, mut swaps) = (process.engine.clone(), 0);
    let verified = process.engine.verify("tally", |progress| {
        if progress.phase == Phase::Filling && swaps == 0 {
            swaps += 1;
            tokio::task::block_in_place(|| runtime.block_on(engine.rebuild("tally", |_| {}))).unwrap();
        }
    });
    let verified = verified.await.unwrap();
    assert!(verified.is_clean(), "{verified:?}");
    assert_eq!((swaps, verified.tables[0].serving_rows), (1, 300));
    assert_eq!(
        serving(&process.engine, "tally").await.unwrap().number,
        3,
        "1 and 2 were served and verified"
    );
}
