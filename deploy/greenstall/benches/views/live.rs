//! Benchmarks how soon a written change can be read, and how many changes the views can keep up with.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use event_store::{Append, EventLog, ExpectedVersion, Provenance};
use postgres_kit::Limits;
use query_service::Waiter;
use shared_events::{Actor, Position, events::StockEvent, ids::ProductId};
use test_support::bench::{Budget, Figures, percentile};
use tokio::{
    task::JoinSet,
    time::{MissedTickBehavior, interval},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::Shop;

/// Changes that are made one at a time.
const IDLE: usize = 300;
/// Commands per second, and the duration of that load.
const COMMANDS: u32 = 500;
const BUSY: Duration = Duration::from_secs(10);
/// Concurrent writers of the rush: the store's maximum.
const WRITERS: usize = 64;
const RUSH: Duration = Duration::from_secs(5);

pub(crate) async fn measure(shop: &Shop, figures: &mut Figures) {
    let stop = CancellationToken::new();
    // All views follow the log, as in an open shop.
    let engine = shop.engine.clone();
    let running = tokio::spawn({
        let stop = stop.clone();
        async move { engine.run(stop).await }
    });
    let waiter = Waiter::start(shop.pool.clone(), Limits::default(), stop.clone());
    let head = shop.engine.head().await.expect("the log has an end");
    while !waiter.reached(&["accounts", "catalog", "moderation", "orders"], head).await {}

    let mut latencies = Vec::with_capacity(IDLE);
    for _ in 0..IDLE {
        let position = append(&shop.log).await;
        let acknowledged = Instant::now();
        assert!(waiter.reached(&["catalog"], position).await, "a change is seen");
        latencies.push(acknowledged.elapsed().as_secs_f64() * 1e3);
    }
    report("idle", &mut latencies, 25.0, figures);

    let mut latencies = under_load(shop, &waiter).await;
    report(&format!("at {COMMANDS} commands/s"), &mut latencies, 100.0, figures);
    rush(shop, &waiter, figures).await;
    stop.cancel();
    running.await.expect("the engine ends in order");
}

fn report(when: &str, milliseconds: &mut [f64], budget: f64, figures: &mut Figures) {
    figures.add(
        &format!("acknowledged to visible, {when}: p50"),
        percentile(milliseconds, 50),
        "ms",
        Budget::Free,
    );
    figures.add(
        &format!("acknowledged to visible, {when}: p99"),
        percentile(milliseconds, 99),
        "ms",
        Budget::AtMost(budget),
    );
}

async fn under_load(shop: &Shop, waiter: &Waiter) -> Vec<f64> {
    let mut tasks = JoinSet::new();
    let mut pace = interval(Duration::from_secs(1) / COMMANDS);
    pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
    for _ in 0..COMMANDS * u32::try_from(BUSY.as_secs()).expect("some seconds") {
        pace.tick().await;
        let (log, waiter) = (shop.log.clone(), waiter.clone());
        tasks.spawn(async move {
            let position = append(&log).await;
            let acknowledged = Instant::now();
            assert!(waiter.reached(&["catalog"], position).await, "a change is seen");
            acknowledged.elapsed().as_secs_f64() * 1e3
        });
    }
    tasks.join_all().await
}

/// Appends as fast as the store accepts while the views follow, then measures how long the views take to catch up.
async fn rush(shop: &Shop, waiter: &Waiter, figures: &mut Figures) {
    let began = Instant::now();
    let mut tasks = JoinSet::new();
    for _ in 0..WRITERS {
        let log = shop.log.clone();
        tasks.spawn(async move {
            let (mut appended, mut last) = (0_u64, Position::START);
            while began.elapsed() < RUSH {
                last = append(&log).await;
                appended += 1;
            }
            (appended, last)
        });
    }
    let all = tasks.join_all().await;
    let written = began.elapsed();
    let events: u64 = all.iter().map(|(appended, _)| appended).sum();
    let last = all.iter().map(|(_, last)| *last).max().expect("somebody has written");
    while !waiter.reached(&["catalog"], last).await {}
    let followed = began.elapsed();
    let rate = |took: Duration| events as f64 / took.as_secs_f64();
    figures.add("rush: appended meanwhile", rate(written), "events/s", Budget::Free);
    figures.add("rush: followed by the catalog", rate(followed), "events/s", Budget::Free);
    figures.add(
        "rush: the catalog is behind at the end",
        (followed - written).as_secs_f64(),
        "s",
        Budget::Free,
    );
}

/// Appends an event: the first stock count of a new product.
async fn append(log: &EventLog) -> Position {
    static COMMANDS: AtomicU64 = AtomicU64::new(0);
    let number = COMMANDS.fetch_add(1, Ordering::Relaxed);
    let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, &number.to_be_bytes());
    let now: DateTime<Utc> = DateTime::from_timestamp(1_795_000_000, 0).expect("a moment");
    let provenance = Provenance::of_command(id, Actor::system("bench"), now);
    let counted = StockEvent::StockCounted { product_id: ProductId::new(id), quantity: 9 };
    let append = Append { id, expected: ExpectedVersion::Exact(0), events: vec![counted] };
    log.append(&provenance, append).await.expect("the log takes it").position
}
