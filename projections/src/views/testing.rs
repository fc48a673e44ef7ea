//! Test helpers: a real Postgres that views write to.

use serde_json::Value;
use shared_events::{RawEvent, Recorded};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use test_support::TestDatabase;

use crate::engine::View;

/// A view's tables in a database of their own.
pub(super) struct Tables {
    connection: PgConnection,
    /// The tables whose rows depend on where batches were cut.
    batch_tables: &'static [&'static str],
    _database: TestDatabase,
}

impl Tables {
    pub(super) async fn of(view: &dyn View) -> Self {
        let template = format!("view-{}-{}", view.name(), view.version());
        let database = TestDatabase::create(&template, async |url: &str| {
            let mut connection = PgConnection::connect(url).await?;
            run(&mut connection, view.tables()).await?;
            run(&mut connection, view.indexes()).await?;
            connection.close().await
        })
        .await;
        let connection = PgConnection::connect(&database.url()).await.expect("the test database");
        Self { connection, batch_tables: view.batch_tables(), _database: database }
    }

    /// Applies events as one batch.
    pub(super) async fn apply(&mut self, view: &dyn View, events: &[Recorded<RawEvent>]) {
        let mut transaction = self.connection.begin().await.expect("a transaction");
        let folded = view.fold(events).expect("the view understands its events");
        folded.write(&mut transaction).await.expect("the view writes its events");
        transaction.commit().await.expect("the batch commits");
    }

    /// All rows of a query, as JSON.
    pub(super) async fn rows(&mut self, query: &str) -> Vec<Value> {
        let query = format!("SELECT to_jsonb(found) FROM ({query}) AS found");
        sqlx::query_scalar(AssertSqlSafe(query))
            .fetch_all(&mut self.connection)
            .await
            .expect("the query is valid")
    }

    /// The only row of a query, as JSON.
    pub(super) async fn row(&mut self, query: &str) -> Value {
        let mut rows = self.rows(query).await;
        assert_eq!(rows.len(), 1, "{query}");
        rows.remove(0)
    }

    /// Every row of every table that does not depend on where batches were cut, sorted.
    pub(super) async fn everything(&mut self) -> Vec<String> {
        let tables: Vec<String> = sqlx::query_scalar(
            "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
        )
        .fetch_all(&mut self.connection)
        .await
        .expect("the tables");
        let mut everything = Vec::new();
        let batch_tables = self.batch_tables;
        for table in tables.into_iter().filter(|table| !batch_tables.contains(&&**table)) {
            let rows = self.rows(&format!("SELECT * FROM {table}")).await;
            let mut rows: Vec<String> = rows.iter().map(|row| format!("{table} {row}")).collect();
            rows.sort();
            everything.append(&mut rows);
        }
        everything
    }

    /// Empties every table.
    pub(super) async fn clear(&mut self) {
        let statement = "DO $$ BEGIN EXECUTE (SELECT 'TRUNCATE ' || string_agg(tablename, ', ') FROM pg_tables \
                         WHERE schemaname = 'public'); END $$";
        run(&mut self.connection, statement).await.expect("the tables are emptied");
    }
}

async fn run(connection: &mut PgConnection, statements: &'static str) -> Result<(), sqlx::Error> {
    sqlx::raw_sql(statements).execute(connection).await.map(drop)
}
