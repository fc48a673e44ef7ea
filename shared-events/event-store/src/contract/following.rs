//! Rules for readers that follow a growing log.

use std::{borrow::Cow, time::Duration};

use shared_events::Position;
use tokio::{
    sync::watch,
    task::JoinSet,
    time::{Instant, timeout},
};

use super::{Fixture, append_one_each, event, events, stream, whole_log};
use crate::{
    Categories, EventLog,
    ExpectedVersion::{Any, Exact},
};

/// Longer than any test takes.
const FOREVER: Duration = Duration::from_secs(60);

/// A wake-up that does not come within this time counts as missing.
const WAKE_UP_DEADLINE: Duration = Duration::from_secs(60);

pub(crate) async fn a_wait_ends_at_once_when_there_are_more_events(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap();
    timeout(WAKE_UP_DEADLINE, store.wait_beyond(Position::START, FOREVER)).await.unwrap();
}

pub(crate) async fn a_wait_ends_with_an_append(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    let mut position = Position::START;
    for number in 1..=20 {
        let waiting = {
            let store = fixture.store();
            tokio::spawn(async move { timeout(WAKE_UP_DEADLINE, wait_until_beyond(&*store, position)).await })
        };
        tokio::task::yield_now().await;
        let appended = store.append(&order, Any, vec![event(&order, number)]).await.unwrap();
        waiting.await.unwrap().unwrap();
        position = appended.position;
    }
}

pub(crate) async fn a_wait_ends_with_an_append_of_another_store(fixture: &impl Fixture) {
    let (writer, reader) = (fixture.another_store().await, fixture.store());
    let order = stream("order", 1);
    let mut position = Position::START;
    for number in 1..=20 {
        let waiting = {
            let reader = fixture.store();
            tokio::spawn(
                async move { timeout(WAKE_UP_DEADLINE, wait_until_beyond(&*reader, position)).await },
            )
        };
        let appended = writer.append(&order, Any, vec![event(&order, number)]).await.unwrap();
        waiting.await.unwrap().unwrap();
        position = appended.position;
    }
    assert_eq!(whole_log(&*reader).await.len(), 20);
}

/// Waits as subscriptions do, but without a poll interval, which would hide a missing wake-up.
async fn wait_until_beyond(store: &dyn crate::EventStore, position: Position) {
    while store.read_all(position, &Categories::All, 1).await.unwrap().up_to == position {
        store.wait_beyond(position, FOREVER).await;
    }
}

pub(crate) async fn a_wait_ends_at_its_time_limit(fixture: &impl Fixture) {
    let store = fixture.store();
    let (start, at_most) = (Instant::now(), Duration::from_millis(50));
    // The wait may return early a few times, because a new connection counts as news.
    while start.elapsed() < at_most {
        timeout(WAKE_UP_DEADLINE, store.wait_beyond(Position(7), at_most)).await.unwrap();
    }
}

pub(crate) async fn a_subscription_catches_up_and_goes_live(fixture: &impl Fixture) {
    let store = fixture.store();
    let log = EventLog::new(fixture.store(), fixture.keyring());
    let streams: Vec<_> = (0..10).map(|number| stream("order", number)).collect();
    append_one_each(&*store, &streams).await;

    let mut subscription = log.subscribe(Position::START, Categories::All, 4);
    let mut seen = Vec::new();
    loop {
        let batch = timeout(WAKE_UP_DEADLINE, subscription.next()).await.unwrap().unwrap();
        assert!(batch.events.len() <= 4);
        assert_eq!(batch.up_to, batch.events.last().unwrap().position);
        seen.extend(batch.events);
        assert_eq!(batch.caught_up, seen.len() == 10, "says when it has caught up");
        if batch.caught_up {
            break;
        }
    }
    for round in 0..5 {
        append_one_each(&*store, &streams[..1]).await;
        let batch = timeout(WAKE_UP_DEADLINE, subscription.next()).await.unwrap().unwrap();
        assert!(batch.caught_up);
        seen.extend(batch.events);
        assert_eq!(seen.len(), 11 + round);
    }
    assert_eq!(seen, whole_log(&*store).await);
}

pub(crate) async fn every_subscription_gets_all_events_that_it_wants(fixture: &impl Fixture) {
    const ROUNDS: u128 = 60;
    let wanted = [&["order"][..], &["product"], &["order", "product"], &["message"], &[]];
    let (ended, end) = watch::channel(None);
    let mut following = JoinSet::new();
    for (number, categories) in wanted.iter().chain(&wanted).enumerate() {
        let log = EventLog::new(fixture.store(), fixture.keyring());
        let categories = Categories::Only(Cow::Borrowed(categories));
        let mut end = end.clone();
        following.spawn(async move {
            let mut subscription = log.subscribe(Position::START, categories.clone(), number + 1);
            let (mut seen, mut up_to) = (Vec::new(), Position::START);
            // The last event is of a category that no follower wants, so that all followers must pass it.
            while end.borrow().is_none_or(|end| up_to < end) {
                let batch = tokio::select! {
                    batch = subscription.next() => batch.unwrap(),
                    changed = end.changed() => { changed.unwrap(); continue }
                };
                assert!(batch.up_to > up_to);
                seen.extend(batch.events);
                up_to = batch.up_to;
            }
            (categories, seen)
        });
    }
    let writers = [fixture.store(), fixture.another_store().await];
    for round in 0..ROUNDS {
        let store = &writers[usize::from(round.is_multiple_of(2))];
        append_one_each(&**store, &[stream("order", round % 3), stream("product", 1), stream("other", 1)])
            .await;
    }
    let last = append_one_each(&*writers[0], &[stream("end", 1)]).await;
    ended.send(Some(last[0])).unwrap();
    let log = whole_log(&*fixture.store()).await;
    let followed = timeout(FOREVER, following.join_all()).await.expect("all come to the end");
    for (categories, seen) in followed {
        let all = log.iter().filter(|event| categories.include(&event.stream.category));
        assert_eq!(seen, all.cloned().collect::<Vec<_>>());
    }
}

pub(crate) async fn a_subscription_passes_events_that_it_does_not_want(fixture: &impl Fixture) {
    let store = fixture.store();
    let log = EventLog::new(fixture.store(), fixture.keyring());
    let orders = Categories::Only(Cow::Borrowed(&["order"]));
    let mut subscription = log.subscribe(Position::START, orders, 10);
    for _ in 0..5 {
        let unwanted = append_one_each(&*store, &[stream("product", 1)]).await[0];
        let batch = timeout(WAKE_UP_DEADLINE, subscription.next()).await.unwrap().unwrap();
        assert_eq!((batch.events.len(), batch.up_to), (0, unwanted));
    }
    let wanted = append_one_each(&*store, &[stream("order", 1)]).await[0];
    let batch = timeout(WAKE_UP_DEADLINE, subscription.next()).await.unwrap().unwrap();
    assert_eq!(batch.events[0].position, wanted);
}

pub(crate) async fn a_dropped_wait_loses_no_event(fixture: &impl Fixture) {
    let store = fixture.store();
    let log = EventLog::new(fixture.store(), fixture.keyring());
    let mut subscription = log.subscribe(Position::START, Categories::All, 3);
    let mut seen = Vec::new();
    let order = stream("order", 1);
    for number in 1..=100_u64 {
        store.append(&order, Any, vec![event(&order, number)]).await.unwrap();
        // Most calls are dropped while they read or wait.
        if let Ok(batch) = timeout(Duration::from_micros(number * 20), subscription.next()).await {
            seen.extend(batch.unwrap().events);
        }
    }
    while seen.len() < 100 {
        seen.extend(timeout(WAKE_UP_DEADLINE, subscription.next()).await.unwrap().unwrap().events);
    }
    assert_eq!(seen, whole_log(&*store).await);
}

pub(crate) async fn a_subscription_resumes_from_any_position(fixture: &impl Fixture) {
    let store = fixture.store();
    let log = EventLog::new(fixture.store(), fixture.keyring());
    let streams: Vec<_> = (0..12).map(|number| stream("order", number)).collect();
    append_one_each(&*store, &streams).await;
    let all = whole_log(&*store).await;
    for (index, event) in all.iter().enumerate() {
        let mut subscription = log.subscribe(event.position, Categories::All, 5);
        let mut seen = Vec::new();
        while seen.len() < all.len() - index - 1 {
            let batch = timeout(WAKE_UP_DEADLINE, subscription.next()).await.unwrap().unwrap();
            seen.extend(batch.events);
            assert_eq!(batch.caught_up, seen.len() == all.len() - index - 1);
        }
        assert_eq!(seen, all[index + 1..]);
        assert!(timeout(Duration::from_millis(1), subscription.next()).await.is_err(), "nothing comes twice");
    }
}

pub(crate) async fn a_subscription_outlives_its_connections(fixture: &impl Fixture) {
    const EVENTS: u64 = 200;
    let order = stream("order", 1);
    let following = {
        let log = EventLog::new(fixture.another_store().await, fixture.keyring());
        tokio::spawn(async move {
            let mut subscription = log.subscribe(Position::START, Categories::All, 7);
            let mut seen = Vec::new();
            loop {
                // An error leaves the subscription in place.
                let Ok(batch) = subscription.next().await else { continue };
                seen.extend(batch.events);
                if batch.caught_up && seen.len() as u64 == EVENTS {
                    return seen;
                }
            }
        })
    };
    let store = fixture.store();
    for number in 0..EVENTS {
        if number % 10 == 5 {
            fixture.break_connections().await;
        }
        // The outcome may be unknown; repeating the append is idempotent.
        while store.append(&order, Exact(number), vec![event(&order, number)]).await.is_err() {}
    }
    let seen = timeout(FOREVER, following).await.expect("it has caught up, and says so").unwrap();
    assert_eq!(seen, whole_log(&*store).await);
}
