//! Making the schema.

use sqlx::postgres::PgPoolOptions;
use test_support::TestDatabase;
use tokio::task::JoinSet;

use crate::{EventStore, ExpectedVersion::Exact, contract, postgres};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_together_make_the_schema_once() {
    let empty = TestDatabase::create("empty", async |_: &str| Ok::<_, sqlx::Error>(())).await;
    let mut starts = JoinSet::new();
    for _ in 0..8 {
        let url = empty.url();
        starts.spawn(async move {
            let pool = PgPoolOptions::new().max_connections(1).connect(&url).await?;
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
