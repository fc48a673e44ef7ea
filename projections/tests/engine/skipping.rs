//! Tests of events that an operator has told a view to skip.

use projections::engine::{State, Unparked};
use shared_events::Position;
use test_support::wait_for;

use crate::support::{
    CountingView, InjectedFault, TEST_TIMEOUT, TestCluster, all, generations, serving, shown_error, stream_of,
};

fn all_but(position: i64, last: i64) -> Vec<i64> {
    all(1..=last).into_iter().filter(|one| *one != position).collect()
}

#[tokio::test]
async fn a_skipped_event_is_listed_and_left_out_of_every_later_build() {
    let (cluster, process, _tally) = TestCluster::with_fault(InjectedFault::Refuses(Position(40)), 100).await;

    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    let outcome = operator.skip_parked("tally", &stream_of(40)).await.unwrap();
    assert_eq!(outcome, Unparked::Applied { events: 8 });
    assert_eq!(cluster.seen().await, all_but(40, 100));
    let skipped = operator.skipped().await.unwrap();
    assert_eq!(skipped.len(), 1);
    assert_eq!((skipped[0].view.as_str(), skipped[0].code_version), ("tally", 1));
    assert_eq!((&skipped[0].stream, skipped[0].position), (&stream_of(40), Position(40)));
    assert_eq!((skipped[0].version, skipped[0].error.as_str()), (6, "injected fault"));

    // A build skips the event although its code could apply it, because the operator's decision stays.
    operator.rebuild("tally", |_| {}).await.unwrap();
    cluster.append_many(7).await;
    process.settled().await;
    let served = serving(&operator, "tally").await.unwrap();
    assert_eq!((served.number, served.skipped, served.parked), (2, 1, 0));
    assert_eq!(cluster.seen().await, all_but(40, 107));
    let verified = operator.verify("tally", |_| {}).await.unwrap();
    assert!(verified.is_clean(), "{verified:?}");
    assert_eq!(verified.skipped, skipped);

    // The decision does not apply to another version of the code.
    let _newer = cluster.settled_process(2).await;
    assert_eq!(cluster.seen().await, all(1..=107));
}

#[tokio::test]
async fn two_bad_events_of_a_stream_are_skipped_one_after_the_other() {
    let (cluster, process, _tally) =
        TestCluster::with_fault(InjectedFault::RefusesTwo(Position(40), Position(54)), 100).await;
    let first = process.engine.skip_parked("tally", &stream_of(40)).await.unwrap();
    assert_eq!(first, Unparked::StillParked { position: Position(54), error: "injected fault".into() });
    let second = process.engine.skip_parked("tally", &stream_of(40)).await.unwrap();
    assert_eq!(second, Unparked::Applied { events: 6 });
    let expected: Vec<i64> = all_but(40, 100).into_iter().filter(|one| *one != 54).collect();
    assert_eq!(cluster.seen().await, expected);
}

#[tokio::test]
async fn an_event_that_cannot_be_decrypted_can_be_skipped() {
    let (cluster, process) = TestCluster::following(0).await;
    let broken = cluster.append_unreadable(3).await;
    cluster.append_many(14).await;
    process.settled().await;
    let parked = process.engine.parked().await.unwrap();
    let outcome = process.engine.skip_parked("tally", &parked[0].stream).await.unwrap();
    assert_eq!(outcome, Unparked::Applied { events: 2 });
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    assert_eq!(cluster.seen().await, all_but(broken.0.cast_signed(), 15));
}

#[tokio::test]
async fn a_build_stops_at_a_bad_event_and_continues_when_it_is_skipped() {
    let cluster = TestCluster::new().await;
    cluster.append_many(20).await;
    let tally = CountingView::new("tally", 1);
    tally.inject_fault(InjectedFault::Refuses(Position(5)));
    let process = cluster.process(&[&tally]).await;
    shown_error(&process.engine, "tally").await;
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    let shown = operator.parked().await.unwrap();
    assert_eq!(shown.len(), 1);
    assert_eq!((shown[0].state, shown[0].position), (State::Building, Position(5)));
    let in_vain = operator.retry_parked("tally", &stream_of(5)).await.unwrap();
    assert_eq!(in_vain, Unparked::StillParked { position: Position(5), error: "injected fault".into() });

    let outcome = operator.skip_parked("tally", &stream_of(5)).await.unwrap();
    assert_eq!(outcome, Unparked::Applied { events: 0 });
    tokio::time::timeout(TEST_TIMEOUT, process.settled()).await.unwrap();
    assert_eq!(cluster.seen().await, all_but(5, 20));
    wait_for("nothing to be parked", async || operator.parked().await.unwrap().is_empty().then_some(()))
        .await;
    assert_eq!(generations(&operator, "tally").await.len(), 1);
}
