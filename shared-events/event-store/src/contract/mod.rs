//! The contract suite: the rules that every event store and keyring must obey, as tests that run on each adapter.
//!
//! The tests of an adapter say how to create a fixture, and call [`event_store_contract`] and [`keyring_contract`]:
//!
//! ```text
//! event_store_contract!(MemoryFixture::new().await);
//! ```

pub(crate) mod appending;
pub(crate) mod concurrency;
pub(crate) mod following;
pub(crate) mod importing;
pub(crate) mod keys;
pub(crate) mod reading;
pub(crate) mod replaced;
pub(crate) mod torture;

use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};
use serde_json::json;
use shared_events::{Actor, NewEvent, Position, RawEvent, Recorded, StreamId, ids::AccountId};
use uuid::Uuid;

use crate::{Categories, EventStore, ExpectedVersion, Keyring};

/// The adapter under test, with its own log for each test.
pub(crate) trait Fixture: Send + Sync {
    /// The store under test. The log is empty.
    fn store(&self) -> Arc<dyn EventStore>;

    /// Another store on the same log, as another process would have.
    fn another_store(&self) -> impl Future<Output = Arc<dyn EventStore>> + Send;

    /// Whether a store reports an append as repeated when another process has written the same events at the expected
    /// version.
    fn reports_repetitions_of_other_processes(&self) -> bool {
        true
    }

    /// The keyring under test, without keys.
    fn keyring(&self) -> Arc<dyn Keyring>;

    /// Another keyring on the same keys, as another process would have.
    fn another_keyring(&self) -> impl Future<Output = Arc<dyn Keyring>> + Send;

    /// Breaks all connections between stores and their storage, if there are any.
    fn break_connections(&self) -> impl Future<Output = ()> + Send {
        async {}
    }
}

/// A store whose log can be restored to an earlier state.
pub(crate) trait Replaceable: Fixture {
    /// Removes the events after this position. Later events get the removed positions again.
    fn put_back(&self, end: Position) -> impl Future<Output = ()> + Send;
}

/// Makes a test of each rule for event stores.
macro_rules! event_store_contract {
    ($fixture:expr) => {
        $crate::contract::rules!($fixture, appending:
            a_new_stream_starts_at_version_one,
            an_event_is_read_as_it_was_written,
            positions_grow_over_all_streams,
            an_expectation_that_does_not_hold_is_a_conflict_and_writes_nothing,
            an_append_without_an_expectation_succeeds_in_any_state,
            an_empty_append_returns_the_streams_version,
            a_retry_returns_the_first_result_even_after_later_appends,
            event_ids_that_are_known_in_part_are_refused,
            event_ids_in_another_order_are_refused,
            an_append_with_a_duplicate_event_id_is_refused,
            an_append_at_the_size_limit_is_written_and_a_larger_one_is_refused,
            a_category_with_a_hyphen_is_refused,
            a_dropped_append_is_written_completely_or_not_at_all,
        );
        $crate::contract::rules!($fixture, reading:
            a_stream_is_read_in_pages,
            the_last_event_of_a_stream_is_found,
            a_stream_that_does_not_exist_is_empty,
            the_log_can_be_resumed_from_every_position,
            a_page_without_wanted_events_still_advances,
            a_read_returns_only_the_wanted_categories,
            a_read_beyond_the_end_is_empty,
            each_of_many_concurrent_reads_gets_its_own_stream,
        );
        $crate::contract::rules!($fixture, following:
            a_wait_ends_at_once_when_there_are_more_events,
            a_wait_ends_with_an_append,
            a_wait_ends_with_an_append_of_another_store,
            a_wait_ends_at_its_time_limit,
            a_subscription_catches_up_and_goes_live,
            every_subscription_gets_all_events_that_it_wants,
            a_subscription_passes_events_that_it_does_not_want,
            a_dropped_wait_loses_no_event,
            a_subscription_resumes_from_any_position,
            a_subscription_outlives_its_connections,
        );
        $crate::contract::rules!($fixture, concurrency:
            of_many_appends_with_the_same_expectation_one_succeeds,
            a_conflict_fails_only_its_own_append,
            concurrent_retries_write_once,
            versions_have_no_gaps_when_many_append_to_one_stream,
            a_live_reader_sees_every_event_of_all_writers_once_and_in_order,
        );
        $crate::contract::rules!($fixture, importing:
            an_import_writes_whole_streams_one_after_the_other,
            an_empty_import_writes_nothing,
            an_imported_stream_can_be_appended_to,
            repeating_an_import_returns_the_first_result,
            an_import_of_a_stream_with_other_events_is_a_conflict,
            an_import_beyond_the_limits_is_refused,
            a_history_with_more_bytes_than_an_append_may_have_is_imported,
            a_stream_of_a_hundred_thousand_events_is_like_any_other,
            concurrent_imports_of_the_same_streams_write_once,
            a_live_reader_sees_imports_and_appends_once_and_in_order,
            imported_personal_data_is_sealed,
            an_import_wakes_readers,
        );
    };
}

/// Makes a torture test, for adapters without a harder one of their own.
macro_rules! torture_contract {
    ($fixture:expr) => {
        $crate::contract::rules!($fixture, torture:
            a_reader_misses_none_of_a_hundred_thousand_events,
        );
    };
}

/// Makes a test of each rule for event stores whose imports are atomic.
macro_rules! atomic_import_contract {
    ($fixture:expr) => {
        mod atomic {
            use super::*;
            $crate::contract::rules!($fixture, importing:
                an_import_with_one_conflict_writes_nothing,
            );
        }
    };
}

/// Makes a test of each rule for event stores that look for an event id in every stream. Ids are derived from the name
/// of their stream, so only a bug in this program could use an id in two streams.
macro_rules! ids_of_all_streams_contract {
    ($fixture:expr) => {
        mod ids_of_all_streams {
            use super::*;
            $crate::contract::rules!($fixture, appending:
                event_ids_of_another_stream_are_refused,
            );
            $crate::contract::rules!($fixture, importing:
                an_import_with_event_ids_of_other_streams_is_refused,
            );
        }
    };
}

/// Makes a test of each rule for event stores that notice when the log is replaced.
macro_rules! replaced_log_contract {
    ($fixture:expr) => {
        $crate::contract::rules!($fixture, replaced:
            a_follower_is_told_that_the_log_was_replaced,
            a_replacement_of_the_log_raises_the_epoch_once,
            an_idle_follower_is_told_that_the_log_was_replaced,
            a_checkpoint_beyond_the_end_of_the_log_is_detected,
            an_append_based_on_the_replaced_log_is_refused,
        );
    };
}

/// Makes a test of each rule for keyrings.
macro_rules! keyring_contract {
    ($fixture:expr) => {
        $crate::contract::rules!($fixture, keys:
            a_key_is_made_once,
            a_missing_key_is_not_found,
            each_subject_has_a_key_of_its_own,
            an_erased_subject_gets_no_new_key,
            a_subject_can_be_erased_before_it_has_a_key,
            keyrings_that_create_the_same_keys_concurrently_agree,
            each_of_many_concurrent_searches_gets_its_own_keys,
            personal_data_is_unreadable_once_its_key_is_erased,
        );
    };
}

macro_rules! rules {
    ($fixture:expr, $group:ident: $($rule:ident),* $(,)?) => {
        mod $group {
            use super::*;

            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $rule() {
                    let fixture = $fixture;
                    $crate::contract::$group::$rule(&fixture).await;
                }
            )*
        }
    };
}

pub(crate) use {
    atomic_import_contract, event_store_contract, ids_of_all_streams_contract, keyring_contract,
    replaced_log_contract, rules, torture_contract,
};

/// A stream that only one test uses. Its id is the number.
pub(crate) const fn stream(category: &'static str, number: u128) -> StreamId {
    StreamId::new(category, Uuid::from_u128(number))
}

/// An event with every field filled. Its id is derived from the stream and the number.
pub(crate) fn event(stream: &StreamId, number: u64) -> NewEvent {
    let event_id = Uuid::new_v5(&stream.id, format!("{stream}/{number}").as_bytes());
    let at = DateTime::<Utc>::from_timestamp(1_795_000_000, 123_456_789).unwrap();
    NewEvent {
        event_id,
        payload: RawEvent {
            event_type: "CrateFilled".into(),
            schema_version: 3,
            data: json!({ "number": number, "note": "grün \u{0} \"quoted\"", "latitude": 40.712_776, "list": [1, null] }).into(),
        },
        recorded_at: at + chrono::Duration::seconds(number.try_into().unwrap()),
        correlation_id: Uuid::from_u128(0xc0),
        causation_id: Uuid::from_u128(0xca),
        actor: Actor::Account {
            id: AccountId::new(Uuid::from_u128(0xac)),
            role: shared_events::Role::Merchant,
        },
    }
}

/// Events `first..=last` of a stream.
pub(crate) fn events(stream: &StreamId, first: u64, last: u64) -> Vec<NewEvent> {
    (first..=last).map(|number| event(stream, number)).collect()
}

/// The written event as a read returns it: stores keep microseconds.
pub(crate) fn as_read(
    written: NewEvent,
    stream: &StreamId,
    version: u64,
    position: Position,
) -> Recorded<RawEvent> {
    Recorded {
        position,
        stream: stream.clone(),
        version,
        event_id: written.event_id,
        recorded_at: written.recorded_at.trunc_subsecs(6),
        correlation_id: written.correlation_id,
        causation_id: written.causation_id,
        actor: written.actor,
        event: written.payload,
    }
}

/// Appends one event to each of `streams` in turn and returns the positions.
pub(crate) async fn append_one_each(store: &dyn EventStore, streams: &[StreamId]) -> Vec<Position> {
    let mut positions = Vec::new();
    for stream in streams {
        let next = store.append(stream, ExpectedVersion::Any, vec![]).await.unwrap().version + 1;
        let appended = store.append(stream, ExpectedVersion::Any, vec![event(stream, next)]).await.unwrap();
        positions.push(appended.position);
    }
    positions
}

/// Reads the whole log.
pub(crate) async fn whole_log(store: &dyn EventStore) -> Vec<Recorded<RawEvent>> {
    let page = store.read_all(Position::START, &Categories::All, 1_000_000).await.unwrap();
    assert!(page.end);
    page.events
}
