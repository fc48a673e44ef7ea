//! Rules for one append at a time.

use std::time::Duration;

use serde_json::json;
use shared_events::Position;

use super::{Fixture, as_read, event, events, stream, whole_log};
use crate::{
    AppendError, Appended, EventStore,
    ExpectedVersion::{Any, Exact},
    limits::{MAX_EVENT_BYTES, MAX_EVENTS_PER_APPEND},
};

pub(crate) async fn a_new_stream_starts_at_version_one(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    let appended = store.append(&order, Exact(0), events(&order, 1, 3)).await.unwrap();
    let read = store.read_stream(&order, 0, 10).await.unwrap();
    assert_eq!(appended.version, 3);
    assert_eq!(read.iter().map(|event| event.version).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(read[2].position, appended.position);
    assert!(read[0].position > Position::START);
}

pub(crate) async fn an_event_is_read_as_it_was_written(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    let appended = store.append(&order, Exact(0), vec![event(&order, 1)]).await.unwrap();
    let expected = as_read(event(&order, 1), &order, 1, appended.position);
    assert_eq!(store.read_stream(&order, 0, 10).await.unwrap(), std::slice::from_ref(&expected));
    assert_eq!(store.read_last(&order).await.unwrap().as_ref(), Some(&expected));
    assert_eq!(whole_log(&*store).await, [expected]);
}

pub(crate) async fn positions_grow_over_all_streams(fixture: &impl Fixture) {
    let store = fixture.store();
    let mut last = Position::START;
    for round in 0..5 {
        for number in 1..=3 {
            let order = stream("order", number);
            let appended = store.append(&order, Exact(round), vec![event(&order, round)]).await.unwrap();
            assert!(appended.position > last);
            last = appended.position;
        }
    }
    let positions: Vec<_> = whole_log(&*store).await.iter().map(|event| event.position).collect();
    assert_eq!(positions.len(), 15);
    assert!(positions.is_sorted_by(|a, b| a < b));
}

pub(crate) async fn an_expectation_that_does_not_hold_is_a_conflict_and_writes_nothing(
    fixture: &impl Fixture,
) {
    let (store, order) = (fixture.store(), stream("order", 1));
    let conflict = async |expected, actual| {
        let error = store.append(&order, Exact(expected), vec![event(&order, 99)]).await.unwrap_err();
        let AppendError::Conflict { stream, expected: reported, actual: found } = &error else {
            panic!("{error}");
        };
        assert_eq!((stream, *reported, *found), (&order, expected, actual));
    };
    conflict(1, 0).await;
    store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap();
    conflict(0, 2).await;
    conflict(1, 2).await;
    conflict(3, 2).await;
    conflict(u64::MAX, 2).await;
    assert_eq!(whole_log(&*store).await.len(), 2);
    let appended = store.append(&order, Exact(2), vec![event(&order, 99)]).await.unwrap();
    assert_eq!(appended.version, 3, "the same event may be appended with the right expectation");
}

pub(crate) async fn an_append_without_an_expectation_succeeds_in_any_state(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    assert_eq!(store.append(&order, Any, events(&order, 1, 1)).await.unwrap().version, 1);
    assert_eq!(store.append(&order, Any, events(&order, 2, 3)).await.unwrap().version, 3);
}

pub(crate) async fn an_empty_append_returns_the_streams_version(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    let nothing_yet = store.append(&order, Any, vec![]).await.unwrap();
    assert_eq!(nothing_yet, Appended { version: 0, position: Position::START, repeated: false });
    let appended = store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap();
    assert_eq!(store.append(&order, Any, vec![]).await.unwrap(), appended);
    assert_eq!(whole_log(&*store).await.len(), 2);
}

pub(crate) async fn a_retry_returns_the_first_result_even_after_later_appends(fixture: &impl Fixture) {
    let (store, order, other) = (fixture.store(), stream("order", 1), stream("order", 2));
    let repeated = |first: Appended| Appended { repeated: true, ..first };
    let first = store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap();
    assert!(!first.repeated);
    assert_eq!(store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap(), repeated(first));
    let second = store.append(&order, Exact(2), events(&order, 3, 3)).await.unwrap();
    assert!(!second.repeated);
    store.append(&other, Any, events(&other, 1, 1)).await.unwrap();
    assert_eq!(store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap(), repeated(first));
    assert_eq!(store.append(&order, Any, events(&order, 3, 3)).await.unwrap(), repeated(second));
    // Another process knows nothing but the log.
    let elsewhere = fixture.another_store().await;
    let answered = elsewhere.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap();
    assert_eq!(answered, Appended { repeated: fixture.reports_repetitions_of_other_processes(), ..first });
    let answered = elsewhere.append(&order, Any, events(&order, 3, 3)).await.unwrap();
    assert_eq!(answered, Appended { repeated: fixture.reports_repetitions_of_other_processes(), ..second });
    let here = store.append(&order, Exact(3), events(&order, 4, 4)).await.unwrap();
    let answered = elsewhere.append(&order, Exact(3), events(&order, 4, 4)).await.unwrap();
    assert_eq!(answered, Appended { repeated: fixture.reports_repetitions_of_other_processes(), ..here });
    assert_eq!(whole_log(&*store).await.len(), 5);
}

pub(crate) async fn event_ids_that_are_known_in_part_are_refused(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap();
    refused(&*store, &order, events(&order, 2, 3)).await;
    assert_eq!(whole_log(&*store).await.len(), 2);
}

pub(crate) async fn event_ids_of_another_stream_are_refused(fixture: &impl Fixture) {
    let (store, order, other) = (fixture.store(), stream("order", 1), stream("order", 2));
    store.append(&order, Exact(0), events(&order, 1, 2)).await.unwrap();
    refused(&*store, &other, events(&order, 1, 2)).await;
    let same_id_other_category = stream("product", 1);
    refused(&*store, &same_id_other_category, events(&order, 1, 2)).await;
    assert_eq!(whole_log(&*store).await.len(), 2);
}

pub(crate) async fn event_ids_in_another_order_are_refused(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    store.append(&order, Exact(0), events(&order, 1, 3)).await.unwrap();
    refused(&*store, &order, vec![event(&order, 2), event(&order, 1)]).await;
    refused(&*store, &order, vec![event(&order, 1), event(&order, 3)]).await;
}

pub(crate) async fn an_append_with_a_duplicate_event_id_is_refused(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    refused(&*store, &order, vec![event(&order, 1), event(&order, 1)]).await;
    assert_eq!(whole_log(&*store).await, []);
}

pub(crate) async fn an_append_at_the_size_limit_is_written_and_a_larger_one_is_refused(
    fixture: &impl Fixture,
) {
    let (store, order) = (fixture.store(), stream("order", 1));
    let of_size = |bytes: usize| {
        let mut event = event(&order, 1);
        let frame = json!({ "text": "" }).to_string().len();
        event.payload.data = json!({ "text": "x".repeat(bytes - frame) }).into();
        event
    };
    refused(&*store, &order, vec![of_size(MAX_EVENT_BYTES + 1)]).await;
    refused(&*store, &order, events(&order, 1, MAX_EVENTS_PER_APPEND as u64 + 1)).await;
    assert_eq!(whole_log(&*store).await, []);

    store.append(&order, Exact(0), vec![of_size(MAX_EVENT_BYTES)]).await.unwrap();
    let read = store.read_last(&order).await.unwrap().unwrap();
    assert_eq!(read.event.data, of_size(MAX_EVENT_BYTES).payload.data);
    let many = events(&order, 2, MAX_EVENTS_PER_APPEND as u64 + 1);
    assert_eq!(store.append(&order, Exact(1), many).await.unwrap().version, 1 + MAX_EVENTS_PER_APPEND as u64);
}

pub(crate) async fn a_category_with_a_hyphen_is_refused(fixture: &impl Fixture) {
    for category in ["two-words", ""] {
        let odd = stream(category, 1);
        refused(&*fixture.store(), &odd, events(&odd, 1, 1)).await;
    }
}

pub(crate) async fn a_dropped_append_is_written_completely_or_not_at_all(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    for number in 1..=50 {
        let dropped = store.append(&order, Any, vec![event(&order, number)]);
        // Some appends are dropped before they are sent, and some while they are being sent.
        let _ = tokio::time::timeout(Duration::from_micros(20 * number), dropped).await;
    }
    let last = store.append(&order, Any, vec![event(&order, 51)]).await.unwrap();
    let read = store.read_stream(&order, 0, 100).await.unwrap();
    assert_eq!(read.len() as u64, last.version, "an append is written whole or not at all");
    assert_eq!(read.last().unwrap().event_id, event(&order, 51).event_id);
}

async fn refused(
    store: &dyn EventStore,
    stream: &shared_events::StreamId,
    events: Vec<shared_events::NewEvent>,
) {
    let error = store.append(stream, Any, events).await.unwrap_err();
    assert!(matches!(error, AppendError::Refused(_)), "{error}");
}
