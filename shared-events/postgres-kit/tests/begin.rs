//! Tests of transactions whose caller has been dropped.

use std::time::Duration;

use postgres_kit::{Limits, Pool, Transaction, begin, parse};
use sqlx::{Connection, PgConnection};
use test_support::{TestDatabase, wait_for};
use tokio::task::yield_now;

/// `sqlx::Pool::begin` fails this test: the connection of a dropped caller returns to the pool with its transaction
/// open.
#[tokio::test]
async fn dropping_begin_leaves_no_transaction_open() {
    let database = TestDatabase::create("postgres-kit", async |_: &str| Ok::<(), sqlx::Error>(())).await;
    let limits = Limits::new(Duration::from_secs(60), Duration::from_secs(60));
    let pool = Pool::new(parse(&database.url()).unwrap(), 2, limits);
    let mut looking = PgConnection::connect(&database.url()).await.unwrap();
    for turns in 0..100 {
        let patience = async {
            for _ in 0..turns {
                yield_now().await;
            }
        };
        tokio::select! {
            biased;
            begun = begin(&pool) => drop(begun.unwrap()),
            () = patience => {}
        }
        // Acquire both connections, which are idle again: a transaction on one of them would hide an open one.
        let _all = [pool.acquire().await.unwrap(), pool.acquire().await.unwrap()];
        wait_for("the end of what was begun", async || {
            let open: bool = sqlx::query_scalar(
                "SELECT EXISTS (SELECT FROM pg_stat_activity
                     WHERE datname = current_database() AND state LIKE 'idle in transaction%')",
            )
            .fetch_one(&mut looking)
            .await
            .unwrap();
            (!open).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn a_dropped_transaction_writes_nothing_and_a_finished_one_returns_its_connection() {
    let database = TestDatabase::create("postgres-kit", async |_: &str| Ok::<(), sqlx::Error>(())).await;
    let pool = Pool::new(parse(&database.url()).unwrap(), 1, Limits::default());
    sqlx::query("CREATE TABLE notes (note text)").execute(&pool).await.unwrap();
    let backend = async |transaction: &mut Transaction, note: &str| -> i32 {
        sqlx::query("INSERT INTO notes VALUES ($1)").bind(note).execute(&mut **transaction).await.unwrap();
        sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut **transaction).await.unwrap()
    };
    let mut committed = begin(&pool).await.unwrap();
    let first = backend(&mut committed, "committed").await;
    committed.commit().await.unwrap();
    let mut rolled_back = begin(&pool).await.unwrap();
    assert_eq!(backend(&mut rolled_back, "rolled back").await, first);
    rolled_back.rollback().await.unwrap();
    let mut dropped = begin(&pool).await.unwrap();
    assert_eq!(backend(&mut dropped, "dropped").await, first);
    drop(dropped);
    let notes: Vec<String> = sqlx::query_scalar("SELECT note FROM notes").fetch_all(&pool).await.unwrap();
    assert_eq!(notes, ["committed"]);
}
