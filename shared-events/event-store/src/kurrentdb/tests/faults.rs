//! Fault tests: lost answers, dead servers and changes of leader.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use shared_events::Position;
use test_support::KurrentDbDouble;
use tokio::{
    task::JoinSet,
    time::{Instant, timeout},
};

use super::{OnDouble, open};
use crate::{
    AppendError, Categories, EventStore,
    ExpectedVersion::{Any, Exact},
    contract::{
        Fixture,
        concurrency::{check_order, follow},
        event, events, stream, whole_log,
    },
};

/// How long a store may take to recover from a fault of its server.
const RECOVERY: Duration = Duration::from_secs(60);

async fn versions(store: &dyn EventStore, number: u128) -> Vec<u64> {
    let read = store.read_stream(&stream("order", number), 0, 1_000).await.unwrap();
    read.iter().map(|event| event.version).collect()
}

#[tokio::test]
async fn an_append_whose_answer_is_lost_is_written_once_and_acknowledged() {
    let fixture = OnDouble::new();
    let (store, order) = (fixture.store(), stream("order", 1));
    store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap();
    for (fault, after) in [("cut-after 1", 2), ("cut-after 2", 3), ("cut-before 2", 4), ("not-leader 2", 5)] {
        fixture.double.tell(fault);
        let appended = store.append(&order, Exact(after), vec![event(&order, after + 1)]).await.unwrap();
        let last = store.read_last(&order).await.unwrap().unwrap();
        assert_eq!((appended.version, appended.position), (last.version, last.position), "{fault}");
        assert_eq!(last.version, after + 1, "{fault}");
    }
    fixture.double.tell("cut-after 1");
    assert_eq!(store.append(&order, Any, events(&order, 7, 9)).await.unwrap().version, 9);
    assert_eq!(versions(&*store, 1).await, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[tokio::test]
async fn a_conflict_after_a_lost_answer_is_a_conflict() {
    let fixture = OnDouble::new();
    let (store, order) = (fixture.store(), stream("order", 1));
    fixture.another_store().await.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap();
    fixture.double.tell("cut-before 1");
    let error = store.append(&order, Exact(0), vec![event(&order, 3)]).await.unwrap_err();
    assert!(matches!(error, AppendError::Conflict { expected: 0, actual: 2, .. }), "{error}");
}

/// Without our check the server would write the same events again at the end of the stream.
#[tokio::test]
async fn the_same_events_are_not_written_again_at_another_version() {
    let fixture = OnDouble::new();
    let order = stream("order", 1);
    let first = fixture.store().append(&order, Exact(0), events(&order, 1, 2)).await.unwrap();
    for expected in [Exact(2), Exact(0), Exact(1), Exact(7), Any] {
        let stranger = fixture.another_store().await;
        let again = stranger.append(&order, expected, events(&order, 1, 2)).await.unwrap();
        assert_eq!((again.version, again.position), (first.version, first.position), "{expected:?}");
    }
    assert_eq!(versions(&*fixture.store(), 1).await, [1, 2]);
}

#[tokio::test]
async fn an_append_that_is_never_answered_has_an_unknown_outcome_until_it_is_repeated() {
    let fixture = OnDouble::new();
    let (store, order) = (fixture.store(), stream("order", 1));
    fixture.double.tell("cut-after 100");
    let error = store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap_err();
    assert!(matches!(error, AppendError::OutcomeUnknown(_)), "{error}");
    assert_eq!(versions(&*store, 1).await, [1, 2]);
    fixture.double.kill();
    fixture.double.start_again();
    let again = store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap();
    assert_eq!(again.version, 2);
    assert_eq!(versions(&*store, 1).await, [1, 2]);
}

#[tokio::test]
async fn an_unreachable_server_is_an_error_and_the_append_was_not_written() {
    let fixture = OnDouble::new();
    let (store, order) = (fixture.store(), stream("order", 1));
    fixture.double.kill();
    let error = store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap_err();
    assert!(matches!(error, AppendError::Unavailable(_)), "{error}");
    let error = store.read_all(Position::START, &Categories::All, 10).await.unwrap_err();
    assert!(matches!(error, crate::ReadError::Unavailable(_)), "{error}");

    // The first connect has failed, after which a client of version 1.2.0 is broken for good.
    fixture.double.start_again();
    assert_eq!(store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap().version, 1);
}

#[tokio::test]
async fn an_append_that_the_server_finds_too_large_is_refused() {
    let fixture = OnDouble::new();
    let (store, order) = (fixture.store(), stream("order", 1));
    let mut large = events(&order, 1, 3);
    large.iter_mut().for_each(|event| event.payload.data = serde_json::json!("x".repeat(500_000)).into());
    let error = store.append(&order, Exact(0), large).await.unwrap_err();
    assert!(
        matches!(&error, AppendError::Refused(reason) if reason.contains("Maximum Append Size")),
        "{error}"
    );
}

#[tokio::test]
async fn a_node_that_has_fallen_behind_does_not_move_a_reader() {
    let fixture = OnDouble::new();
    let store = fixture.store();
    let (order, product) = (stream("order", 1), stream("product", 1));
    store.append(&order, Exact(0), events(&order, 1, 3)).await.unwrap();
    let last = store.append(&product, Exact(0), events(&product, 1, 1)).await.unwrap().position;
    let orders = Categories::Only(std::borrow::Cow::Borrowed(&["order"]));
    for categories in [Categories::All, orders] {
        // The first read sees the end of the log, the next one does not.
        fixture.double.tell("whole 1");
        fixture.double.tell("behind 1");
        let page = store.read_all(Position::START, &categories, 100).await.unwrap();
        assert_eq!((page.up_to, page.end), (last, true));
        assert_eq!(page.events.iter().filter(|event| event.stream == order).count(), 3);
    }
}

#[tokio::test]
async fn an_interrupted_read_is_repeated() {
    let fixture = OnDouble::new();
    let (store, order) = (fixture.store(), stream("order", 1));
    store.append(&order, Exact(0), events(&order, 1, 100)).await.unwrap();
    fixture.double.tell("cut-read 2");
    assert_eq!(versions(&*store, 1).await.len(), 100);
    fixture.double.tell("cut-read 3");
    assert_eq!(whole_log(&*store).await.len(), 100);
}

#[tokio::test]
async fn the_store_finds_the_leader_and_its_successor() {
    let first = KurrentDbDouble::start();
    let order = stream("order", 1);
    let written = open(&first.url()).append(&order, Exact(0), events(&order, 1, 2)).await.unwrap();
    let second = first.start_copy();
    second.tell(&format!("follow {}", first.address()));
    let cluster = KurrentDbDouble::cluster_url(&[second.address(), first.address()]);
    let store = open(&cluster);
    assert_eq!(store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap(), written);
    // A client that knows only a follower learns the leader from it.
    assert_eq!(versions(&*open(&second.url()), 1).await, [1, 2]);

    first.kill();
    second.tell("lead");
    let appended = store.append(&order, Exact(2), vec![event(&order, 3)]).await.unwrap();
    assert_eq!(appended.version, 3);
    assert_eq!(whole_log(&*store).await.len(), 3);
}

/// Kills the server repeatedly while writers repeat unanswered appends and a reader follows the log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killing_the_server_under_writers_neither_loses_nor_duplicates_events() {
    const WRITERS: u128 = 6;
    const KILLS: usize = 5;
    let fixture = OnDouble::new();
    let done = Arc::new(AtomicBool::new(false));
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let (store, done) = (fixture.another_store().await, Arc::clone(&done));
        writers.spawn(async move {
            let own = stream("order", writer);
            let mut version = 0;
            while !done.load(Ordering::Relaxed) {
                match store.append(&own, Exact(version), events(&own, version + 1, version + 2)).await {
                    Ok(appended) => {
                        assert_eq!(appended.version, version + 2);
                        version += 2;
                    }
                    Err(AppendError::OutcomeUnknown(_) | AppendError::Unavailable(_)) => {}
                    Err(error) => panic!("{error}"),
                }
            }
            version
        });
    }
    let reader = fixture.store();
    for _ in 0..KILLS {
        let before = reader.read_last(&stream("order", 0)).await.unwrap().map_or(0, |event| event.version);
        let moved = async {
            while versions(&*reader, 0).await.len() as u64 <= before + 4 {
                tokio::task::yield_now().await;
            }
        };
        timeout(RECOVERY, moved).await.expect("writers go on");
        fixture.double.tell("cut-after 3");
        fixture.double.kill();
        fixture.double.start_again();
    }
    done.store(true, Ordering::Relaxed);
    let written: u64 = timeout(RECOVERY, writers.join_all()).await.expect("writers end").iter().sum();
    let seen =
        timeout(RECOVERY, follow(&*reader, written as usize)).await.expect("the reader sees all events");
    check_order(&seen);
    assert_eq!(seen.len() as u64, written, "what was acknowledged, and nothing twice");
    assert_eq!(seen, whole_log(&*reader).await);
}

/// With the client's own settings every call would wait 40 ms for a TCP acknowledgement.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn calls_do_not_wait_for_tcp_acknowledgements() {
    let fixture = OnDouble::new();
    let (store, order) = (fixture.store(), stream("order", 1));
    store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap();
    let mut times = Vec::new();
    for _ in 0..60 {
        let began = Instant::now();
        store.read_last(&order).await.unwrap();
        times.push(began.elapsed());
    }
    // The first calls may wait, because the store learns from them that calls are slow. With Nagle's algorithm every
    // call takes 40 ms, so the fastest call decides, even on a busy machine.
    let fastest = times[30..].iter().min().unwrap();
    assert!(*fastest < Duration::from_millis(30), "{times:?}");
}

#[tokio::test]
async fn a_silent_server_gets_another_request_and_a_slow_one_gets_time() {
    let fixture = OnDouble::new();
    let (store, order) = (fixture.store(), stream("order", 1));
    fixture.double.tell("hang 1");
    assert_eq!(store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap().version, 2);
    fixture.double.tell("delay 300");
    assert_eq!(store.append(&order, Exact(2), vec![event(&order, 3)]).await.unwrap().version, 3);
    assert_eq!(whole_log(&*store).await.len(), 3);
}
