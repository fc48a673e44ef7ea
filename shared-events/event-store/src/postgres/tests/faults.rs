//! Lost connections, a stopped server, a full disk: an append is acknowledged and durable, or an error says what is known.

use std::{sync::Arc, time::Duration};

use shared_events::Position;
use sqlx::{Executor, PgPool, postgres::PgPoolOptions};
use test_support::TestDatabase;
use tokio::{task::JoinSet, time::timeout};

use super::{
    database,
    proxy::{Proxy, Wire},
};
use crate::{
    AppendError, Categories, EventStore,
    ExpectedVersion::Exact,
    contract::{event, events, stream, whole_log},
    postgres::PostgresEventStore,
};

/// A store at one end of a wire, and a direct way to its database.
struct Setting {
    store: Arc<PostgresEventStore>,
    proxy: Proxy,
    direct: PgPool,
    _database: TestDatabase,
}

impl Setting {
    async fn new() -> Self {
        let database = database().await;
        let direct = database.pool().await;
        let proxy = Proxy::new(&direct.connect_options());
        let pool =
            PgPoolOptions::new().acquire_timeout(Duration::from_secs(1)).connect_lazy_with(proxy.database());
        Self { store: PostgresEventStore::start(pool), proxy, direct, _database: database }
    }

    async fn stored(&self) -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM event_store.events").fetch_one(&self.direct).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_is_lost_is_asked_for_again() {
    let setting = Setting::new().await;
    let order = stream("order", 1);
    setting.store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap();
    setting.proxy.becomes(Wire::LosesAnAnswer);
    let appended = setting.store.append(&order, Exact(1), events(&order, 2, 3)).await.unwrap();
    assert_eq!(appended.version, 3);
    assert_eq!(setting.stored().await, 3, "written once although it was sent twice");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_no_answer_comes_the_outcome_is_unknown_and_a_retry_tells_it() {
    let setting = Setting::new().await;
    let order = stream("order", 1);
    setting.store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap();
    setting.proxy.becomes(Wire::LosesAnswers);
    let error = setting.store.append(&order, Exact(1), events(&order, 2, 3)).await.unwrap_err();
    assert!(matches!(error, AppendError::OutcomeUnknown(_)), "{error}");
    setting.proxy.becomes(Wire::Whole);
    let appended = setting.store.append(&order, Exact(1), events(&order, 2, 3)).await.unwrap();
    assert_eq!(appended.version, 3);
    assert_eq!(setting.stored().await, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_connection_nothing_is_written_and_the_store_recovers() {
    let setting = Setting::new().await;
    let order = stream("order", 1);
    setting.proxy.becomes(Wire::Cut);
    let error = setting.store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap_err();
    assert!(matches!(error, AppendError::Unavailable(_)), "{error}");
    let error = setting.store.read_all(Position::START, &Categories::All, 10).await.unwrap_err();
    assert!(matches!(error, crate::ReadError::Unavailable(_)), "{error}");
    assert_eq!(setting.stored().await, 0);
    setting.proxy.becomes(Wire::Whole);
    setting.store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap();
    assert_eq!(whole_log(&*setting.store).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writers_do_not_notice_that_the_server_ends_their_connections() {
    let setting = Setting::new().await;
    let mut writers = JoinSet::new();
    for number in 0..8 {
        let (store, order) = (Arc::clone(&setting.store), stream("order", number));
        writers.spawn(async move {
            for version in 0..100 {
                store.append(&order, Exact(version), vec![event(&order, version)]).await.unwrap();
            }
        });
    }
    let mut ended = 0;
    while !writers.is_empty() {
        if ended < 20 {
            setting.direct.execute(END_APPENDS).await.unwrap();
            ended += 1;
        }
        // One writer more or less: the rest is under way.
        let _ =
            timeout(Duration::from_millis(20), writers.join_next()).await.map(|done| done.unwrap().unwrap());
    }
    assert_eq!(setting.stored().await, 800);
}

/// Ends the connections on which the event store appends, whatever they are doing.
const END_APPENDS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%event_store.append(%'";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_are_woken_again_after_the_listening_connection_broke() {
    let setting = Setting::new().await;
    let writer = PostgresEventStore::start(setting.direct.clone());
    let order = stream("order", 1);
    let mut position = Position::START;
    for number in 0..5 {
        setting.direct.execute(END_LISTENERS).await.unwrap();
        let appended = writer.append(&order, Exact(number), vec![event(&order, number)]).await.unwrap();
        let woken = async {
            while setting.store.read_all(position, &Categories::All, 10).await.unwrap().up_to == position {
                setting.store.wait_beyond(position, Duration::from_secs(60)).await;
            }
        };
        timeout(Duration::from_secs(20), woken).await.expect("a wake-up, by notification or reconnection");
        position = appended.position;
    }
}

const END_LISTENERS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN%'";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_error_of_the_database_fails_the_append_at_fault_alone() {
    let setting = Setting::new().await;
    let full_disk = "
        CREATE FUNCTION event_store.full() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF new.category = 'stock' THEN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END IF;
            IF new.category = 'product' THEN RAISE 'not in this store' USING ERRCODE = 'check_violation'; END IF;
            RETURN new;
        END $$;
        CREATE TRIGGER full_disk BEFORE INSERT ON event_store.events FOR EACH ROW EXECUTE FUNCTION event_store.full()";
    setting.direct.execute(sqlx::raw_sql(full_disk)).await.unwrap();
    let mut tasks = JoinSet::new();
    for number in 0..60_usize {
        let category = ["order", "stock", "product"][number % 3];
        let (store, stream) = (Arc::clone(&setting.store), stream(category, number as u128));
        tasks.spawn(async move { (category, store.append(&stream, Exact(0), events(&stream, 1, 1)).await) });
    }
    for (category, result) in tasks.join_all().await {
        match category {
            "order" => assert_eq!(result.unwrap().version, 1),
            "stock" => assert!(matches!(result, Err(AppendError::Unavailable(_))), "{result:?}"),
            _ => assert!(matches!(result, Err(AppendError::Refused(_))), "{result:?}"),
        }
    }
    assert_eq!(setting.stored().await, 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_batch_with_an_id_in_two_streams_writes_one_of_them() {
    let setting = Setting::new().await;
    let (order, other) = (stream("order", 1), stream("order", 2));
    let mut tasks = JoinSet::new();
    for target in [&order, &other] {
        let (store, target, same) = (Arc::clone(&setting.store), target.clone(), event(&order, 1));
        tasks.spawn(async move { store.append(&target, Exact(0), vec![same]).await });
    }
    let results = tasks.join_all().await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    assert!(results.iter().any(|result| matches!(result, Err(AppendError::Refused(_)))), "{results:?}");
    assert_eq!(setting.stored().await, 1);
}
