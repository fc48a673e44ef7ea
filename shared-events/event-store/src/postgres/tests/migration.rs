//! Tests of the migration that creates the schema.

use postgres_kit::Pool;
use test_support::TestDatabase;
use tokio::task::JoinSet;

use crate::{EventStore, ExpectedVersion::Exact, contract, postgres};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_at_the_same_time_create_the_schema_once() {
    let empty = TestDatabase::create("empty", async |_: &str| Ok::<_, sqlx::Error>(())).await;
    let mut starts = JoinSet::new();
    for _ in 0..8 {
        let url = empty.url();
        starts.spawn(async move {
            let pool = Pool::connect(&url).await?;
            postgres::migrate(&pool).await
        });
    }
    for result in starts.join_all().await {
        result.unwrap();
    }

    let store = postgres::PostgresEventStore::start(empty.pool().await);
    let order = contract::stream("order", 1);
    store.append(&order, Exact(0), contract::events(&order, 1, 2)).await.unwrap();
    postgres::migrate(&empty.pool().await).await.unwrap();
    assert_eq!(contract::whole_log(&*store).await.len(), 2, "running again changes nothing");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_positions_come_after_a_log_that_was_copied_without_its_sequence() {
    let fixture = super::OnPostgres::new().await;
    let (store, pool) = (&fixture.store, &fixture.pool);
    let order = contract::stream("order", 1);
    let before = store.append(&order, Exact(0), contract::events(&order, 1, 5)).await.unwrap();
    for behind in ["1, false", "1, true", "4, true", "5, false"] {
        sqlx::query(sqlx::AssertSqlSafe(format!("SELECT setval('event_store.positions', {behind})")))
            .execute(pool)
            .await
            .unwrap();
        postgres::migrate(pool).await.unwrap();
        let used: (i64, bool) = sqlx::query_as("SELECT last_value, is_called FROM event_store.positions")
            .fetch_one(pool)
            .await
            .unwrap();
        assert_eq!(used, (5, true), "set to {behind}");
    }
    let after = store.append(&order, Exact(5), contract::events(&order, 6, 6)).await.unwrap();
    assert_eq!(after.position.0, before.position.0 + 1);
    postgres::migrate(pool).await.unwrap();
    let next = store.append(&order, Exact(6), contract::events(&order, 7, 7)).await.unwrap();
    assert_eq!(next.position.0, after.position.0 + 1, "what is right stays");
}
