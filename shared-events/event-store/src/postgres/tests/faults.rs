//! Fault tests: after a lost connection, a stopped server or a full disk, an append is acknowledged and durable, or its
//! error says truthfully what is known.

use std::{
    collections::HashSet,
    future::poll_fn,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::Poll,
    time::Duration,
};

use postgres_kit::{Limits, Pool};
use shared_events::Position;
use sqlx::{Executor, postgres::PgPoolOptions};
use test_support::{TestDatabase, wait_for};
use tokio::{task::JoinSet, time::timeout};

use super::{
    database,
    proxy::{Proxy, Wire},
};
use crate::{
    AppendError, Categories, EventStore,
    ExpectedVersion::{Any, Exact},
    contract::{event, events, stream, whole_log},
    postgres::{PostgresEventStore, connection, writer::COMMITTERS},
};

/// A store that reaches its database through a proxy, and a direct connection to the database.
struct Setting {
    pool: Pool,
    store: Arc<PostgresEventStore>,
    proxy: Proxy,
    direct: Pool,
    _database: TestDatabase,
}

impl Setting {
    async fn new() -> Self {
        let database = database().await;
        let direct = database.pool().await;
        let proxy = Proxy::new(&direct.connect_options());
        let hurried = PgPoolOptions::new().acquire_timeout(Duration::from_secs(1));
        let pool = Pool::from(hurried.connect_lazy_with(proxy.database()));
        Self { store: PostgresEventStore::start(pool.clone()), pool, proxy, direct, _database: database }
    }

    async fn stored(&self) -> i64 {
        sqlx::query_scalar("SELECT count(*) FROM event_store.events").fetch_one(&self.direct).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_whose_answer_is_lost_is_repeated() {
    let setting = Setting::new().await;
    let order = stream("order", 1);
    setting.store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap();
    setting.proxy.becomes(Wire::LosesAnAnswer);
    let appended = setting.store.append(&order, Exact(1), events(&order, 2, 3)).await.unwrap();
    assert_eq!(appended.version, 3);
    assert_eq!(setting.stored().await, 3, "written once although it was sent twice");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_an_answer_the_outcome_is_unknown_and_a_retry_returns_it() {
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
async fn a_connection_that_the_server_ends_delays_appends_without_failing_them() {
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
        // Wait for at most one writer; the others keep running.
        let _ =
            timeout(Duration::from_millis(20), writers.join_next()).await.map(|done| done.unwrap().unwrap());
    }
    assert_eq!(setting.stored().await, 800);
}

/// Ends the connections on which the event store appends.
const END_APPENDS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%event_store.append%'";

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
async fn a_database_error_fails_only_the_append_that_causes_it() {
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
async fn of_two_appends_with_the_same_event_id_in_one_batch_only_one_is_written() {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_to_a_silent_server_fails_in_bounded_time() {
    let setting = Setting::new().await;
    let store = PostgresEventStore::with_limits(
        &setting.pool,
        Limits { answer: Duration::from_millis(300), ..Limits::default() },
    );
    let order = stream("order", 1);
    store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap();
    assert_eq!(whole_log(&*store).await.len(), 1);
    setting.proxy.becomes(Wire::Silent);
    let error = store.append(&order, Exact(1), events(&order, 2, 3)).await.unwrap_err();
    assert!(matches!(error, AppendError::OutcomeUnknown(_)), "{error}");
    let error = store.read_last(&order).await.unwrap_err();
    assert!(matches!(error, crate::ReadError::Unavailable(_)), "{error}");

    setting.proxy.becomes(Wire::Whole);
    let appended = store.append(&order, Exact(1), events(&order, 2, 3)).await.unwrap();
    assert_eq!(appended.version, 3);
    assert_eq!(store.read_last(&order).await.unwrap().unwrap().version, 3);
    assert_eq!(setting.stored().await, 3);
}

/// Polls the future once; returns whether it is pending.
async fn waits(future: &mut (impl Future + Unpin)) -> bool {
    poll_fn(|context| Poll::Ready(Pin::new(&mut *future).poll(context).is_pending())).await
}

/// Makes every append wait until this transaction is rolled back.
const BLOCK_APPENDS: &str = "LOCK TABLE event_store.events IN EXCLUSIVE MODE";

/// Counts the batches that wait for that transaction.
const COUNT_BLOCKED_BATCHES: &str = "SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%event_store.append%'";

async fn until_held_up(setting: &Setting, batches: i64) {
    wait_for("appends to be held up", async || {
        let held_up: i64 =
            sqlx::query_scalar(COUNT_BLOCKED_BATCHES).fetch_one(&setting.direct).await.unwrap();
        (held_up == batches).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_dropped_in_the_queue_is_not_written_and_one_dropped_after_sending_is_written_completely() {
    let setting = Setting::new().await;
    let store = Arc::clone(&setting.store);
    let append = |number: u128| {
        let (store, order) = (Arc::clone(&store), stream("order", number));
        Box::pin(async move { store.append(&order, Exact(0), events(&order, 1, 2)).await })
    };
    let mut lock = postgres_kit::begin(&setting.direct).await.unwrap();
    lock.execute(BLOCK_APPENDS).await.unwrap();
    let mut on_their_way = Vec::new();
    for batch in 1..=COMMITTERS {
        let mut append = append(batch as u128);
        assert!(waits(&mut append).await);
        until_held_up(&setting, batch as i64).await;
        on_their_way.push(append);
    }
    let (mut queued, mut dropped, mut last) = (append(11), append(12), append(13));
    for append in [&mut queued, &mut dropped, &mut last] {
        assert!(waits(append).await);
    }
    drop((on_their_way, dropped));
    lock.rollback().await.unwrap();
    queued.await.unwrap();
    last.await.unwrap();
    // An append whose caller has dropped it may be written a little later.
    let expected: HashSet<u128> = (1..=COMMITTERS as u128).chain([11, 13]).collect();
    wait_for("what was on its way", async || {
        (setting.stored().await == 2 * expected.len() as i64).then_some(())
    })
    .await;
    let written = whole_log(&*setting.store).await;
    let streams: HashSet<u128> = written.iter().map(|event| event.stream.id.as_u128()).collect();
    assert_eq!(streams, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_waits_for_the_previous_one_to_its_stream() {
    let setting = Setting::new().await;
    let order = stream("order", 1);
    let mut lock = postgres_kit::begin(&setting.direct).await.unwrap();
    lock.execute(BLOCK_APPENDS).await.unwrap();
    let mut first = Box::pin(setting.store.append(&order, Exact(0), events(&order, 1, 2)));
    assert!(waits(&mut first).await);
    until_held_up(&setting, 1).await;
    let mut second = Box::pin(setting.store.append(&order, Exact(2), events(&order, 3, 3)));
    assert!(waits(&mut second).await);
    lock.rollback().await.unwrap();
    let (first, second) = tokio::join!(first, second);
    assert_eq!((first.unwrap().version, second.unwrap().version), (2, 3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_append_that_the_server_cancels_is_not_written() {
    let setting = Setting::new().await;
    let hasty = setting.direct.connect_options().as_ref().clone().options([("statement_timeout", "100ms")]);
    let store = PostgresEventStore::start(PgPoolOptions::new().connect_lazy_with(hasty).into());
    let (order, other) = (stream("order", 1), stream("order", 2));
    let mut lock = postgres_kit::begin(&setting.direct).await.unwrap();
    lock.execute(BLOCK_APPENDS).await.unwrap();
    let (one, two) = tokio::join!(
        store.append(&order, Exact(0), events(&order, 1, 1)),
        store.append(&other, Exact(0), events(&other, 1, 1)),
    );
    for error in [one.unwrap_err(), two.unwrap_err()] {
        assert!(matches!(error, AppendError::Unavailable(_)), "{error}");
    }
    lock.rollback().await.unwrap();
    assert_eq!(setting.stored().await, 0);
    store.append(&order, Exact(0), events(&order, 1, 1)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_appends_to_one_stream_do_not_delay_other_streams() {
    const APPENDS_TO_ONE_STREAM: u64 = 3_000;
    let setting = Setting::new().await;
    let (hot, done) = (stream("order", 0), Arc::new(AtomicU64::new(0)));
    let mut crowd = JoinSet::new();
    for number in 0..APPENDS_TO_ONE_STREAM {
        let (store, hot, done) = (Arc::clone(&setting.store), hot.clone(), Arc::clone(&done));
        crowd.spawn(async move {
            store.append(&hot, Any, vec![event(&hot, number)]).await.unwrap();
            done.fetch_add(1, Ordering::SeqCst);
        });
    }
    wait_for("the crowd to be at work", async || (done.load(Ordering::SeqCst) > 10).then_some(())).await;
    let mut others = JoinSet::new();
    for number in 1..=200 {
        let (store, cold) = (Arc::clone(&setting.store), stream("order", number));
        others.spawn(async move { store.append(&cold, Exact(0), events(&cold, 1, 1)).await.unwrap() });
    }
    // A few streams share a lane with the busy stream; most do not.
    for _ in 0..150 {
        others.join_next().await.unwrap().unwrap();
    }
    let crowd_done = done.load(Ordering::SeqCst);
    assert!(crowd_done < APPENDS_TO_ONE_STREAM / 2, "the others waited for {crowd_done} of the crowd");
    others.join_all().await;
    crowd.join_all().await;
    assert_eq!(setting.stored().await as u64, APPENDS_TO_ONE_STREAM + 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn contention_on_one_stream_does_not_fail_appends_to_others() {
    let setting = Setting::new().await;
    let stores = [Arc::clone(&setting.store), PostgresEventStore::start(setting.direct.clone())];
    let mut tasks = JoinSet::new();
    for number in 0..400_u64 {
        let store = Arc::clone(&stores[(number % 2) as usize]);
        tasks.spawn(async move {
            let cold = stream("order", u128::from(number) + 1);
            store.append(&cold, Exact(0), events(&cold, 1, 2)).await.unwrap();
            let hot = stream("stock", 1);
            store.append(&hot, Any, vec![event(&hot, number)]).await.unwrap();
        });
    }
    tasks.join_all().await;
    assert_eq!(setting.stored().await, 1_200);
    let hot = setting.store.read_stream(&stream("stock", 1), 0, 1_000).await.unwrap();
    assert!(hot.iter().map(|event| event.version).eq(1..=400));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn appends_are_durable_even_if_the_database_is_set_not_to_wait_for_the_disk() {
    let setting = Setting::new().await;
    for (configured, expected) in [("off", "on"), ("remote_apply", "remote_apply"), ("on", "on")] {
        let database =
            setting.direct.connect_options().as_ref().clone().options([("synchronous_commit", configured)]);
        let mut connection = connection::to_write(&database, Duration::from_secs(5)).await.unwrap();
        let setting: String =
            sqlx::query_scalar("SHOW synchronous_commit").fetch_one(&mut connection).await.unwrap();
        assert_eq!(setting, expected);
    }
}
