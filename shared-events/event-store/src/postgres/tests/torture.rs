//! No reader ever skips an event, whatever writers in other processes do: they take positions, sleep, roll back and
//! commit in any order. The same test with a naive reader shows that it can fail.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use shared_events::{Position, RawEvent, Recorded};
use sqlx::{Connection, PgConnection, PgPool};
use test_support::TestDatabase;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::database;
use crate::{
    Categories, EventStore,
    contract::concurrency::check_order,
    postgres::{PostgresEventStore, reader},
};

const WRITERS: u128 = 16;
const TRANSACTIONS: u64 = 120;
const EVENTS_EACH: u64 = 6;

/// One way to read the log after a position: the events and the position to go on from.
trait Reader: Send + 'static {
    fn read(&self, after: Position) -> impl Future<Output = (Vec<Recorded<RawEvent>>, Position)> + Send;
}

struct TheStore(Arc<PostgresEventStore>);

impl Reader for TheStore {
    async fn read(&self, after: Position) -> (Vec<Recorded<RawEvent>>, Position) {
        let page = self.0.read_all(after, &Categories::All, 1_000).await.unwrap();
        (page.events, page.up_to)
    }
}

/// Believes that nothing can appear below what it has seen.
struct Naive(PgPool);

impl Reader for Naive {
    async fn read(&self, after: Position) -> (Vec<Recorded<RawEvent>>, Position) {
        let mut connection = self.0.acquire().await.unwrap();
        let events = reader::between(&mut connection, after, Position(u64::MAX), &Categories::All, 1_000)
            .await
            .unwrap();
        let up_to = events.last().map_or(after, |event| event.position);
        (events, up_to)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_below_the_high_water_mark_misses_nothing() {
    let database = database().await;
    let store = PostgresEventStore::start(database.pool().await);
    let (seen, committed) = torture(&database, TheStore(store)).await;
    check_order(&seen);
    assert_eq!(seen.len(), committed.len(), "of {} events", committed.len());
    assert_eq!(ids(&seen), committed);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_naive_reader_misses_events() {
    let database = database().await;
    let (seen, committed) = torture(&database, Naive(database.pool().await)).await;
    assert!(seen.len() < committed.len(), "the torture would not notice a reader that skips events");
}

/// What a reader saw while writers wrote, and the ids of what they have committed; both in order of position.
async fn torture(database: &TestDatabase, reader: impl Reader) -> (Vec<Recorded<RawEvent>>, Vec<Uuid>) {
    let finished = Arc::new(AtomicBool::new(false));
    let reading = {
        let finished = Arc::clone(&finished);
        tokio::spawn(async move {
            let (mut seen, mut position) = (Vec::new(), Position::START);
            loop {
                let last_round = finished.load(Ordering::Acquire);
                let (events, up_to) = reader.read(position).await;
                if last_round && up_to == position {
                    return seen;
                }
                position = up_to;
                seen.extend(events);
            }
        })
    };
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let url = database.url();
        writers.spawn(async move { write(&url, writer).await.unwrap() });
    }
    writers.join_all().await;
    finished.store(true, Ordering::Release);
    let seen = reading.await.unwrap();

    let sql = "SELECT event_id FROM event_store.events ORDER BY position";
    let committed = sqlx::query_scalar(sql).fetch_all(&database.pool().await).await.unwrap();
    (seen, committed)
}

/// A process of its own as far as the database can tell: one connection, transactions that last, some rolled back.
async fn write(url: &str, writer: u128) -> Result<(), sqlx::Error> {
    let mut connection = PgConnection::connect(url).await?;
    let stream = Uuid::from_u128(writer);
    for round in 0..TRANSACTIONS {
        let mut dice = Dice(stream.as_u128() as u64 * 10_007 + round);
        let mut transaction = connection.begin().await?;
        dice.sleep().await;
        sqlx::query(
            "SELECT event_store.append(ARRAY['order'], ARRAY[$1], ARRAY[NULL::bigint], array_agg(1::bigint),
                 array_agg(n), array_agg(gen_random_uuid()), array_agg('Tortured'::text),
                 array_agg(1::smallint), array_agg(now()), array_agg($1), array_agg($1),
                 array_agg('{\"kind\":\"system\",\"name\":\"torture\"}'::text), array_agg('{}'::text))
             FROM generate_series(1, $2) n",
        )
        .bind(stream)
        .bind(1 + (dice.roll() % EVENTS_EACH).cast_signed())
        .execute(&mut *transaction)
        .await?;
        dice.sleep().await;
        if dice.roll().is_multiple_of(5) {
            transaction.rollback().await?
        } else {
            transaction.commit().await?
        }
    }
    connection.close().await
}

/// The same numbers in each run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A writer that dawdles is what the test is about: nobody waits for this to be over.
    async fn sleep(&mut self) {
        if self.roll().is_multiple_of(3) {
            tokio::time::sleep(Duration::from_micros(self.roll() % 8_000)).await;
        }
    }
}

fn ids(events: &[Recorded<RawEvent>]) -> Vec<Uuid> {
    events.iter().map(|event| event.event_id).collect()
}
