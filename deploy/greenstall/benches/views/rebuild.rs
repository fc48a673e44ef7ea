//! Benchmarks building the catalog from the log, compared with COPY of the same rows.

use std::time::{Duration, Instant};

use futures_util::TryStreamExt;
use postgres_kit::Pool;
use projections::{
    engine::{Phase, Progress, View},
    views::catalog::Catalog,
};
use sqlx::{AssertSqlSafe, PgConnection};
use test_support::bench::{Budget, Figures, machine};

use super::{
    Shop,
    cpu::{Cpu, Used},
};

/// Memory growth is measured from this event to the end of the rebuild.
const EARLY: u64 = 100_000;

/// The measurements of one rebuild.
pub(crate) struct Rebuilt {
    events: u64,
    all: Duration,
    filling: Duration,
    indexing: Duration,
    early_peak: Option<f64>,
    peak: f64,
    cpu: Used,
}

impl Rebuilt {
    pub(crate) fn rate(&self) -> f64 {
        self.events as f64 / self.all.as_secs_f64()
    }

    pub(crate) fn seconds(&self) -> f64 {
        self.all.as_secs_f64()
    }

    pub(crate) fn peak(&self) -> f64 {
        self.peak
    }
}

/// Builds the catalog and swaps the build in.
pub(crate) async fn rebuild(shop: &Shop) -> Rebuilt {
    machine::forget_peak();
    let cpu = Cpu::of(&shop.pool).await;
    let used = cpu.used();
    let began = Instant::now();
    let (mut events, mut early_peak) = (0, None);
    let (mut filled, mut indexed) = (None, None);
    let progress = |progress: Progress| {
        events = progress.events;
        if events >= EARLY && early_peak.is_none() {
            early_peak = Some(machine::peak_memory());
        }
        match progress.phase {
            Phase::Filling => {}
            Phase::Indexing => filled = filled.or(Some(began.elapsed())),
            Phase::Swapping | Phase::Comparing => indexed = indexed.or(Some(began.elapsed())),
        }
    };
    shop.engine.rebuild("catalog", progress).await.expect("the catalog is built");
    let (filled, indexed) = (filled.expect("it was filled"), indexed.expect("it was indexed"));
    Rebuilt {
        events,
        all: began.elapsed(),
        filling: filled,
        indexing: indexed - filled,
        early_peak,
        peak: machine::peak_memory(),
        cpu: cpu.used().since(used),
    }
}

/// Rebuilds twice, and compares the faster run with COPY of all resulting rows.
pub(crate) async fn measure(shop: &Shop, title: &str, ratio: Budget, figures: &mut Figures) {
    let (first, second) = (rebuild(shop).await, rebuild(shop).await);
    let best = if first.rate() > second.rate() { first } else { second };
    let copy = copy(&shop.pool).await;
    figures.add(&format!("{title}: rebuild"), best.rate(), "events/s", Budget::AtLeast(100_000.0));
    figures.beside(
        &format!("{title}: rebuild, seconds"),
        best.all.as_secs_f64(),
        "s",
        Some(("COPY of the same rows", copy.as_secs_f64())),
        ratio,
    );
    figures.add(&format!("{title}: of these, filling"), best.filling.as_secs_f64(), "s", Budget::Free);
    figures.add(&format!("{title}: of these, indexes"), best.indexing.as_secs_f64(), "s", Budget::Free);
    let Used { program, postgres } = best.cpu;
    figures.add(&format!("{title}: processor time, the program"), program, "s", Budget::Free);
    figures.add(&format!("{title}: processor time, Postgres"), postgres, "s", Budget::Free);
    figures.add(&format!("{title}: peak memory"), best.peak, "MB", Budget::AtMost(150.0));
    if let Some(early) = best.early_peak {
        let name = format!("{title}: more memory than at {EARLY} events");
        figures.add(&name, best.peak - early, "MB", Budget::AtMost(32.0));
    }
}

/// The time to copy all rows of the serving catalog into empty tables of the same form, to create the secondary
/// indexes, and to collect statistics: all the work of a build except reading and applying events.
async fn copy(pool: &Pool) -> Duration {
    let schema: String = sqlx::query_scalar(
        "SELECT format('rm_catalog_v%s', generation) FROM read.checkpoints WHERE view = 'catalog'",
    )
    .fetch_one(pool)
    .await
    .expect("the catalog serves");
    let mut connection = pool.acquire().await.expect("a connection");
    let names: Vec<String> =
        sqlx::query_scalar("SELECT tablename::text FROM pg_tables WHERE schemaname = $1 ORDER BY 1")
            .bind(&schema)
            .fetch_all(&mut *connection)
            .await
            .expect("the tables");
    let mut tables: Vec<(String, Vec<u8>)> = Vec::new();
    for name in names {
        let statement = format!("COPY {schema}.{name} TO STDOUT (FORMAT binary)");
        let rows = connection.copy_out_raw(&statement).await.expect("COPY begins");
        tables.push((name, rows.try_collect::<Vec<_>>().await.expect("the rows").concat()));
    }
    run(&mut connection, "DROP SCHEMA IF EXISTS bench_copy CASCADE; CREATE SCHEMA bench_copy").await;
    run(&mut connection, "SET search_path = bench_copy, public; SET synchronous_commit = off").await;
    run(&mut connection, Catalog.tables()).await;
    let began = Instant::now();
    for (name, rows) in &tables {
        let statement = format!("COPY {name} FROM STDIN (FORMAT binary)");
        let mut copy = connection.copy_in_raw(&statement).await.expect("COPY begins");
        copy.send(rows.as_slice()).await.expect("the rows are sent");
        copy.finish().await.expect("the rows are taken");
    }
    run(&mut connection, Catalog.indexes()).await;
    for (name, _) in &tables {
        run(&mut connection, &format!("ANALYZE {name}")).await;
    }
    let took = began.elapsed();
    run(&mut connection, "DROP SCHEMA bench_copy CASCADE; RESET search_path; RESET synchronous_commit").await;
    took
}

async fn run(connection: &mut PgConnection, statements: &str) {
    sqlx::raw_sql(AssertSqlSafe(statements.to_owned())).execute(connection).await.expect("it is done");
}
