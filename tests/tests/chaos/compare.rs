//! Checks that the views match the log. Compares them with a rebuild in another database, and counts how often each
//! event was applied.

use std::{sync::Arc, time::Duration};

use projections::{
    engine::{self, Engine, RebuildError, Which},
    views,
};
use service_kit::clock::SystemClock;
use sqlx::{AssertSqlSafe, PgPool, postgres::PgPoolOptions};
use test_support::wait_for;
use tokio_util::sync::CancellationToken;

use crate::{
    projector::{all_views, log_of},
    server::Server,
};

const REBUILT_DATABASE: &str = "rebuilt";
/// A row as text.
const ROW_TEXT: &str = "to_jsonb(one)::text";
/// The tables that a rebuild does not reproduce: the processes that have written, and the recorded changes, which depend
/// on where batches were cut.
const NOT_REPRODUCED: [&str; 2] = ["tally_processes", "catalog_changes"];
/// The time limit for rebuilding all views on a busy machine.
const REBUILD_LIMIT: Duration = Duration::from_secs(300);

/// The number of compared tables and rows, and the differences.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    pub(crate) tables: usize,
    pub(crate) rows: i64,
    pub(crate) differences: Vec<String>,
}

/// Compares all tables of all views with a rebuild. The views must have reached the head of the log, and nobody may
/// write.
pub(crate) async fn with_a_rebuild(server: &Server, shop: &PgPool) -> Comparison {
    let url = server.fresh_database(REBUILT_DATABASE).await;
    let rebuilt = PgPoolOptions::new().max_connections(8).connect(&url).await.expect("the fresh database");
    rebuild(shop, &rebuilt).await;
    let mut comparison = Comparison::default();
    let mut names = tables(&rebuilt).await;
    names.retain(|name| !NOT_REPRODUCED.contains(&&**name));
    for name in names {
        let (here, there) = (digest(shop, &name).await, digest(&rebuilt, &name).await);
        comparison.tables += 1;
        comparison.rows += there.0;
        if here != there {
            comparison.differences.push(difference(shop, &rebuilt, &name).await);
        }
    }
    rebuilt.close().await;
    run(shop, format!("DROP DATABASE {REBUILT_DATABASE} WITH (FORCE)")).await;
    comparison
}

/// Rebuilds every view from the shop's log in the other database.
async fn rebuild(shop: &PgPool, rebuilt: &PgPool) {
    engine::migrate(&rebuilt.clone().into()).await.expect("the engine's tables are made");
    let views = all_views("rebuild");
    let engine = Engine::new(rebuilt.clone().into(), log_of(shop), Arc::new(SystemClock), views);
    let head = engine.head().await.expect("the log has an end");
    let stop = CancellationToken::new();
    let running = tokio::spawn({
        let (engine, stop) = (engine.clone(), stop.clone());
        async move { engine.run(stop).await }
    });
    engine.wait_until(Which::All, head, REBUILD_LIMIT).await.expect("the views are built");
    stop.cancel();
    running.await.expect("the engine does not panic");
}

async fn tables(pool: &PgPool) -> Vec<String> {
    sqlx::query_scalar(
        "SELECT relname::text FROM pg_class WHERE relnamespace = 'read'::regnamespace AND relkind = 'v'
         AND relname <> 'checkpoints' ORDER BY relname",
    )
    .fetch_all(pool)
    .await
    .expect("the views' tables")
}

/// The number of rows, and a checksum of their texts that does not depend on their order.
async fn digest(pool: &PgPool, table: &str) -> (i64, String) {
    let query = format!(
        "SELECT count(*), coalesce(sum(hashtextextended({ROW_TEXT}, 7)::numeric), 0)::text FROM read.\"{table}\" AS one"
    );
    sqlx::query_as(AssertSqlSafe(query)).fetch_one(pool).await.expect("the table can be read")
}

/// The first rows that are in only one of the two databases.
async fn difference(shop: &PgPool, rebuilt: &PgPool, table: &str) -> String {
    let (here, there) = (rows(shop, table).await, rows(rebuilt, table).await);
    let only = |these: &[String], those: &[String]| -> Vec<String> {
        these.iter().filter(|row| those.binary_search(row).is_err()).take(3).cloned().collect()
    };
    format!(
        "{table}: {} rows, rebuilt {}; only here {:#?}, only rebuilt {:#?}",
        here.len(),
        there.len(),
        only(&here, &there),
        only(&there, &here)
    )
}

async fn rows(pool: &PgPool, table: &str) -> Vec<String> {
    let query = format!("SELECT {ROW_TEXT} FROM read.\"{table}\" AS one");
    let mut rows: Vec<String> =
        sqlx::query_scalar(AssertSqlSafe(query)).fetch_all(pool).await.expect("the table can be read");
    rows.sort();
    rows
}

/// Events that the counting view has not applied, has applied more than once, or that are not in the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Miscounted {
    pub(crate) skipped: i64,
    pub(crate) twice: i64,
    pub(crate) foreign: i64,
    pub(crate) streams: i64,
}

/// Lets the engine verify every real view while writers and projectors run. Returns the differences, and the parked
/// streams: every event is sound, so none should be parked.
pub(crate) async fn verify(shop: &PgPool) -> Vec<String> {
    let engine = Engine::new(shop.clone().into(), log_of(shop), Arc::new(SystemClock), views::all());
    let mut wrong = Vec::new();
    for view in views::all() {
        let verification = wait_for("the view to be verified", async || {
            match engine.verify(view.name(), |_| {}).await {
                Ok(verification) => Some(verification),
                // A projector is rebuilding or swapping the view, so try again.
                Err(RebuildError::Busy(_) | RebuildError::Disturbed(_) | RebuildError::Failed(_)) => None,
                Err(error) => panic!("{} cannot be verified: {error}", view.name()),
            }
        })
        .await;
        if !verification.is_clean() {
            wrong.push(format!("{}: {verification:#?}", view.name()));
        }
    }
    for parked in engine.parked().await.expect("the engine's tables can be read") {
        wrong.push(format!("parked: {parked:?}"));
    }
    wrong
}

/// Compares the counting view with the log.
pub(crate) async fn count(shop: &PgPool) -> Miscounted {
    let (skipped, twice, foreign, streams) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM event_store.events e
                 WHERE NOT EXISTS (SELECT FROM read.tally_events t WHERE t.position = e.position)),
                (SELECT count(*) FROM read.tally_events WHERE times > 1),
                (SELECT count(*) FROM read.tally_events t
                 WHERE NOT EXISTS (SELECT FROM event_store.events e WHERE e.position = t.position)),
                (SELECT count(*) FROM read.tally_streams WHERE events <> version)",
    )
    .fetch_one(shop)
    .await
    .expect("the counting view can be read");
    Miscounted { skipped, twice, foreign, streams }
}

/// The number of processes that have written to the counting view.
pub(crate) async fn count_writing_processes(shop: &PgPool) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM read.tally_processes")
        .fetch_one(shop)
        .await
        .expect("the counting view")
}

async fn run(pool: &PgPool, statement: String) {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(pool).await.expect("the statement is valid");
}
