//! Benchmarks how soon a written change can be read, and how many changes the views can keep up with.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use event_store::{Append, EventLog, ExpectedVersion, Provenance};
use postgres_kit::Limits;
use query_service::{Catalog, Waiter, queries::catalog::INDEX};
use shared_events::{
    Actor, Cents, Position,
    events::{ProductEvent, StockEvent},
    ids::ProductId,
};
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

/// The number of the next change: ids and prices derive from it.
static NUMBER: AtomicU64 = AtomicU64::new(0);

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

    let _catalog = Catalog::start(&shop.pool, &waiter, None, stop.clone());
    while !waiter.reached(&[INDEX], head).await {}
    let products = products(shop).await;

    for (what, views, reprices) in
        [("visible", &["catalog"][..], false), ("found by search", &["catalog", INDEX][..], true)]
    {
        let change = if reprices { Change::Price(&products) } else { Change::Stock };
        let mut latencies = Vec::with_capacity(IDLE);
        for _ in 0..IDLE {
            latencies.push(seen_after(&shop.log, &waiter, views, change.next()).await);
        }
        let [idle, busy] = if reprices { [60.0, 150.0] } else { [25.0, 100.0] };
        report(&format!("acknowledged to {what}, idle"), &mut latencies, idle, figures);
        let mut latencies = under_load(shop, &waiter, views, &change).await;
        let when = format!("acknowledged to {what}, at {COMMANDS} commands/s");
        report(&when, &mut latencies, busy, figures);
    }
    rush(shop, &waiter, figures).await;
    stop.cancel();
    running.await.expect("the engine ends in order");
}

fn report(what: &str, milliseconds: &mut [f64], budget: f64, figures: &mut Figures) {
    figures.add(&format!("{what}: p50"), percentile(milliseconds, 50), "ms", Budget::Free);
    figures.add(&format!("{what}: p99"), percentile(milliseconds, 99), "ms", Budget::AtMost(budget));
}

/// What commands change.
enum Change<'a> {
    /// The stock of new products.
    Stock,
    /// The prices of these products, one after the other.
    Price(&'a [Uuid]),
}

/// One change.
type Changed = (Uuid, ChangeEvent);

enum ChangeEvent {
    Stock(StockEvent),
    Price(ProductEvent),
}

impl Change<'_> {
    fn next(&self) -> Changed {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        match self {
            Self::Stock => {
                let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, &number.to_be_bytes());
                let counted = StockEvent::StockCounted { product_id: ProductId::new(id), quantity: 9 };
                (id, ChangeEvent::Stock(counted))
            }
            Self::Price(products) => {
                let place = usize::try_from(number).expect("a small number") % products.len();
                let (id, cents) = (products[place], i64::try_from(number % 5_000).expect("a small number"));
                let price = Cents(100 + cents);
                let unit = "pound".to_owned();
                (
                    id,
                    ChangeEvent::Price(ProductEvent::ProductRepriced {
                        product_id: ProductId::new(id),
                        price,
                        unit,
                    }),
                )
            }
        }
    }
}

/// The ids of some public products.
async fn products(shop: &Shop) -> Vec<Uuid> {
    let sql = "SELECT product_id FROM read.catalog_products WHERE visible ORDER BY product_id LIMIT 1000";
    let products: Vec<Uuid> = sqlx::query_scalar(sql).fetch_all(&shop.pool).await.expect("products");
    assert!(!products.is_empty(), "there is something to change");
    products
}

/// Makes a change, and returns the milliseconds from its acknowledgement until these views have it.
async fn seen_after(log: &EventLog, waiter: &Waiter, views: &[&str], change: Changed) -> f64 {
    let position = append(log, change).await;
    let acknowledged = Instant::now();
    assert!(waiter.reached(views, position).await, "a change is seen");
    acknowledged.elapsed().as_secs_f64() * 1e3
}

async fn under_load(
    shop: &Shop,
    waiter: &Waiter,
    views: &'static [&'static str],
    change: &Change<'_>,
) -> Vec<f64> {
    let mut tasks = JoinSet::new();
    let mut pace = interval(Duration::from_secs(1) / COMMANDS);
    pace.set_missed_tick_behavior(MissedTickBehavior::Burst);
    for _ in 0..COMMANDS * u32::try_from(BUSY.as_secs()).expect("some seconds") {
        pace.tick().await;
        let (log, waiter, change) = (shop.log.clone(), waiter.clone(), change.next());
        tasks.spawn(async move { seen_after(&log, &waiter, views, change).await });
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
                last = append(&log, Change::Stock.next()).await;
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

/// Appends an event of the change to its stream.
async fn append(log: &EventLog, (id, change): Changed) -> Position {
    let command = Uuid::new_v5(&id, &NUMBER.fetch_add(1, Ordering::Relaxed).to_be_bytes());
    let now: DateTime<Utc> = DateTime::from_timestamp(1_795_000_000, 0).expect("a moment");
    let provenance = Provenance::of_command(command, Actor::system("bench"), now);
    let expected = ExpectedVersion::Any;
    let appended = match change {
        ChangeEvent::Stock(event) => {
            log.append(&provenance, Append { id, expected, events: vec![event] }).await
        }
        ChangeEvent::Price(event) => {
            log.append(&provenance, Append { id, expected, events: vec![event] }).await
        }
    };
    appended.expect("the log takes it").position
}
