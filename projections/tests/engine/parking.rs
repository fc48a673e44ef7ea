//! Tests of streams that an event parks, and of their retries.

use projections::engine::{ParkError, ParkedStream, State, Unparked};
use shared_events::Position;
use test_support::wait_for;

use crate::support::{
    CountingView, InjectedFault, Process, READ_CATEGORY, TestCluster, all, all_but_stream_from, serving,
    shown_error, stream_of,
};

async fn the_parked_one(process: &Process) -> ParkedStream {
    let mut parked = process.engine.parked().await.unwrap();
    assert_eq!(parked.len(), 1, "{parked:?}");
    parked.remove(0)
}

async fn nothing_is_parked(process: &Process) {
    assert_eq!(process.engine.parked().await.unwrap(), []);
}

#[tokio::test]
async fn an_event_that_cannot_be_applied_parks_only_its_stream() {
    let (cluster, process, _) = TestCluster::with_fault(InjectedFault::Refuses(Position(40)), 100).await;
    assert_eq!(cluster.seen().await, all_but_stream_from(40, 100));
    let served = serving(&process.engine, "tally").await.unwrap();
    assert_eq!((served.position, served.last_error, served.parked), (Position(100), None, 1));
    assert_eq!(served.events as usize, all_but_stream_from(40, 100).len());

    let parked = the_parked_one(&process).await;
    assert_eq!((parked.view.as_str(), parked.generation, parked.state), ("tally", 1, State::Serving));
    assert_eq!((&parked.stream, parked.position, parked.version), (&stream_of(40), Position(40), 6));
    assert_eq!((parked.event_type.as_str(), parked.error.as_str()), ("Filled", "injected fault"));
    assert_eq!((parked.attempts, parked.waiting, parked.next_try), (1, 8, None));
}

#[tokio::test]
async fn a_retry_applies_waiting_events_once_in_order_before_new_ones() {
    let (cluster, process, tally) = TestCluster::with_fault(InjectedFault::Refuses(Position(40)), 100).await;
    tally.inject_fault(InjectedFault::None);
    // Another process requests the retry; the holder of the lease carries it out.
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    let outcome = operator.retry_parked("tally", &stream_of(40)).await.unwrap();
    assert_eq!(outcome, Unparked::Applied { events: 9 });
    assert_eq!(cluster.seen().await, all(1..=100));
    nothing_is_parked(&process).await;

    cluster.append_many(10).await;
    process.settled().await;
    assert_eq!(cluster.seen().await, all(1..=110));
    assert_eq!(serving(&operator, "tally").await.unwrap().events, 110);
    let again = operator.retry_parked("tally", &stream_of(40)).await.unwrap_err();
    assert!(matches!(again, ParkError::NotParked { .. }), "{again}");
}

#[tokio::test]
async fn a_failed_retry_reports_the_error_and_keeps_events_waiting() {
    let (cluster, process, _) = TestCluster::with_fault(InjectedFault::Refuses(Position(40)), 100).await;
    let outcome = process.engine.retry_parked("tally", &stream_of(40)).await.unwrap();
    assert_eq!(outcome, Unparked::StillParked { position: Position(40), error: "injected fault".into() });
    cluster.append_many(7).await;
    process.settled().await;
    let parked = the_parked_one(&process).await;
    assert_eq!((parked.attempts, parked.waiting), (2, 9));
    assert_eq!(cluster.seen().await.len(), 97);
}

#[tokio::test]
async fn a_later_bad_event_parks_the_stream_again() {
    let (cluster, process, tally) = TestCluster::with_fault(InjectedFault::Refuses(Position(40)), 100).await;
    tally.inject_fault(InjectedFault::Violates(Position(68)));
    let outcome = process.engine.retry_parked("tally", &stream_of(40)).await.unwrap();
    let Unparked::StillParked { position, error } = outcome else { panic!("{outcome:?}") };
    assert_eq!(position, Position(68));
    assert!(error.contains("seen_position_check"), "{error}");
    assert_eq!(cluster.seen().await, all_but_stream_from(68, 100), "what stands before it is applied");
    let parked = the_parked_one(&process).await;
    assert_eq!((parked.version, parked.attempts, parked.waiting), (10, 1, 4));
}

#[tokio::test]
async fn an_event_that_the_database_refuses_is_located_and_retried_automatically() {
    let (cluster, process, tally) = TestCluster::with_fault(InjectedFault::Violates(Position(77)), 100).await;
    assert_eq!(cluster.seen().await, all_but_stream_from(77, 100));
    let parked = the_parked_one(&process).await;
    assert_eq!((parked.position, &parked.stream), (Position(77), &stream_of(77)));
    assert!(parked.error.contains("seen_position_check"), "{}", parked.error);
    assert!(parked.next_try.is_some());
    wait_for("a second attempt", async || (the_parked_one(&process).await.attempts >= 2).then_some(())).await;
    tally.inject_fault(InjectedFault::None);
    wait_for("the stream to come back", async || {
        process.engine.parked().await.unwrap().is_empty().then_some(())
    })
    .await;
    assert_eq!(cluster.seen().await, all(1..=100));
}

#[tokio::test]
async fn an_event_that_cannot_be_decrypted_parks_only_its_stream() {
    let (cluster, process) = TestCluster::following(0).await;
    cluster.append_many(10).await;
    let broken = cluster.append_unreadable(3).await;
    cluster.append_many(10).await;
    cluster.append_unreadable(3).await;
    process.settled().await;
    let parked = the_parked_one(&process).await;
    assert_eq!((parked.position, parked.waiting), (broken, 2));
    assert!(parked.error.contains("personal data at /name was altered"), "{}", parked.error);
    assert_eq!(cluster.seen().await.len(), 20 - 1);
    let outcome = process.engine.retry_parked("tally", &parked.stream).await.unwrap();
    assert!(matches!(outcome, Unparked::StillParked { position, .. } if position == broken), "{outcome:?}");
}

#[tokio::test]
async fn a_crash_while_events_are_parked_or_retried_applies_each_once() {
    let (cluster, first, tally) = TestCluster::with_fault(InjectedFault::Refuses(Position(40)), 100).await;
    // The crash comes between the rows and the commit of a batch with events that wait.
    tally.before_commit.close();
    cluster.append_many(14).await;
    tally.before_commit.reached().await;
    drop(first);

    let tally = CountingView::new("tally", 1);
    tally.inject_fault(InjectedFault::Refuses(Position(40)));
    let second = cluster.process(&[&tally]).await;
    second.settled().await;
    let parked = the_parked_one(&second).await;
    assert_eq!((parked.attempts, parked.waiting), (2, 10), "it was tried when the second process began");
    assert_eq!(cluster.seen().await.len(), 114 - 11);

    // The crash comes between the rows and the commit of a retry.
    tally.inject_fault(InjectedFault::None);
    tally.before_commit.close();
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    let (asking, stream) = (operator.clone(), stream_of(40));
    let asked = tokio::spawn(async move { asking.retry_parked("tally", &stream).await });
    tally.before_commit.reached().await;
    drop(second);
    // No process has the lease then, so the command retries by itself.
    assert_eq!(asked.await.unwrap().unwrap(), Unparked::Applied { events: 11 });
    let third = cluster.settled_process(1).await;
    nothing_is_parked(&third).await;
    assert_eq!(cluster.seen().await, all(1..=114));
}

#[tokio::test]
async fn a_retry_command_applies_the_events_itself_when_no_process_follows() {
    let (cluster, process, _) = TestCluster::with_fault(InjectedFault::Refuses(Position(40)), 100).await;
    process.stop().await;
    let operator = cluster.engine(&[&CountingView::new("tally", 1)]).await;
    let other = cluster.engine(&[&CountingView::new("tally", 2)]).await;
    let refused = other.retry_parked("tally", &stream_of(40)).await.unwrap_err();
    assert!(matches!(refused, ParkError::OtherCode { code_version: 1, .. }), "{refused}");
    let outcome = operator.retry_parked("tally", &stream_of(40)).await.unwrap();
    assert_eq!(outcome, Unparked::Applied { events: 9 });
    assert_eq!(cluster.seen().await, all(1..=100));
}

#[tokio::test]
async fn a_previous_generation_parks_by_itself_and_is_retried_too() {
    let (cluster, process, tally) = TestCluster::followed_by_tally(0).await;
    process.engine.rebuild("tally", |_| {}).await.unwrap();
    tally.inject_fault(InjectedFault::Refuses(Position(1)));
    cluster.append(READ_CATEGORY, 0).await;
    process.settled().await;
    wait_for("both to park", async || (process.engine.parked().await.unwrap().len() == 2).then_some(()))
        .await;
    tally.inject_fault(InjectedFault::None);
    process.engine.retry_parked("tally", &stream_of(1)).await.unwrap();
    nothing_is_parked(&process).await;
    assert_eq!(cluster.seen().await, [1]);
    assert_eq!(cluster.positions("rm_tally_v1.seen").await, [1]);
}

#[tokio::test]
async fn a_view_that_refuses_every_event_stops_instead_of_parking() {
    let (cluster, process, tally) = TestCluster::followed_by_tally(0).await;
    tally.inject_fault(InjectedFault::RefusesAll);
    for stream in 0..1_001 {
        cluster.append(READ_CATEGORY, stream).await;
    }
    let error = shown_error(&process.engine, "tally").await;
    assert!(error.starts_with("1000 streams are parked already, and now event at position 1001"), "{error}");
}
