//! The floor of the benchmark: the same server with plain statements on a table of the same columns and indexes.
//!
//! An append is one prepared INSERT in its own transaction; an append of ten events is one INSERT of ten rows. Neither
//! sends the payload or checks anything, so no event store on Postgres reaches this rate without batching.

use std::time::Duration;

use async_trait::async_trait;
use event_store::postgres::migrate;
use serde_json::json;
use sqlx::{Executor, PgPool};
use test_support::bench::pgbench;
use uuid::Uuid;

use crate::{
    contestant::{Contestant, Measure, STREAM_READ_EVENTS, Sample},
    event::{self, CATEGORY, EVENT_TYPE},
};

/// The number of rows in a page of the log.
const PAGE: u32 = 1000;
const LONG_STREAM: Uuid = Uuid::from_u128(100);
const COLUMNS: &str = "position, version, recorded_at, stream_id, event_id, correlation_id, causation_id, schema_version, category, \
                       event_type, actor, data";

/// `pgbench` on a database of its own.
pub(crate) struct Pgbench {
    url: String,
    program: pgbench::Pgbench,
    rows: u64,
}

impl Pgbench {
    /// Creates the table.
    ///
    /// # Errors
    /// When there is no `pgbench`.
    pub(crate) async fn start(url: &str) -> Result<Self, String> {
        let program = pgbench::Pgbench::of(url).await?;
        let pool = PgPool::connect(url).await.map_err(|error| error.to_string())?;
        migrate(&pool.clone().into()).await.map_err(|error| error.to_string())?;
        let long_stream = insert(&format!("'{LONG_STREAM}'::uuid"), STREAM_READ_EVENTS);
        pool.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(long_stream)))
            .await
            .map_err(|error| error.to_string())?;
        pool.close().await;
        Ok(Self { url: url.into(), program, rows: 0 })
    }

    /// Runs a script with this many clients. Returns the transactions per second, and their latencies.
    async fn run(&self, script: &str, clients: u32, time: Duration) -> Result<Sample, String> {
        let outcome = self.program.run(&[script.to_owned()], &[], clients, time).await?;
        Ok(Sample { rate: outcome.rate, ..Sample::of(outcome.milliseconds, time) })
    }

    /// Refreshes the planner's statistics, as the autovacuum of a server that has run for a while would. Returns the
    /// number of the last row.
    async fn analyze(&mut self) -> Result<(), String> {
        let analyzed: Result<i64, sqlx::Error> = async {
            let pool = PgPool::connect(&self.url).await?;
            pool.execute("ANALYZE event_store.events").await?;
            let rows =
                sqlx::query_scalar("SELECT max(position) FROM event_store.events").fetch_one(&pool).await?;
            pool.close().await;
            Ok(rows)
        }
        .await;
        self.rows = analyzed.map_err(|error| error.to_string())?.unsigned_abs();
        Ok(())
    }
}

#[async_trait]
impl Contestant for Pgbench {
    fn name(&self) -> String {
        self.program.version().to_owned()
    }

    fn about(&self) -> String {
        "one prepared INSERT each (ten events: one INSERT of ten rows); SELECT of 1,000 rows from anywhere"
            .into()
    }

    async fn measure(&mut self, measure: Measure, time: Duration) -> Result<Sample, String> {
        match measure {
            Measure::Append { writers, events: 1 } => self.run(&insert_one(), writers, time).await,
            Measure::Append { writers, events } => {
                self.run(&insert("gen_random_uuid()", events), writers, time).await
            }
            Measure::ReadAll => {
                if self.rows == 0 {
                    self.analyze().await?;
                }
                let script = format!(
                    "\\set after random(0, {})\nSELECT {COLUMNS} FROM event_store.events WHERE position > :after ORDER BY \
                     position LIMIT {PAGE};\n",
                    self.rows.saturating_sub(u64::from(PAGE))
                );
                let sample = self.run(&script, 1, time).await?;
                Ok(Sample { rate: sample.rate * f64::from(PAGE), p50: None, p99: None })
            }
            Measure::ReadStream => {
                let script = format!(
                    "SELECT {COLUMNS} FROM event_store.events WHERE category = '{CATEGORY}' AND stream_id = \
                     '{LONG_STREAM}' ORDER BY version;\n"
                );
                self.run(&script, 1, time).await
            }
        }
    }
}

fn insert_one() -> String {
    format!(
        "INSERT INTO event_store.events ({COLUMNS}) VALUES (nextval('event_store.positions'), 1, now(), gen_random_uuid(), \
         gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, '{CATEGORY}', '{EVENT_TYPE}', '{}', '{}');\n",
        json!(event::actor()),
        event::data()
    )
}

/// One INSERT of `events` events of one stream.
fn insert(stream: &str, events: u32) -> String {
    format!(
        "INSERT INTO event_store.events ({COLUMNS}) SELECT nextval('event_store.positions'), n, now(), s.id, \
         gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, '{CATEGORY}', '{EVENT_TYPE}', '{}', '{}' \
         FROM (SELECT {stream} AS id) s, generate_series(1, {events}) n;\n",
        json!(event::actor()),
        event::data()
    )
}
