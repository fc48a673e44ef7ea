//! How many durable appends a second, beside what `pgbench` gets out of the same server with one INSERT for each event
//! into a table with the same columns and indexes. Run by `make bench-store`; writes `target/bench/store.json`.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark prints, and fails by panicking")]

use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use chrono::DateTime;
use embedded_postgres::{EmbeddedPostgres, Options};
use event_store::{
    EventStore,
    ExpectedVersion::Exact,
    postgres::{PostgresEventStore, migrate},
};
use serde_json::{Value, json};
use shared_events::{Actor, NewEvent, RawEvent, StreamId};
use sqlx::{Executor, PgPool};
use tokio::task::JoinSet;
use uuid::Uuid;

const ROUNDS: usize = 3;
const ROUND: Duration = Duration::from_secs(4);

/// Concurrent writers, and the least ratio to `pgbench` that the design asks for.
const MEASUREMENTS: [(u32, f64); 2] = [(1, 1.0 / 1.3), (64, 2.0)];

#[tokio::main]
async fn main() {
    let folder = results_folder();
    let home = tempfile::Builder::new().prefix("store-").tempdir_in(&folder).unwrap();
    let server = EmbeddedPostgres::start(&Options::new(home.path().join("postgres"))).await.unwrap();
    let pool = PgPool::connect(&server.url("postgres")).await.unwrap();
    migrate(&pool).await.unwrap();
    pool.execute(sqlx::raw_sql(
        "CREATE SCHEMA bench;
         CREATE SEQUENCE bench.positions;
         CREATE TABLE bench.events (LIKE event_store.events INCLUDING ALL)",
    ))
    .await
    .unwrap();
    let script = home.path().join("insert.sql");
    fs::write(&script, pgbench_script()).unwrap();
    let store = PostgresEventStore::start(pool.clone());

    let fsync = fsync_time(home.path());
    println!(
        "Postgres {}, fsync {:.0} µs, {} bytes of JSON an event",
        server.major_version(),
        fsync,
        payload().to_string().len()
    );
    println!(
        "{:>8} {:>16} {:>16} {:>7} {:>8}  p50 / p99",
        "writers", "appends/s", "pgbench/s", "ratio", "budget"
    );
    let mut results = vec![json!({
        "name": "context",
        "cpus": std::thread::available_parallelism().unwrap().get(),
        "postgres": server.major_version(),
        "fsync_microseconds": fsync.round(),
        "event_bytes": payload().to_string().len(),
    })];
    for (writers, budget) in MEASUREMENTS {
        let (mut ours, mut theirs, mut latencies) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            theirs.push(pgbench(&server, &script, writers));
            let (rate, mut round) = appends(&store, writers).await;
            ours.push(rate);
            latencies.append(&mut round);
        }
        let (ours, theirs) = (median(&mut ours), median(&mut theirs));
        let ratio = ours / theirs;
        latencies.sort_unstable();
        let percentile =
            |percent: usize| latencies[(latencies.len() - 1) * percent / 100].as_secs_f64() * 1e3;
        println!(
            "{writers:>8} {ours:>16.0} {theirs:>16.0} {ratio:>7.2} {budget:>8.2}  {:.2} / {:.2} ms",
            percentile(50),
            percentile(99)
        );
        results.push(json!({
            "name": format!("durable appends, {writers} writers"),
            "value": ours.round(), "unit": "appends/s",
            "peer": "pgbench, one prepared INSERT each", "peer_value": theirs.round(),
            "ratio": ratio, "budget": budget, "ok": ratio >= budget,
            "p50_milliseconds": percentile(50), "p99_milliseconds": percentile(99),
        }));
    }
    fs::write(folder.join("store.json"), serde_json::to_string_pretty(&results).unwrap()).unwrap();
    drop(store);
    pool.close().await;
    server.stop().await.unwrap();
}

/// `target/bench`, where cargo builds.
fn results_folder() -> PathBuf {
    let target = std::env::current_exe().unwrap().ancestors().nth(3).unwrap().to_owned();
    let folder = target.join("bench");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Appends of one event to a new stream each, by so many tasks at once: the rate and the time that each took.
async fn appends(store: &Arc<PostgresEventStore>, writers: u32) -> (f64, Vec<Duration>) {
    static STREAMS: AtomicU64 = AtomicU64::new(0);
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for _ in 0..writers {
        let store = Arc::clone(store);
        tasks.spawn(async move {
            let mut latencies = Vec::new();
            while start.elapsed() < ROUND {
                let number = STREAMS.fetch_add(1, Ordering::Relaxed);
                let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, &number.to_be_bytes());
                let sent = Instant::now();
                store.append(&StreamId::new("order", id), Exact(0), vec![event(id)]).await.unwrap();
                latencies.push(sent.elapsed());
            }
            latencies
        });
    }
    let latencies = tasks.join_all().await.concat();
    (latencies.len() as f64 / start.elapsed().as_secs_f64(), latencies)
}

fn event(stream: Uuid) -> NewEvent {
    NewEvent {
        event_id: Uuid::new_v5(&stream, b"event"),
        payload: RawEvent { event_type: "OrderPlaced".into(), schema_version: 1, data: payload() },
        recorded_at: DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
        correlation_id: stream,
        causation_id: stream,
        actor: Actor::system("bench"),
    }
}

/// About 600 bytes.
fn payload() -> Value {
    json!({
        "orderId": Uuid::from_u128(1), "checkoutId": Uuid::from_u128(2), "customerId": Uuid::from_u128(3),
        "merchantId": Uuid::from_u128(4), "merchantName": "Meadow Farm", "number": "GS-261121-7K2QF-1",
        "amounts": { "subtotal": 1250, "tax": 100, "deliveryFee": 500, "total": 1850 },
        "lines": [{
            "productId": Uuid::from_u128(5), "name": "Tomatoes", "unit": "pound", "price": 625, "quantity": 2,
            "imageUrl": "/demo/tomatoes.webp", "merchantId": Uuid::from_u128(4),
        }],
        "note": "x".repeat(70),
    })
}

fn pgbench_script() -> String {
    format!(
        "INSERT INTO bench.events (position, version, recorded_at, stream_id, event_id, correlation_id, causation_id,
             schema_version, category, event_type, actor, data)
         VALUES (nextval('bench.positions'), 1, now(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
             gen_random_uuid(), 1, 'order', 'OrderPlaced', '{}', '{}');\n",
        json!(Actor::system("bench")),
        payload()
    )
    .replace("\n         ", " ")
    .replace("\n             ", " ")
}

/// Transactions a second of so many `pgbench` clients.
fn pgbench(server: &EmbeddedPostgres, script: &Path, clients: u32) -> f64 {
    let output = Command::new(pgbench_program())
        .args(["--no-vacuum", "--protocol=prepared", "--jobs=2", "--file"])
        .arg(script)
        .args([format!("--client={clients}"), format!("--time={}", ROUND.as_secs()), server.url("postgres")])
        .output()
        .expect("pgbench runs: Debian has it in postgresql-contrib or postgresql-15");
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find(|line| line.starts_with("tps = "));
    line.and_then(|line| line.split_whitespace().nth(2)?.parse().ok())
        .unwrap_or_else(|| panic!("pgbench: {text}{}", String::from_utf8_lossy(&output.stderr)))
}

/// Debian keeps it apart from the programs on the path.
fn pgbench_program() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian =
        versions.map(|version| version.path().join("bin/pgbench")).filter(|program| program.exists());
    debian.max().unwrap_or_else(|| "pgbench".into())
}

/// The median time that the disk below the database takes for a durable write of 8 KB, in microseconds.
fn fsync_time(folder: &Path) -> f64 {
    let mut file = File::create(folder.join("fsync")).unwrap();
    let mut times: Vec<f64> = (0..200)
        .map(|_| {
            file.write_all(&[0; 8192]).unwrap();
            let start = Instant::now();
            file.sync_data().unwrap();
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    median(&mut times)
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
}
