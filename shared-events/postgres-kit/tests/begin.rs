//! Transactions that nobody waits for any more.

use std::time::Duration;

use postgres_kit::{Limits, begin, parse, pool};
use sqlx::{Connection, PgConnection};
use test_support::TestDatabase;
use tokio::task::yield_now;

/// `sqlx::Pool::begin` fails this: the connection of a caller who has gone comes back with its transaction open.
#[tokio::test]
async fn a_caller_who_goes_while_a_transaction_begins_leaves_none_open() {
    let database = TestDatabase::create("postgres-kit", async |_: &str| Ok::<(), sqlx::Error>(())).await;
    let limits = Limits::new(Duration::from_secs(60), Duration::from_secs(60));
    let pool = pool(parse(&database.url()).unwrap(), 2, limits);
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
        // A connection that can be had is not in use any more. The next transaction on it would hide one that is open.
        let _all = [pool.acquire().await.unwrap(), pool.acquire().await.unwrap()];
        let open: i64 = sqlx::query_scalar(
            "SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
        )
        .fetch_one(&mut looking)
        .await
        .unwrap();
        assert_eq!(open, 0, "given up after {turns} turns");
    }
}
