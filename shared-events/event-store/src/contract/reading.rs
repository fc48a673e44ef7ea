//! Rules for reads of a log that does not grow.

use std::borrow::Cow;

use futures_util::future::join_all;
use shared_events::{Position, StreamId};

use super::{Fixture, append_one_each, events, stream, whole_log};
use crate::{Categories, ExpectedVersion::Exact};

const ORDERS: Categories = Categories::Only(Cow::Borrowed(&["order"]));
const NONE: Categories = Categories::Only(Cow::Borrowed(&[]));

/// Orders, products and stocks in turn.
fn mixed_streams(count: u128) -> Vec<StreamId> {
    (0..count)
        .map(|number| stream(["order", "product", "stock"][(number % 3) as usize], number % 5))
        .collect()
}

pub(crate) async fn a_stream_is_read_in_pages(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    store.append(&order, Exact(0), events(&order, 1, 10)).await.unwrap();
    let versions = async |after, limit| -> Vec<u64> {
        let read = store.read_stream(&order, after, limit).await.unwrap();
        read.iter().map(|event| event.version).collect()
    };
    assert_eq!(versions(0, 4).await, [1, 2, 3, 4]);
    assert_eq!(versions(4, 4).await, [5, 6, 7, 8]);
    assert_eq!(versions(8, 4).await, [9, 10]);
    assert_eq!(versions(10, 4).await, [0; 0]);
    assert_eq!(versions(u64::MAX, 4).await, [0; 0]);
    assert_eq!(versions(0, usize::MAX).await.len(), 10);
}

pub(crate) async fn the_last_event_of_a_stream_is_found(fixture: &impl Fixture) {
    let (store, order, other) = (fixture.store(), stream("order", 1), stream("order", 2));
    store.append(&order, Exact(0), events(&order, 1, 3)).await.unwrap();
    store.append(&other, Exact(0), events(&other, 1, 1)).await.unwrap();
    assert_eq!(store.read_last(&order).await.unwrap().unwrap().version, 3);
}

pub(crate) async fn a_stream_that_does_not_exist_is_empty(fixture: &impl Fixture) {
    let (store, order) = (fixture.store(), stream("order", 1));
    assert_eq!(store.read_stream(&order, 0, 10).await.unwrap(), []);
    assert_eq!(store.read_last(&order).await.unwrap(), None);
    let page = store.read_all(Position::START, &Categories::All, 10).await.unwrap();
    assert_eq!((page.events.len(), page.up_to, page.end), (0, Position::START, true));
    store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap();
    assert_eq!(store.read_stream(&stream("product", 1), 0, 10).await.unwrap(), []);
}

pub(crate) async fn the_log_can_be_resumed_from_every_position(fixture: &impl Fixture) {
    let store = fixture.store();
    append_one_each(&*store, &mixed_streams(20)).await;
    let log = whole_log(&*store).await;
    for categories in [Categories::All, ORDERS] {
        let wanted: Vec<_> =
            log.iter().filter(|event| categories.include(&event.stream.category)).cloned().collect();
        for limit in 1..=8 {
            let (mut read, mut position) = (Vec::new(), Position::START);
            loop {
                let page = store.read_all(position, &categories, limit).await.unwrap();
                assert!(page.events.len() <= limit);
                assert!(
                    page.events.iter().all(|event| position < event.position && event.position <= page.up_to)
                );
                read.extend(page.events);
                position = page.up_to;
                if page.end {
                    break;
                }
            }
            assert_eq!(read, wanted);
            assert!(position >= wanted.last().unwrap().position);
        }
        for event in &log {
            let page = store.read_all(event.position, &categories, 100).await.unwrap();
            let rest: Vec<_> =
                wanted.iter().filter(|other| other.position > event.position).cloned().collect();
            assert_eq!(page.events, rest);
            assert_eq!((page.up_to, page.end), (log.last().unwrap().position, true));
        }
    }
}

pub(crate) async fn a_page_without_wanted_events_still_advances(fixture: &impl Fixture) {
    let store = fixture.store();
    let last = *append_one_each(&*store, &[stream("product", 1), stream("stock", 1)]).await.last().unwrap();
    for categories in [ORDERS, NONE] {
        let page = store.read_all(Position::START, &categories, 10).await.unwrap();
        assert_eq!((page.events.len(), page.up_to, page.end), (0, last, true));
    }
}

pub(crate) async fn a_read_returns_only_the_wanted_categories(fixture: &impl Fixture) {
    let store = fixture.store();
    append_one_each(&*store, &mixed_streams(30)).await;
    let categories = Categories::Only(Cow::Borrowed(&["order", "stock", "nothing"]));
    let page = store.read_all(Position::START, &categories, 100).await.unwrap();
    let log = whole_log(&*store).await;
    let wanted: Vec<_> = log.into_iter().filter(|event| event.stream.category != "product").collect();
    assert_eq!(wanted.len(), 20);
    assert_eq!(page.events, wanted);
}

pub(crate) async fn a_read_beyond_the_end_is_empty(fixture: &impl Fixture) {
    let store = fixture.store();
    append_one_each(&*store, &mixed_streams(3)).await;
    for beyond in [Position(1_000_000), Position(u64::MAX)] {
        for categories in [Categories::All, ORDERS] {
            let page = store.read_all(beyond, &categories, 10).await.unwrap();
            assert_eq!((page.events.len(), page.up_to, page.end), (0, beyond, true), "never moves back");
        }
    }
}

pub(crate) async fn each_of_many_concurrent_reads_gets_its_own_stream(fixture: &impl Fixture) {
    let store = fixture.store();
    for number in 0..20 {
        let order = stream("order", number);
        store.append(&order, Exact(0), events(&order, 1, number as u64)).await.unwrap();
    }
    // Streams with no event up to 19 of them, and some that do not exist; each stream is read in several ways.
    let reads = (0..200_u64).map(async |number| {
        let (order, after, limit) = (stream("order", u128::from(number % 25)), number / 25, 1 + number % 7);
        let read = store.read_stream(&order, after, limit as usize).await.unwrap();
        let length = if number % 25 < 20 { number % 25 } else { 0 };
        let expected: Vec<u64> = (after + 1..=length).take(limit as usize).collect();
        assert_eq!(read.iter().map(|event| event.version).collect::<Vec<_>>(), expected, "read {number}");
        assert!(read.iter().all(|event| event.stream == order), "read {number}");
    });
    join_all(reads).await;
}
