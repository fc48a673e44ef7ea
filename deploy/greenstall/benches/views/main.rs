//! Benchmarks the views: a rebuild of the catalog from a million events, its memory, the same while visitors read it,
//! and how soon a change is visible. Run by `make bench-views`; writes `target/bench/views.json`.
//!
//! The logs are created once and kept in `target/bench/views-postgres`. `cargo bench --bench views -- live` runs one
//! part: `rebuild`, `listings`, `serving` or `live`.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

mod cpu;
mod live;
mod market;
mod rebuild;
mod serving;

use std::{sync::Arc, time::Instant};

use embedded_postgres::{EmbeddedPostgres, Options};
use event_store::{
    EventLog,
    postgres::{PostgresEventStore, PostgresKeyring},
};
use market::History;
use postgres_kit::{Limits, Pool};
use projections::engine::Engine;
use service_kit::SystemClock;
use sqlx::{AssertSqlSafe, postgres::PgConnectOptions};
use test_support::bench::{Budget, Figures, results_folder};

#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

const MARKET: History = History::Market(1_000_000);
const LISTINGS: History = History::Listings(200_000);
const SMALL_MARKET: History = History::Market(100_000);

/// A database with a history, and the handles to work on it.
pub(crate) struct Shop {
    pool: Pool,
    log: EventLog,
    engine: Engine,
}

impl Shop {
    async fn open(url: &str) -> Self {
        let options: PgConnectOptions = url.parse().expect("a URL");
        let pool = Pool::new(options, 32, Limits::default());
        event_store::postgres::migrate(&pool).await.expect("a log");
        projections::engine::migrate(&pool).await.expect("a place for views");
        let keyring = Arc::new(PostgresKeyring::start(pool.clone()));
        let log = EventLog::new(PostgresEventStore::start(pool.clone()), keyring);
        let engine = Engine::new(pool.clone(), log.clone(), Arc::new(SystemClock), projections::views::all());
        Self { pool, log, engine }
    }

    async fn close(self) {
        drop((self.log, self.engine));
        self.pool.close().await;
    }
}

/// The server with the databases.
struct Server(EmbeddedPostgres);

impl Server {
    /// The history's database; creates it when it does not exist.
    async fn shop(&self, history: History) -> Shop {
        let name = history.database();
        if !self.has(&name).await {
            let began = Instant::now();
            self.0.ensure_database("unfinished").await.expect("a database");
            let shop = Shop::open(&self.0.url("unfinished")).await;
            let events = market::fill(&shop.pool, history).await;
            shop.close().await;
            self.run(&format!("ALTER DATABASE unfinished RENAME TO {name}")).await;
            println!("made {name}: {events} events in {:.1} s", began.elapsed().as_secs_f64());
        }
        Shop::open(&self.0.url(&name)).await
    }

    /// A copy of the database that may be changed.
    async fn copy(&self, history: History) -> Shop {
        self.shop(history).await.close().await;
        self.run("DROP DATABASE IF EXISTS changed").await;
        self.run(&format!("CREATE DATABASE changed TEMPLATE {}", history.database())).await;
        Shop::open(&self.0.url("changed")).await
    }

    async fn has(&self, name: &str) -> bool {
        self.run("DROP DATABASE IF EXISTS unfinished").await;
        let pool = self.postgres().await;
        let found =
            sqlx::query("SELECT FROM pg_database WHERE datname = $1").bind(name).fetch_optional(&pool);
        found.await.expect("the databases").is_some()
    }

    async fn run(&self, statement: &str) {
        let pool = self.postgres().await;
        let done = sqlx::raw_sql(AssertSqlSafe(statement.to_owned())).execute(&pool).await;
        done.unwrap_or_else(|error| panic!("{statement}: {error}"));
        pool.close().await;
    }

    async fn postgres(&self) -> Pool {
        Pool::connect(&self.0.url("postgres")).await.expect("the server answers")
    }
}

#[tokio::main]
async fn main() {
    let parts: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |part: &str| parts.is_empty() || parts.iter().any(|one| one == part);
    let folder = results_folder();
    let home = folder.join("views-postgres");
    let server = Server(EmbeddedPostgres::start(&Options::new(&home)).await.expect("a server"));
    let mut figures = Figures::of(server.0.major_version(), &home);
    if wanted("rebuild") {
        let shop = server.shop(MARKET).await;
        rebuild::measure(&shop, "1,000,000 events of a market", Budget::Free, &mut figures).await;
        shop.close().await;
    }
    if wanted("listings") {
        let shop = server.shop(LISTINGS).await;
        rebuild::measure(&shop, "200,000 listings", Budget::Ratio(0.3), &mut figures).await;
        shop.close().await;
    }
    if wanted("serving") {
        let shop = server.shop(MARKET).await;
        serving::measure(&shop, &mut figures).await;
        shop.close().await;
    }
    if wanted("live") {
        let shop = server.copy(SMALL_MARKET).await;
        live::measure(&shop, &mut figures).await;
        shop.close().await;
    }
    figures.write(&folder, "views");
    server.0.stop().await.expect("the server stops");
}
