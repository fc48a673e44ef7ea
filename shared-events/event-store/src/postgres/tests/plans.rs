//! Checks that reads walk an index in its order, whatever statistics Postgres has.

use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, Row};

use super::database;
use crate::{
    ExpectedVersion::Exact,
    contract::{events, stream},
    postgres::{EventStore, PostgresEventStore, reader, with_fixed_plans},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_are_read_from_indexes_without_sorting() {
    let database = database().await;
    let pool = database.pool().await;
    let store = PostgresEventStore::start(pool.clone());
    for number in 0..30 {
        // One category is common, one is rare, one has no events.
        let stream = stream(if number == 0 { "email" } else { "order" }, number);
        store.append(&stream, Exact(0), events(&stream, 1, 100)).await.unwrap();
    }
    let mut connection =
        PgConnection::connect_with(&with_fixed_plans(&pool.connect_options())).await.unwrap();
    for analyzed in [false, true] {
        if analyzed {
            pool.execute("ANALYZE event_store.events").await.unwrap();
        }
        for categories in [&[][..], &["email"], &["email", "order"], &["account", "email", "order"]] {
            let plan = plan(&mut connection, categories).await;
            let index = if categories.is_empty() { "events_pkey" } else { "events_of_category" };
            assert_eq!(plan.matches(index).count(), categories.len().max(1), "{plan}");
            assert_eq!(plan.matches(" Scan").count(), categories.len().max(1), "{plan}");
            assert!(!plan.contains("Sort  ("), "{plan}");
        }
    }
}

#[tokio::test]
async fn streams_are_read_from_their_index() {
    let database = database().await;
    let pool = database.pool().await;
    let mut connection =
        PgConnection::connect_with(&with_fixed_plans(&pool.connect_options())).await.unwrap();
    let statements = format!(
        "PREPARE streams(text[], uuid[], bigint[], bigint[]) AS {};
         EXPLAIN EXECUTE streams('{{order,product}}', '{{{id},{id}}}', '{{0,3}}', '{{10,10}}')",
        reader::STREAMS,
        id = stream("order", 1).id,
    );
    let rows = connection.fetch_all(sqlx::raw_sql(AssertSqlSafe(statements))).await.unwrap();
    let plan: String = rows.iter().map(|row| row.get::<String, _>(0) + "\n").collect();
    assert_eq!(plan.matches("Index Scan using events_stream_key").count(), 1, "{plan}");
    assert!(!plan.contains("Sort  ("), "{plan}");
}

async fn plan(connection: &mut PgConnection, categories: &[&str]) -> String {
    let names: String = categories.iter().map(|category| format!(", '{category}'")).collect();
    let types = ", text".repeat(categories.len());
    let statements = format!(
        "DEALLOCATE ALL;
         PREPARE page(bigint, bigint, bigint{types}) AS {sql};
         EXPLAIN EXECUTE page(1000, 3000, 500{names})",
        sql = reader::page_sql(categories.len()),
    );
    let rows = connection.fetch_all(sqlx::raw_sql(AssertSqlSafe(statements))).await.unwrap();
    rows.iter().map(|row| row.get::<String, _>(0) + "\n").collect()
}
