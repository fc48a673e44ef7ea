//! Crash tests of the managers' database: it loses the last asynchronous commits. The log is stored elsewhere
//! and loses nothing.

use super::*;

/// Copies the managers' tables as they are on disk, which is what a crash of Postgres would leave.
const KEEP: &str = "CREATE TABLE kept_checkpoints AS TABLE automation.checkpoints;
                    CREATE TABLE kept_agenda AS TABLE automation.agenda";

/// Restores the tables to the copy on disk.
const LOSE: &str = "DELETE FROM automation.agenda; INSERT INTO automation.agenda TABLE kept_agenda;
                    DELETE FROM automation.checkpoints; INSERT INTO automation.checkpoints TABLE kept_checkpoints";

async fn run_sql(pool: &Pool, statements: &'static str) {
    sqlx::raw_sql(statements).execute(pool).await.unwrap();
}

/// A paid checkout whose agenda entry the database has lost.
async fn with_a_lost_note() -> (TestDatabase, Pool, Market, Process) {
    let (database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    run_sql(&pool, KEEP).await;
    paid(&market).await;
    wait_for("the checkout to be noted", async || (waiting(&pool).await == 1).then_some(())).await;
    run_sql(&pool, LOSE).await;
    assert_eq!(waiting(&pool).await, 0);
    (database, pool, market, process)
}

async fn settled(market: &Market) {
    wait_for("the paid checkout to become orders", async || (market.orders().await.len() == 2).then_some(()))
        .await;
}

#[tokio::test]
async fn a_lost_entry_is_added_again_with_the_next_events() {
    let (_database, pool, market, process) = with_a_lost_note().await;
    market.another_customer(1).await;
    market.shop.clock.advance(TimeDelta::seconds(61));
    settled(&market).await;
    idle(&market, &pool).await;
    process.end().await;
}

#[tokio::test]
async fn a_lost_entry_is_added_again_without_further_events() {
    let (_database, pool, market, process) = with_a_lost_note().await;
    run_sql(
        &pool,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    .await;
    market.shop.clock.advance(TimeDelta::seconds(61));
    settled(&market).await;
    idle(&market, &pool).await;
    process.end().await;
}
