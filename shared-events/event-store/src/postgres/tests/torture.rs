//! Torture test: no reader skips an event while writers in other processes take positions, sleep, roll back, disconnect
//! and commit in any order. A naive reader follows the same writers and shows that the test can fail.

use std::{
    borrow::Cow,
    fs,
    path::PathBuf,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use postgres_kit::Pool;
use shared_events::{Position, StreamId};
use sqlx::{
    Connection, PgConnection, Row,
    postgres::{PgPoolOptions, PgRow},
};
use tokio::{
    process::{Child, Command},
    task::JoinSet,
};
use uuid::Uuid;

use super::{
    database,
    mutants::{Mutant, MutantStore},
};
use crate::{
    Categories,
    contract::torture::{Dice, EVENTS, ReaderComparison, SeenEvent, WriterOutcome, watch, write},
    postgres::PostgresEventStore,
};

const PROCESSES: u64 = 4;

/// The numbers of writers in each process. Appenders use a store; dawdlers hold a transaction open before they commit.
const APPENDERS: u64 = 4;
const DAWDLERS: u64 = 4;

/// The number of events that each appender writes.
const EVENTS_EACH: u64 = EVENTS * 9 / 10 / (PROCESSES * APPENDERS) + 1;

/// The number of transactions that each dawdler runs. Each writes about 3 events, and one in five is rolled back.
const TRANSACTIONS_EACH: u64 = EVENTS / 25 / (PROCESSES * DAWDLERS);

/// The environment variables of the writer processes: the database, the process's number, and the file for the
/// acknowledged event ids.
const DATABASE: &str = "GREENSTALL_TORTURE_DATABASE";
const PROCESS: &str = "GREENSTALL_TORTURE_PROCESS";
const LIST: &str = "GREENSTALL_TORTURE_LIST";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_misses_none_of_a_hundred_thousand_events_from_four_processes() {
    let database = database().await;
    let began = Instant::now();
    let finished = Arc::new(AtomicBool::new(false));
    let mut readers = JoinSet::new();
    // A reader of all events is often behind the end, where no event is missed. A reader of only the dawdlers' events
    // is at the end.
    let dawdled = Categories::Only(Cow::Borrowed(&["dawdle"]));
    let shared = PostgresEventStore::start(database.pool().await);
    for categories in [Categories::All, dawdled.clone()] {
        readers.spawn(watch(Arc::clone(&shared) as _, categories, Arc::clone(&finished)));
    }
    let alone = PostgresEventStore::start(database.pool().await);
    readers.spawn(watch(alone, dawdled.clone(), Arc::clone(&finished)));
    let mut mutants = JoinSet::new();
    for mutant in [Mutant::IgnoresLocks, Mutant::OneSnapshot] {
        let store = Arc::new(MutantStore { pool: database.pool().await, mutant });
        let watching = watch(store, dawdled.clone(), Arc::clone(&finished));
        mutants.spawn(async move { (mutant, watching.await.1) });
    }
    let naive = tokio::spawn(watch_naively(database.pool().await, Arc::clone(&finished)));

    let lists = tempfile::tempdir().unwrap();
    let list = |process: u64| lists.path().join(process.to_string());
    let processes: Vec<Child> =
        (0..PROCESSES).map(|process| writers(&database.url(), process, list(process))).collect();
    for mut process in processes {
        assert!(process.wait().await.unwrap().success(), "a process of writers failed: see its output");
    }
    finished.store(true, Ordering::Release);
    let seen = readers.join_all().await;
    let seen_naively = naive.await.unwrap();

    let log = rows_after(&database.pool().await, Position::START).await;
    let lists = (0..PROCESSES).map(|process| fs::read_to_string(list(process)).unwrap());
    let acknowledged: Vec<Uuid> =
        lists.flat_map(|list| list.lines().map(|id| id.parse().unwrap()).collect::<Vec<_>>()).collect();
    let stored: std::collections::HashSet<Uuid> = log.iter().map(|event| event.event_id).collect();
    let lost = acknowledged.iter().filter(|id| !stored.contains(id)).count();
    println!(
        "{PROCESSES} processes, {} writers, {:.1} s: {} events acknowledged, lost {lost}",
        PROCESSES * (APPENDERS + DAWDLERS),
        began.elapsed().as_secs_f64(),
        acknowledged.len(),
    );
    assert_eq!(lost, 0);
    assert!(log.len() as u64 >= EVENTS);
    for (categories, seen) in seen {
        let verdict = ReaderComparison::of(&seen, &log, &categories);
        println!("reader below the high-water mark: {verdict}");
        assert!(verdict.is_flawless(), "{verdict}");
    }
    // Whether the naive reader misses an event is a matter of luck, especially on a busy machine.
    let naive = ReaderComparison::of(&seen_naively, &log, &Categories::All);
    println!("naive reader: {naive}");
    let mut missed = naive.missed;
    for (mutant, seen) in mutants.join_all().await {
        let verdict = ReaderComparison::of(&seen, &log, &dawdled);
        println!("{mutant:?}: {verdict}");
        missed += verdict.missed;
    }
    assert!(missed > 0, "the torture would not notice a reader that skips events");
}

/// A reader that assumes that no event appears below those it has read.
async fn watch_naively(pool: Pool, finished: Arc<AtomicBool>) -> Vec<SeenEvent> {
    let mut seen: Vec<SeenEvent> = Vec::new();
    loop {
        let last_round = finished.load(Ordering::Acquire);
        let events = rows_after(&pool, seen.last().map_or(Position::START, |last| last.position)).await;
        if events.is_empty() && last_round {
            return seen;
        }
        seen.extend(events);
    }
}

/// The rows of the table after a position.
async fn rows_after(pool: &Pool, position: Position) -> Vec<SeenEvent> {
    let rows = sqlx::query(
        "SELECT position, category, stream_id, version, event_id FROM event_store.events
         WHERE position > $1 ORDER BY position",
    )
    .bind(position.0.cast_signed())
    .fetch_all(pool)
    .await
    .unwrap();
    let number = |row: &PgRow, name: &str| row.get::<i64, _>(name).unsigned_abs();
    rows.iter()
        .map(|row| SeenEvent {
            position: Position(number(row, "position")),
            stream: StreamId { category: row.get::<String, _>("category").into(), id: row.get("stream_id") },
            version: number(row, "version"),
            event_id: row.get("event_id"),
        })
        .collect()
}

/// Starts a process of writers: this program, which runs only the "test" below.
fn writers(database: &str, process: u64, list: PathBuf) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "postgres::tests::torture::a_process_of_writers", "--ignored", "--nocapture"])
        .env(DATABASE, database)
        .env(PROCESS, process.to_string())
        .env(LIST, list)
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a part of the torture test, which starts it several times"]
async fn a_process_of_writers() {
    let database = std::env::var(DATABASE).expect("the torture test starts this");
    let process: u64 = std::env::var(PROCESS).unwrap().parse().unwrap();
    let pool = PgPoolOptions::new().max_connections(2).connect(&database).await.unwrap().into();
    let store = PostgresEventStore::start(pool);
    let mut dawdlers = JoinSet::new();
    for dawdler in 0..DAWDLERS {
        let (url, number) = (database.clone(), process * DAWDLERS + dawdler);
        dawdlers.spawn(async move { dawdle(&url, number).await.unwrap() });
    }
    let mut appenders = JoinSet::new();
    for appender in 0..APPENDERS {
        let (store, number) = (Arc::clone(&store), process * APPENDERS + appender);
        appenders.spawn(async move { write(&*store, number, EVENTS_EACH).await });
    }
    let written = appenders.join_all().await;
    eprintln!("process {process}: {}", WriterOutcome::sum(&written));
    let mut acknowledged: Vec<Uuid> = written.into_iter().flat_map(|one| one.acknowledged).collect();
    acknowledged.extend(dawdlers.join_all().await.concat());
    let list: String = acknowledged.iter().map(|id| format!("{id}\n")).collect();
    fs::write(std::env::var(LIST).unwrap(), list).unwrap();
}

/// Runs long transactions, some of which are rolled back. Returns the ids of the committed events.
async fn dawdle(url: &str, number: u64) -> Result<Vec<Uuid>, sqlx::Error> {
    let mut connection = PgConnection::connect(url).await?;
    let stream = Uuid::from_u128(u128::from(number));
    let mut committed = Vec::new();
    for round in 0..TRANSACTIONS_EACH {
        let mut dice = Dice(number * 10_007 + round);
        let mut transaction = connection.begin().await?;
        dawdle_a_little(&mut dice).await;
        let ids: Vec<Uuid> = (0..=dice.below(6))
            .map(|place| Uuid::new_v5(&stream, format!("dawdle/{round}/{place}").as_bytes()))
            .collect();
        append_in(&mut transaction, stream, &ids).await?;
        dawdle_a_little(&mut dice).await;
        if dice.below(5) == 0 {
            transaction.rollback().await?;
        } else {
            transaction.commit().await?;
            committed.extend(ids);
        }
    }
    connection.close().await?;
    Ok(committed)
}

/// Appends events with these ids in the caller's transaction.
pub(super) async fn append_in(
    transaction: &mut PgConnection,
    stream: Uuid,
    ids: &[Uuid],
) -> Result<(), sqlx::Error> {
    let outcome: String = sqlx::query_scalar(
        "SELECT (event_store.append(ARRAY['dawdle'], ARRAY[$1], ARRAY[NULL::bigint], array_agg(1::bigint),
             array_agg(n), array_agg(id), array_agg('Dawdled'::text), array_agg(1::smallint), array_agg(now()),
             array_agg($1), array_agg($1), array_agg('{\"kind\":\"system\",\"name\":\"torture\"}'::text),
             array_agg('{}'::text))).outcome
         FROM unnest($2) WITH ORDINALITY AS given (id, n)",
    )
    .bind(stream)
    .bind(ids)
    .fetch_one(transaction)
    .await?;
    assert_eq!(outcome, "appended");
    Ok(())
}

/// Sleeps for a random time, because the test is about slow writers.
async fn dawdle_a_little(dice: &mut Dice) {
    if dice.below(3) == 0 {
        tokio::time::sleep(Duration::from_micros(dice.below(8_000))).await;
    }
}
