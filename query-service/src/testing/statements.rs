//! Checks the SQL statements of the queries against the tables of the views.

use std::sync::Arc;

use event_store::EventLog;
use postgres_kit::{Pool, Statement};
use projections::engine::{Engine, Which, migrate};
use service_kit::SystemClock;
use shared_events::Position;
use tokio_util::sync::CancellationToken;

use super::TEST_TIMEOUT;

/// Fails unless these statements fit the tables that queries read, which are those in the schema `read`.
pub(crate) fn check_statements(statements: &[Statement]) {
    test_support::check_statements("read-models", build_views, "pg_catalog", statements);
}

async fn build_views(url: &str) -> Result<(), sqlx::Error> {
    let pool = Pool::connect(url).await?;
    migrate(&pool).await?;
    let engine =
        Engine::new(pool.clone(), EventLog::in_memory(), Arc::new(SystemClock), projections::views::all());
    let stop = CancellationToken::new();
    let running = tokio::spawn({
        let (engine, stop) = (engine.clone(), stop.clone());
        async move { engine.run(stop).await }
    });
    engine.wait_until(Which::All, Position::START, TEST_TIMEOUT).await.expect("the views are built");
    stop.cancel();
    running.await.expect("the engine stops");
    pool.close().await;
    Ok(())
}
