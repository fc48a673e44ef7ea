//! Tests that an empty commit is one for Postgres, so that it waits for standbys like any other.

use postgres_kit::confirm;
use sqlx::{Connection, PgConnection};
use test_support::TestDatabase;

#[tokio::test]
async fn a_confirmation_is_a_transaction_with_an_id() {
    let database = TestDatabase::create("postgres-kit", async |_: &str| Ok::<(), sqlx::Error>(())).await;
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
    let before = next_id(&mut connection).await;
    confirm(&mut connection).await.unwrap();
    assert!(next_id(&mut connection).await > before, "a transaction without an id waits for nobody");
}

/// The id of the next transaction that needs one. The query itself needs none.
async fn next_id(connection: &mut PgConnection) -> i64 {
    let asking = sqlx::query_scalar("SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint");
    asking.fetch_one(connection).await.expect("a server that answers")
}
