//! Rules for followers of a log that is replaced by another one.

use std::time::Duration;

use shared_events::Position;

use super::{Replaceable, append_one_each, event, stream};
use crate::{
    AppendError, Batch, Categories, EventLog,
    ExpectedVersion::{Exact, ExactIn},
    LogError, ReadError, Subscription,
};

fn follow(fixture: &impl Replaceable, after: Position) -> Subscription {
    EventLog::new(fixture.store(), fixture.keyring()).subscribe(after, Categories::All, 10)
}

fn is_replaced(answer: &Result<Batch, LogError>) -> bool {
    matches!(answer, Err(LogError::Read(ReadError::Replaced)))
}

pub(crate) async fn a_follower_is_told_that_the_log_was_replaced(fixture: &impl Replaceable) {
    let store = fixture.store();
    let streams = [1, 2, 3, 4, 5].map(|number| stream("order", number));
    let positions = append_one_each(&*store, &streams).await;
    let mut follower = follow(fixture, Position::START);
    assert_eq!(follower.next().await.unwrap().events.len(), 5);
    let epoch = store.epoch();

    fixture.put_back(positions[2]).await;
    let other = stream("order", 6);
    store.append(&other, Exact(0), vec![event(&other, 1)]).await.unwrap();
    assert!(is_replaced(&follower.next().await), "what is new stands where it has read something else");
    assert!(store.epoch() > epoch);
    assert!(is_replaced(&follower.next().await), "and it is never of use again");

    let mut again = follow(fixture, positions[2]);
    let batch = again.next().await.unwrap();
    assert_eq!(batch.events.iter().map(|event| event.stream.clone()).collect::<Vec<_>>(), [other]);
    let mut from_the_start = follow(fixture, Position::START);
    assert_eq!(from_the_start.next().await.unwrap().events.len(), 4);
}

pub(crate) async fn a_replacement_of_the_log_raises_the_epoch_once(fixture: &impl Replaceable) {
    let store = fixture.store();
    let streams: Vec<_> = (1..=30).map(|number| stream("order", number)).collect();
    let positions = append_one_each(&*store, &streams).await;
    follow(fixture, Position::START).next().await.unwrap();
    let epoch = store.epoch();
    fixture.put_back(positions[2]).await;
    for number in 100..120 {
        let other = stream("order", number);
        store.append(&other, Exact(0), vec![event(&other, 1)]).await.unwrap();
        // The first reader after a replacement gets an error.
        let _ = follow(fixture, positions[2]).next().await;
    }
    assert_eq!(store.epoch(), epoch + 1);
}

pub(crate) async fn an_idle_follower_is_told_that_the_log_was_replaced(fixture: &impl Replaceable) {
    let store = fixture.store();
    let positions = append_one_each(&*store, &[1, 2].map(|number| stream("order", number))).await;
    let mut follower = follow(fixture, Position::START);
    follower.next().await.unwrap();
    let waiting = async {
        let answer = tokio::time::timeout(Duration::from_secs(30), follower.next()).await;
        assert!(is_replaced(&answer.expect("it polls")));
    };
    tokio::join!(waiting, fixture.put_back(positions[0]));
}

pub(crate) async fn a_checkpoint_beyond_the_end_of_the_log_is_detected(fixture: &impl Replaceable) {
    let store = fixture.store();
    assert!(!store.ends_before(Position::START).await.unwrap());
    let positions = append_one_each(&*store, &[1, 2].map(|number| stream("order", number))).await;
    assert!(!store.ends_before(positions[1]).await.unwrap());
    assert!(store.ends_before(Position(positions[1].0 + 1)).await.unwrap());
    fixture.put_back(positions[0]).await;
    assert!(store.ends_before(positions[1]).await.unwrap());
    assert!(!store.ends_before(positions[0]).await.unwrap());
}

pub(crate) async fn an_append_based_on_the_replaced_log_is_refused(fixture: &impl Replaceable) {
    let store = fixture.store();
    let [known, other] = [1, 2].map(|number| stream("order", number));
    let position = append_one_each(&*store, std::slice::from_ref(&known)).await[0];
    let in_epoch = |epoch| ExactIn { version: 0, epoch };
    let before = store.epoch();
    let kept = store.append(&other, in_epoch(before), vec![event(&other, 1)]).await.unwrap();
    assert_eq!(kept.version, 1);

    fixture.put_back(position).await;
    store.read_all(Position::START, &Categories::All, 1).await.unwrap();
    let refused = store.append(&other, in_epoch(before), vec![event(&other, 2)]).await;
    assert!(matches!(refused, Err(AppendError::Replaced)), "{refused:?}");
    assert_eq!(store.read_stream(&other, 0, 10).await.unwrap(), []);
    let again = store.append(&other, in_epoch(store.epoch()), vec![event(&other, 2)]).await.unwrap();
    assert_eq!(again.version, 1);
}
