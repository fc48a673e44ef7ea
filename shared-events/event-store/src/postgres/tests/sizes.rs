//! Measures the size of a million events and the speed of their import. The figures are in "Size of the log" of
//! deploy/docs/measurements.md.

use std::{path::Path, time::Instant};

use chrono::DateTime;
use embedded_postgres::{EmbeddedPostgres, Options};
use postgres_kit::Pool;
use serde_json::json;
use shared_events::{Actor, NewEvent, RawEvent, StreamId};
use sqlx::{Executor, Row};
use uuid::Uuid;

use crate::{
    EventStore, StreamHistory,
    limits::MAX_EVENTS_PER_IMPORT,
    postgres::{PostgresEventStore, migrate},
};

const EVENTS: usize = 1_000_000;

/// The number of events in a stream, as for an order.
const STREAM_LENGTH: u64 = 5;

const CATEGORIES: [&str; 5] = ["product", "stock", "checkout", "order", "views"];

/// `cargo run -q -p test-support --bin with-postgres -- cargo nextest run --release -p event-store --run-ignored only \
///  --no-capture -E 'test(size_of_a_million)'`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "measures: takes a minute and two gigabytes"]
async fn measure_the_size_of_a_million_events() {
    let folder = tempfile::tempdir().unwrap();
    let node_modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/postgres/node_modules");
    let options =
        Options { node_modules: vec![node_modules], ..Options::new(folder.path().join("postgres")) };
    let server = EmbeddedPostgres::start(&options).await.unwrap();
    let pool = Pool::connect(&server.url("postgres")).await.unwrap();
    migrate(&pool).await.unwrap();
    let store = PostgresEventStore::start(pool.clone());

    println!(
        "{} bytes of JSON an event, streams of {STREAM_LENGTH}",
        event(Uuid::nil(), 0).payload.data.to_string().len()
    );
    let streams = MAX_EVENTS_PER_IMPORT / STREAM_LENGTH as usize;
    let mut seconds = Vec::new();
    for part in 0..EVENTS / MAX_EVENTS_PER_IMPORT {
        let histories = (part * streams..(part + 1) * streams).map(history).collect();
        let began = Instant::now();
        store.import(histories).await.unwrap();
        seconds.push(began.elapsed().as_secs_f64());
    }
    let total: f64 = seconds.iter().sum();
    println!(
        "import: {:.0} events/s (first {MAX_EVENTS_PER_IMPORT}: {:.0}, last: {:.0})",
        EVENTS as f64 / total,
        MAX_EVENTS_PER_IMPORT as f64 / seconds[0],
        MAX_EVENTS_PER_IMPORT as f64 / seconds[seconds.len() - 1],
    );
    pool.execute("CREATE INDEX by_time ON event_store.events USING brin (recorded_at)").await.unwrap();
    pool.execute("VACUUM (ANALYZE) event_store.events").await.unwrap();
    let sizes = "SELECT c.relname::text AS name, pg_relation_size(c.oid) AS bytes FROM pg_class c
         LEFT JOIN pg_index i ON i.indexrelid = c.oid
         WHERE c.oid = 'event_store.events'::regclass OR i.indrelid = 'event_store.events'::regclass
         ORDER BY bytes DESC";
    for row in pool.fetch_all(sizes).await.unwrap() {
        let bytes: i64 = row.get("bytes");
        println!("{:>24} {:>8.1} MB a million", row.get::<String, _>("name"), bytes as f64 / 1e6);
    }
    drop(store);
    pool.close().await;
    server.stop().await.unwrap();
}

fn history(number: usize) -> StreamHistory {
    let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, &number.to_be_bytes());
    let stream = StreamId::new(CATEGORIES[number % CATEGORIES.len()], id);
    StreamHistory { stream, events: (0..STREAM_LENGTH).map(|place| event(id, place)).collect() }
}

/// An event of about 600 bytes of JSON.
fn event(stream: Uuid, place: u64) -> NewEvent {
    let data = json!({
        "orderId": stream, "checkoutId": Uuid::from_u128(2), "customerId": Uuid::from_u128(3),
        "merchantId": Uuid::from_u128(4), "merchantName": "Meadow Farm", "number": "GS-261121-7K2QF-1",
        "amounts": { "subtotal": 1250, "tax": 100, "deliveryFee": 500, "total": 1850 },
        "lines": [{
            "productId": Uuid::from_u128(5), "name": "Tomatoes", "unit": "pound", "price": 625, "quantity": 2,
            "imageUrl": "/demo/tomatoes.webp", "merchantId": Uuid::from_u128(4),
        }],
        "note": "x".repeat(70),
    });
    NewEvent {
        event_id: Uuid::new_v5(&stream, &place.to_be_bytes()),
        payload: RawEvent { event_type: "OrderPlaced".into(), schema_version: 1, data: data.into() },
        recorded_at: DateTime::from_timestamp(1_795_000_000 + place.cast_signed(), 0).unwrap(),
        correlation_id: Uuid::new_v5(&stream, b"correlation"),
        causation_id: Uuid::new_v5(&stream, b"causation"),
        actor: Actor::system("import"),
    }
}
