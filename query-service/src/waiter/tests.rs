use std::{collections::HashMap, time::Duration};

use shared_events::Position;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection};
use test_support::wait_for;
use tokio::time::timeout;

use super::{Waiter, pause};
use crate::testing::Market;

#[tokio::test]
async fn positions_are_forgotten_when_the_connection_is_lost_not_when_it_is_restored() {
    let market = Market::open().await;
    market.reached(&["catalog"]).await;
    let (waiter, pool) = (market.waiter(), market.database());
    let epoch = waiter.epoch();
    let name: String = sqlx::query_scalar("SELECT current_database()").fetch_one(pool).await.unwrap();
    let mut elsewhere = pool.connect_options().as_ref().clone().database("postgres").connect().await.unwrap();
    for statement in [
        format!("ALTER DATABASE \"{name}\" ALLOW_CONNECTIONS false"),
        format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"),
    ] {
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut elsewhere).await.unwrap();
    }
    wait_for("nothing to be known", async || waiter.seen("catalog").is_none().then_some(())).await;
    assert!(waiter.epoch() > epoch);
    let again = format!("ALTER DATABASE \"{name}\" ALLOW_CONNECTIONS true");
    sqlx::raw_sql(AssertSqlSafe(again)).execute(&mut elsewhere).await.unwrap();
    elsewhere.close().await.unwrap();
    market.reached(&["catalog"]).await;
}

#[test]
fn a_notification_below_the_one_before_it_means_that_the_view_has_gone_back() {
    let (waiter, mut last) = (Waiter::idle(), HashMap::new());
    waiter.0.heard(&mut last, "catalog", Position(10));
    waiter.0.heard(&mut last, "orders", Position(4));
    assert_eq!(waiter.epoch(), 0);
    waiter.0.heard(&mut last, "catalog", Position(3));
    assert_eq!((waiter.epoch(), waiter.highest()), (1, None));
    // It passes its former position before anybody reads the table.
    waiter.0.heard(&mut last, "catalog", Position(12));
    assert_eq!((waiter.epoch(), waiter.seen("catalog")), (1, Some(Position(12))));
}

#[test]
fn a_late_notification_does_not_mean_that_a_view_has_gone_back() {
    let (waiter, mut last) = (Waiter::idle(), HashMap::new());
    waiter.note("catalog", Position(10), waiter.epoch());
    for late in [8, 9, 10] {
        waiter.0.heard(&mut last, "catalog", Position(late));
        assert_eq!((waiter.epoch(), waiter.seen("catalog")), (0, Some(Position(10))), "{late}");
    }
}

#[tokio::test]
async fn a_first_notification_below_the_table_makes_the_waiter_read_the_table() {
    let (waiter, mut last) = (Waiter::idle(), HashMap::new());
    let asked = || timeout(Duration::ZERO, waiter.0.nudge.notified());
    waiter.note("catalog", Position(10), waiter.epoch());
    waiter.0.heard(&mut last, "catalog", Position(8));
    assert!(asked().await.is_ok());
    waiter.0.heard(&mut last, "catalog", Position(9));
    assert!(asked().await.is_err(), "the second one is late for certain");
}

#[tokio::test]
async fn a_table_below_the_known_position_means_that_the_view_has_gone_back() {
    let mut market = Market::open().await;
    market.customer("Ada").await;
    market.reached(&["catalog"]).await;
    market.stop_views().await;
    let waiter = Waiter::idle();
    waiter.0.ask_once(market.database()).await.unwrap();
    let present = waiter.seen("catalog").unwrap();
    waiter.0.ask_once(market.database()).await.unwrap();
    assert_eq!(waiter.epoch(), 0);
    waiter.note("catalog", Position(present.0 + 1), 0);
    waiter.0.ask_once(market.database()).await.unwrap();
    assert_eq!((waiter.epoch(), waiter.highest()), (1, None));
}

#[tokio::test]
async fn a_table_that_cannot_be_read_is_read_again_though_nobody_waits() {
    let market = Market::open().await;
    market.reached(&["catalog"]).await;
    market.stop_views().await;
    let (waiter, pool) = (market.waiter(), market.database());
    // Every read counts itself and fails. A sequence keeps its value when a transaction is undone.
    let broken = "CREATE SEQUENCE attempts;
        ALTER VIEW read.checkpoints RENAME TO whole;
        CREATE VIEW read.checkpoints AS SELECT view, position / (0 * nextval('attempts')) AS position FROM read.whole";
    sqlx::raw_sql(broken).execute(pool).await.unwrap();
    waiter.0.forget();
    wait_for("a read that fails", async || {
        let attempts = sqlx::query_scalar("SELECT is_called FROM attempts").fetch_one(pool).await.unwrap();
        bool::then_some(attempts, ())
    })
    .await;
    assert_eq!(waiter.seen("catalog"), None);
    let mended = "DROP VIEW read.checkpoints; ALTER VIEW read.whole RENAME TO checkpoints";
    sqlx::raw_sql(mended).execute(pool).await.unwrap();
    wait_for("the position", async || waiter.seen("catalog")).await;
}

#[test]
fn reads_that_fail_are_repeated_less_and_less_often_while_nobody_waits() {
    let millis = |requests, failures| pause(requests, failures).map(|pause| pause.as_millis());
    assert_eq!(millis(0, 0), None);
    assert_eq!(
        [1, 2, 5, 6, u32::MAX].map(|failures| millis(0, failures)),
        [200, 400, 3_200, 3_200, 3_200].map(Some)
    );
    assert_eq!([0, 1, 9].map(|failures| millis(3, failures)), [Some(100); 3]);
}

#[tokio::test]
async fn a_lower_position_of_a_view_is_accepted() {
    let mut market = Market::open().await;
    market.customer("Ada").await;
    market.reached(&["catalog"]).await;
    market.stop_views().await;
    let (waiter, before) = (market.waiter(), market.waiter().seen("catalog").unwrap());
    let epoch = waiter.epoch();
    market.put_back("catalog", before.0 - 1).await;
    wait_for("the lower position", async || {
        waiter.seen("catalog").is_some_and(|at| at < before).then_some(())
    })
    .await;
    assert!(waiter.epoch() > epoch);
}
