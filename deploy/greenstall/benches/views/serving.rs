//! Benchmarks a rebuild of the catalog while visitors read it over HTTP.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use blobs::Blobs;
use postgres_kit::{Limits, Pool};
use query_service::{App, Catalog, Live, ShopConfig, Waiter, operations, router};
use service_kit::{
    SystemClock,
    lifecycle::{self, Edge},
    token::Tokens,
};
use test_support::bench::{Budget, Figures, http::Client, percentile};
use tokio::{net::TcpListener, task::JoinSet, time};
use tokio_util::sync::CancellationToken;

use super::{Shop, rebuild::rebuild};

/// Reads per second, and the number of visitors who share them.
const READS: u32 = 200;
const VISITORS: u32 = 16;

/// The results of all visitors in one period.
struct Visits {
    milliseconds: Vec<f64>,
    failed: usize,
}

pub(crate) async fn measure(shop: &Shop, figures: &mut Figures) {
    // A generation must serve before the benchmark begins.
    rebuild(shop).await;
    let stop = CancellationToken::new();
    let address = serve(shop, stop.clone()).await;
    let products = some_products(shop).await;

    let quiet = Visitors::start(address, &products);
    time::sleep(Duration::from_secs(3)).await;
    report("with nothing else going on", quiet.stop().await, figures);

    let busy = Visitors::start(address, &products);
    let rebuilt = rebuild(shop).await;
    let visits = busy.stop().await;
    figures.add("1,000,000 events under reads: rebuild", rebuilt.rate(), "events/s", Budget::Free);
    figures.add("1,000,000 events under reads: rebuild", rebuilt.seconds(), "s", Budget::Free);
    figures.add("1,000,000 events under reads: peak memory", rebuilt.peak(), "MB", Budget::AtMost(200.0));
    report("during a rebuild", visits, figures);

    let meanwhile = Visitors::start(address, &products);
    let began = Instant::now();
    let verified = shop.engine.verify("catalog", |_| {}).await.expect("the catalog is built again beside it");
    let different: u64 = verified.tables.iter().map(|table| table.different).sum();
    assert!(verified.is_clean(), "{different} rows are different: {verified:?}");
    figures.add("verify: rows that differ", different as f64, "rows", Budget::AtMost(0.0));
    figures.add("verify", began.elapsed().as_secs_f64(), "s", Budget::Free);
    let began = Instant::now();
    shop.engine.roll_back("catalog").await.expect("the generation before is there");
    figures.add("roll-back", began.elapsed().as_secs_f64() * 1e3, "ms", Budget::Free);
    report("during verify and roll-back", meanwhile.stop().await, figures);
    stop.cancel();
}

fn report(when: &str, mut visits: Visits, figures: &mut Figures) {
    let reads = visits.milliseconds.len() as f64;
    figures.add(&format!("reads {when}"), reads, "reads", Budget::Free);
    figures.add(&format!("reads {when}: failed"), visits.failed as f64, "reads", Budget::AtMost(0.0));
    for percent in [50, 99] {
        let value = percentile(&mut visits.milliseconds, percent);
        figures.add(&format!("reads {when}: p{percent}"), value, "ms", Budget::Free);
    }
}

/// Runs the query service on a port of its own.
async fn serve(shop: &Shop, stop: CancellationToken) -> SocketAddr {
    let pool = Pool::new((*shop.pool.connect_options()).clone(), 16, Limits::default());
    let tokens = Tokens::new(&[7; 32], Arc::new(SystemClock));
    let waiter = Waiter::start(pool.clone(), Limits::default(), stop.clone());
    let app = App {
        catalog: Catalog::start(&pool, &waiter, None, stop.clone()),
        live: Live::start(pool.clone(), waiter.clone(), tokens.clone(), stop.clone()),
        waiter,
        tokens,
        shop: Arc::new(ShopConfig::sandbox()),
        blobs: Blobs::in_memory(),
        operations: Arc::new(operations::Unknown),
        pool,
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("it has an address");
    tokio::spawn(async move { lifecycle::serve(router(app).0, listener, Edge::default(), stop).await });
    address
}

async fn some_products(shop: &Shop) -> Arc<Vec<String>> {
    let sql =
        "SELECT product_id::text FROM read.catalog_products WHERE visible ORDER BY product_id LIMIT 1000";
    let products: Vec<String> = sqlx::query_scalar(sql).fetch_all(&shop.pool).await.expect("products");
    assert!(!products.is_empty(), "there is something to look at");
    Arc::new(products)
}

/// Visitors that read lists and products, each at a steady pace.
struct Visitors {
    tasks: JoinSet<Visits>,
    stop: CancellationToken,
}

impl Visitors {
    fn start(address: SocketAddr, products: &Arc<Vec<String>>) -> Self {
        let stop = CancellationToken::new();
        let count = Arc::new(AtomicUsize::new(0));
        let mut tasks = JoinSet::new();
        for _ in 0..VISITORS {
            tasks.spawn(visit(address, products.clone(), count.clone(), stop.clone()));
        }
        Self { tasks, stop }
    }

    async fn stop(self) -> Visits {
        self.stop.cancel();
        let all = self.tasks.join_all().await;
        Visits {
            failed: all.iter().map(|visits| visits.failed).sum(),
            milliseconds: all.into_iter().flat_map(|visits| visits.milliseconds).collect(),
        }
    }
}

async fn visit(
    address: SocketAddr,
    products: Arc<Vec<String>>,
    count: Arc<AtomicUsize>,
    stop: CancellationToken,
) -> Visits {
    let mut visits = Visits { milliseconds: Vec::new(), failed: 0 };
    let mut client = Client::connect(address).await.expect("the query service is there");
    let mut pace = time::interval(Duration::from_secs(1) * VISITORS / READS);
    while !stop.is_cancelled() {
        pace.tick().await;
        let number = count.fetch_add(1, Ordering::Relaxed);
        let path = match number % 4 {
            0 => "/products?limit=20".to_owned(),
            1 => "/products?search=bread&limit=20".to_owned(),
            _ => format!("/products/{}", products[number % products.len()]),
        };
        let sent = Instant::now();
        match client.get(&path).await {
            Ok((200, body)) if !body.is_empty() => {}
            Ok((status, body)) => {
                println!("GET {path}: {status} {}", String::from_utf8_lossy(&body));
                visits.failed += 1;
            }
            Err(error) => {
                println!("GET {path}: {error}");
                visits.failed += 1;
                client = Client::connect(address).await.expect("the query service is there");
            }
        }
        visits.milliseconds.push(sent.elapsed().as_secs_f64() * 1e3);
    }
    visits
}
