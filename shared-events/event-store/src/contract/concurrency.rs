//! Rules for many writers at once.

use std::{collections::HashMap, sync::Arc, time::Duration};

use shared_events::{Position, RawEvent, Recorded, StreamId};
use tokio::{task::JoinSet, time::timeout};

use super::{Fixture, event, events, stream, whole_log};
use crate::{
    AppendError, Appended, Categories, EventStore,
    ExpectedVersion::{Any, Exact},
};

pub(crate) async fn of_many_appends_with_the_same_expectation_one_succeeds(fixture: &impl Fixture) {
    let stores = [fixture.store(), fixture.another_store().await];
    let order = stream("order", 1);
    for round in 0..10 {
        let mut tasks = JoinSet::new();
        for number in 0..20 {
            let (store, order) = (Arc::clone(&stores[number % 2]), order.clone());
            let new = event(&order, round * 100 + number as u64);
            tasks.spawn(async move { store.append(&order, Exact(round), vec![new]).await });
        }
        let results = tasks.join_all().await;
        let won = results.iter().filter(|result| result.is_ok()).count();
        let lost = results
            .iter()
            .filter(
                |result| matches!(result, Err(AppendError::Conflict { actual, .. }) if *actual == round + 1),
            )
            .count();
        assert_eq!((won, lost), (1, 19), "{results:?}");
    }
}

pub(crate) async fn a_conflict_fails_only_its_own_append(fixture: &impl Fixture) {
    let store = fixture.store();
    let mut tasks = JoinSet::new();
    for number in 0..200_u128 {
        let (store, order) = (Arc::clone(&store), stream("order", number));
        let wrong = number % 3 == 0;
        tasks.spawn(async move {
            let result = store.append(&order, Exact(u64::from(wrong)), events(&order, 1, 2)).await;
            (wrong, result)
        });
    }
    for (wrong, result) in tasks.join_all().await {
        match result {
            Ok(appended) => assert!(!wrong && appended.version == 2),
            Err(error) => assert!(wrong && matches!(error, AppendError::Conflict { .. }), "{error}"),
        }
    }
    assert_eq!(whole_log(&*store).await.len(), 133 * 2);
}

pub(crate) async fn concurrent_retries_write_once(fixture: &impl Fixture) {
    let stores = [fixture.store(), fixture.another_store().await];
    let mut tasks = JoinSet::new();
    for number in 0..60_usize {
        let (store, order) = (Arc::clone(&stores[number % 2]), stream("order", (number % 6) as u128));
        tasks.spawn(async move {
            let result = store.append(&order, Exact(0), events(&order, 1, 3)).await;
            (order, result.unwrap())
        });
    }
    let mut answers: HashMap<StreamId, Vec<Appended>> = HashMap::new();
    for (order, appended) in tasks.join_all().await {
        answers.entry(order).or_default().push(appended);
    }
    for (order, answers) in answers {
        let place = |appended: &Appended| (appended.version, appended.position);
        assert!(answers.iter().all(|answer| place(answer) == place(&answers[0])), "{order}: {answers:?}");
        assert!(answers.iter().any(|answer| !answer.repeated), "{order}: somebody has written it");
    }
    assert_eq!(whole_log(&*stores[0]).await.len(), 18);
}

pub(crate) async fn versions_have_no_gaps_when_many_append_to_one_stream(fixture: &impl Fixture) {
    let stores = [fixture.store(), fixture.another_store().await];
    let order = stream("order", 1);
    let mut tasks = JoinSet::new();
    for writer in 0..10_u64 {
        let (store, order) = (Arc::clone(&stores[(writer % 2) as usize]), order.clone());
        tasks.spawn(async move {
            for number in 0..10 {
                let new = events(&order, writer * 1_000 + number * 2, writer * 1_000 + number * 2 + 1);
                store.append(&order, Any, new).await.unwrap();
            }
        });
    }
    tasks.join_all().await;
    let read = stores[0].read_stream(&order, 0, 1_000).await.unwrap();
    assert!(read.iter().map(|event| event.version).eq(1..=200));
    assert!(read.is_sorted_by(|a, b| a.position < b.position));
}

const WRITERS: u128 = 24;
const APPENDS: u64 = 100;

pub(crate) async fn a_live_reader_sees_every_event_of_all_writers_once_and_in_order(fixture: &impl Fixture) {
    let reader = {
        let store = fixture.another_store().await;
        tokio::spawn(async move { follow(&*store, WRITERS as usize * APPENDS as usize * 2).await })
    };
    let stores = [fixture.store(), fixture.another_store().await, fixture.another_store().await];
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let store = Arc::clone(&stores[(writer % 3) as usize]);
        writers.spawn(async move {
            let own = stream("order", writer);
            for number in 0..APPENDS {
                let new = events(&own, number * 2 + 1, number * 2 + 2);
                store.append(&own, Exact(number * 2), new).await.unwrap();
            }
        });
    }
    writers.join_all().await;
    let seen = timeout(Duration::from_secs(60), reader).await.expect("the reader sees all events").unwrap();
    check_order(&seen);
    assert_eq!(seen, whole_log(&*stores[0]).await, "nothing is missing and nothing came twice");
}

/// Reads like a subscription until it has seen this many events.
pub(crate) async fn follow(store: &dyn EventStore, count: usize) -> Vec<Recorded<RawEvent>> {
    let (mut seen, mut position) = (Vec::new(), Position::START);
    while seen.len() < count {
        let page = store.read_all(position, &Categories::All, 500).await.unwrap();
        if page.up_to == position {
            store.wait_beyond(position, Duration::from_millis(500)).await;
        }
        position = page.up_to;
        seen.extend(page.events);
    }
    seen
}

/// Checks that positions grow and that each stream's versions are 1, 2, 3 …
pub(crate) fn check_order(seen: &[Recorded<RawEvent>]) {
    assert!(seen.is_sorted_by(|a, b| a.position < b.position));
    let mut versions: HashMap<&StreamId, u64> = HashMap::new();
    for event in seen {
        let version = versions.entry(&event.stream).or_default();
        assert_eq!(event.version, *version + 1, "{}", event.stream);
        *version += 1;
    }
}
