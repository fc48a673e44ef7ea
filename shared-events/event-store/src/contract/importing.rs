//! Rules for imports, which write whole histories together.

use std::{collections::HashSet, sync::Arc, time::Duration};

use serde_json::json;
use shared_events::{
    Actor, NewEvent, Personal, Position, RawEvent, StreamId, events::CredentialEvent, ids::AccountId,
};
use tokio::{
    task::JoinSet,
    time::{Instant, timeout},
};
use uuid::Uuid;

use super::{
    Fixture, as_read,
    concurrency::{check_order, follow},
    event, events, stream, whole_log,
};
use crate::{
    Append, AppendError, Categories, EventLog, EventStore,
    ExpectedVersion::{Any, Exact},
    Provenance, StreamHistory,
    limits::{MAX_APPEND_BYTES, MAX_EVENT_BYTES, MAX_EVENTS_PER_IMPORT},
};

fn history(stream: &StreamId, count: u64) -> StreamHistory {
    StreamHistory { stream: stream.clone(), events: events(stream, 1, count) }
}

pub(crate) async fn an_import_writes_whole_streams_one_after_the_other(fixture: &impl Fixture) {
    let (store, order, product) = (fixture.store(), stream("order", 1), stream("product", 1));
    let histories = vec![history(&product, 3), history(&stream("order", 2), 0), history(&order, 2)];
    let position = store.import(histories).await.unwrap();
    let log = whole_log(&*store).await;
    let expected: Vec<_> = [(&product, 1), (&product, 2), (&product, 3), (&order, 1), (&order, 2)]
        .into_iter()
        .zip(&log)
        .map(|((stream, number), read)| as_read(event(stream, number), stream, number, read.position))
        .collect();
    assert_eq!(log, expected);
    assert!(log.is_sorted_by(|a, b| a.position < b.position));
    assert_eq!(log.last().unwrap().position, position);
    assert_eq!(store.read_stream(&stream("order", 2), 0, 10).await.unwrap(), []);
}

pub(crate) async fn an_empty_import_writes_nothing(fixture: &impl Fixture) {
    let store = fixture.store();
    assert_eq!(store.import(vec![]).await.unwrap(), Position::START);
    assert_eq!(store.import(vec![history(&stream("order", 1), 0)]).await.unwrap(), Position::START);
    assert_eq!(whole_log(&*store).await, []);
}

pub(crate) async fn an_imported_stream_can_be_appended_to(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    let imported = store.import(vec![history(&order, 3)]).await.unwrap();
    let error = store.append(&order, Exact(0), events(&order, 4, 4)).await.unwrap_err();
    assert!(matches!(error, AppendError::Conflict { actual: 3, .. }), "{error}");
    let appended = store.append(&order, Exact(3), events(&order, 4, 4)).await.unwrap();
    assert!(appended.version == 4 && appended.position > imported);
    let again = store.append(&order, Exact(0), events(&order, 1, 3)).await.unwrap();
    assert_eq!(
        (again.version, again.position),
        (3, imported),
        "an append of the same events is a repetition"
    );
}

pub(crate) async fn repeating_an_import_returns_the_first_result(fixture: &impl Fixture) {
    let (store, order, product) = (fixture.store(), stream("order", 1), stream("product", 1));
    let both = || vec![history(&order, 3), history(&product, 2)];
    let first = store.import(both()).await.unwrap();
    assert_eq!(store.import(both()).await.unwrap(), first);
    store.append(&order, Exact(3), events(&order, 4, 4)).await.unwrap();
    assert_eq!(store.import(both()).await.unwrap(), first);
    assert_eq!(whole_log(&*store).await.len(), 6);

    let more = vec![history(&order, 3), history(&stream("stock", 1), 1), history(&product, 2)];
    let position = store.import(more).await.unwrap();
    let log = whole_log(&*store).await;
    assert_eq!((log.len(), log[6].stream.clone()), (7, stream("stock", 1)), "what is missing is written");
    assert_eq!(log[6].position, position);
}

pub(crate) async fn an_import_of_a_stream_with_other_events_is_a_conflict(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    store.append(&order, Exact(0), events(&order, 7, 8)).await.unwrap();
    let error = store.import(vec![history(&order, 2), history(&stream("order", 2), 1)]).await.unwrap_err();
    let AppendError::Conflict { stream, expected: 0, actual: 2 } = error else { panic!("{error}") };
    assert_eq!(stream, order);
    assert_eq!(whole_log(&*store).await.len(), 2);
}

pub(crate) async fn an_import_with_event_ids_of_other_streams_is_refused(fixture: &impl Fixture) {
    let (store, order, other) = (fixture.store(), stream("order", 1), stream("order", 2));
    store.append(&order, Exact(0), events(&order, 1, 3)).await.unwrap();
    refused(&*store, vec![StreamHistory { stream: other, events: events(&order, 2, 3) }]).await;
    assert_eq!(whole_log(&*store).await.len(), 3);
}

pub(crate) async fn an_import_beyond_the_limits_is_refused(fixture: &impl Fixture) {
    let (store, order, other) = (fixture.store(), stream("order", 1), stream("order", 2));
    let mut large = event(&order, 1);
    large.payload.data = json!("x".repeat(MAX_EVENT_BYTES - 1)).into();
    refused(&*store, vec![StreamHistory { stream: order.clone(), events: vec![large.clone()] }]).await;
    refused(&*store, vec![history(&stream("two-words", 1), 1)]).await;
    refused(&*store, vec![history(&order, 1), history(&other, 1), history(&order, 1)]).await;
    let twice = StreamHistory { stream: other.clone(), events: events(&order, 1, 1) };
    refused(&*store, vec![history(&order, 1), twice]).await;
    large.payload = plain(json!(null));
    let small = |number| NewEvent { event_id: Uuid::from_u128(number), ..large.clone() };
    let many = (0..=MAX_EVENTS_PER_IMPORT as u128).map(small).collect();
    refused(&*store, vec![StreamHistory { stream: order.clone(), events: many }]).await;
    assert_eq!(whole_log(&*store).await, []);

    large.payload.data = json!("x".repeat(MAX_EVENT_BYTES - 2)).into();
    store.import(vec![StreamHistory { stream: order.clone(), events: vec![large] }]).await.unwrap();
    assert_eq!(whole_log(&*store).await.len(), 1);
}

async fn refused(store: &dyn EventStore, histories: Vec<StreamHistory>) {
    let error = store.import(histories).await.unwrap_err();
    assert!(matches!(error, AppendError::Refused(_)), "{error}");
}

pub(crate) async fn a_history_with_more_bytes_than_an_append_may_have_is_imported(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    let count = MAX_APPEND_BYTES / MAX_EVENT_BYTES + 1;
    let large: Vec<NewEvent> = (1..=count as u64)
        .map(|number| {
            let mut event = event(&order, number);
            event.payload.data = json!("x".repeat(MAX_EVENT_BYTES - 2)).into();
            event
        })
        .collect();
    let error = store.append(&order, Exact(0), large.clone()).await.unwrap_err();
    assert!(matches!(error, AppendError::Refused(_)), "{error}");
    store.import(vec![StreamHistory { stream: order.clone(), events: large }]).await.unwrap();
    assert_eq!(store.read_last(&order).await.unwrap().unwrap().version, count as u64);
}

/// A stream of a hundred thousand events can be read in pages from any version, and appending to it is as fast as to a
/// short one.
pub(crate) async fn a_stream_of_a_hundred_thousand_events_is_like_any_other(fixture: &impl Fixture) {
    const STREAM_LENGTH: u64 = 100_000;
    let (store, long, short) = (fixture.store(), stream("order", 1), stream("order", 2));
    let small = |number| NewEvent { payload: plain(json!({ "n": number })), ..event(&long, number) };
    let all = StreamHistory { stream: long.clone(), events: (1..=STREAM_LENGTH).map(small).collect() };
    store.import(vec![all]).await.unwrap();
    store.append(&short, Exact(0), events(&short, 1, 1)).await.unwrap();

    let mut version = 0;
    while version < STREAM_LENGTH {
        let page = store.read_stream(&long, version, 5_000).await.unwrap();
        assert!(page.iter().map(|event| event.version).eq(version + 1..=version + 5_000));
        version += 5_000;
    }
    assert_eq!(store.read_stream(&long, STREAM_LENGTH - 3, 10).await.unwrap().len(), 3);
    assert_eq!(store.read_last(&long).await.unwrap().unwrap().version, STREAM_LENGTH);

    let streams = [(&long, STREAM_LENGTH), (&short, 1)];
    let mut fastest = [Duration::MAX; 2];
    for number in 0..30 {
        for ((stream, length), fastest) in streams.iter().zip(&mut fastest) {
            let began = Instant::now();
            let new = vec![event(stream, STREAM_LENGTH + 1 + number)];
            store.append(stream, Exact(length + number), new).await.unwrap();
            store.read_last(stream).await.unwrap();
            *fastest = began.elapsed().min(*fastest);
        }
    }
    let [long, short] = fastest;
    assert!(long < short * 5 + Duration::from_millis(2), "{long:?}, where a short stream takes {short:?}");
}

fn plain(data: serde_json::Value) -> RawEvent {
    RawEvent { event_type: "CrateFilled".into(), schema_version: 1, data: data.into() }
}

pub(crate) async fn concurrent_imports_of_the_same_streams_write_once(fixture: &impl Fixture) {
    let mut tasks = JoinSet::new();
    for _ in 0..4 {
        let store = fixture.another_store().await;
        let histories = (0..50).map(|number| history(&stream("order", number), 3)).collect();
        tasks.spawn(async move { store.import(histories).await.unwrap() });
    }
    let positions: HashSet<Position> = tasks.join_all().await.into_iter().collect();
    assert_eq!(positions.len(), 1, "all are answered the same");
    assert_eq!(whole_log(&*fixture.store()).await.len(), 150);
}

pub(crate) async fn a_live_reader_sees_imports_and_appends_once_and_in_order(fixture: &impl Fixture) {
    const EVENTS_EACH: u64 = 1_000;
    let reader = {
        let store = fixture.another_store().await;
        tokio::spawn(async move { follow(&*store, 4 * EVENTS_EACH as usize).await })
    };
    let mut writers = JoinSet::new();
    for writer in 0..2_u128 {
        let importing = fixture.another_store().await;
        writers.spawn(async move {
            for part in 0..10 {
                let streams = (0..20).map(|number| stream("product", (writer * 10 + part) * 20 + number));
                importing
                    .import(streams.map(|stream| history(&stream, EVENTS_EACH / 200)).collect())
                    .await
                    .unwrap();
            }
        });
        let (appending, order) = (Arc::clone(&fixture.store()), stream("order", writer));
        writers.spawn(async move {
            for number in 0..EVENTS_EACH / 5 {
                let new = events(&order, number * 5 + 1, number * 5 + 5);
                appending.append(&order, Exact(number * 5), new).await.unwrap();
            }
        });
    }
    writers.join_all().await;
    let seen = timeout(Duration::from_secs(60), reader).await.expect("the reader sees all events").unwrap();
    check_order(&seen);
    assert_eq!(seen, whole_log(&*fixture.store()).await);
}

pub(crate) async fn imported_personal_data_is_sealed(fixture: &impl Fixture) {
    const ANNA: Uuid = Uuid::from_u128(0xa);
    let log = EventLog::new(fixture.store(), fixture.keyring());
    let at = chrono::DateTime::from_timestamp(1_795_000_000, 0).unwrap();
    let provenance = Provenance::of_command(Uuid::from_u128(1), Actor::system("import"), at);
    let account_id = AccountId::new(ANNA);
    let hash = Personal::new(ANNA, "$argon2id$secret".to_owned());
    let set = CredentialEvent::PasswordSet { account_id, hash };
    let history = || StreamHistory::of::<CredentialEvent>(ANNA).then(&provenance, std::slice::from_ref(&set));
    let position = log.import(vec![history()]).await.unwrap();
    assert_eq!(log.import(vec![history()]).await.unwrap(), position, "sealed the same each time");
    let stored = whole_log(&*fixture.store()).await;
    assert!(!stored[0].event.data.to_string().contains("secret"), "the store sees no plain text");
    assert_eq!(log.load::<CredentialEvent>(ANNA).await.unwrap()[0].event, set);
    let append = Append { id: ANNA, expected: Any, events: vec![set] };
    assert_eq!(
        log.append(&provenance, append).await.unwrap().position,
        position,
        "ids are those of an append"
    );
}

pub(crate) async fn an_import_wakes_readers(fixture: &impl Fixture) {
    let (store, reader) = (fixture.another_store().await, fixture.store());
    let waiting = tokio::spawn(async move { follow(&*reader, 2).await });
    store.import(vec![history(&stream("order", 1), 2)]).await.unwrap();
    timeout(Duration::from_secs(5), waiting).await.expect("a wake-up, or a poll").unwrap();
}

/// For stores with atomic imports: an import with a conflict writes nothing.
pub(crate) async fn an_import_with_one_conflict_writes_nothing(fixture: &impl Fixture) {
    let (store, last) = (fixture.store(), stream("stock", 9));
    store.append(&last, Exact(0), events(&last, 7, 7)).await.unwrap();
    let mut histories: Vec<_> = (0..100).map(|number| history(&stream("order", number), 2)).collect();
    histories.push(history(&last, 1));
    let error = store.import(histories).await.unwrap_err();
    assert!(matches!(error, AppendError::Conflict { expected: 0, actual: 1, .. }), "{error}");
    let page = store.read_all(Position::START, &Categories::All, 10).await.unwrap();
    assert_eq!(page.events.len(), 1);
}
