//! The floor: what the same server does with plain statements into a table of the same columns and indexes.
//!
//! An append is one prepared INSERT of its own transaction; an append of ten events is one INSERT of ten rows. Neither
//! sends the payload nor checks anything, so it is a floor that no event store on Postgres reaches without batching.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use async_trait::async_trait;
use event_store::postgres::migrate;
use serde_json::json;
use sqlx::{Executor, PgPool};
use tokio::process::Command;
use uuid::Uuid;

use crate::{
    contestant::{Contestant, Measure, STREAM, Sample},
    event::{self, CATEGORY, EVENT_TYPE},
};

/// Rows that a reader of the log asks for at once.
const PAGE: u32 = 1000;
const LONG_STREAM: Uuid = Uuid::from_u128(100);
const COLUMNS: &str = "position, version, recorded_at, stream_id, event_id, correlation_id, causation_id, schema_version, category, \
                       event_type, actor, data";

/// `pgbench` on a database of its own.
pub(crate) struct Pgbench {
    url: String,
    folder: PathBuf,
    program: PathBuf,
    version: String,
    rows: u64,
}

impl Pgbench {
    /// # Errors
    /// When there is no `pgbench`.
    pub(crate) async fn start(url: &str, folder: &Path) -> Result<Self, String> {
        let program = program();
        let version = Command::new(&program).arg("--version").output().await.map_err(|error| {
            format!(
                "{}: {error} (Debian has it in postgresql-contrib and in postgresql-15)",
                program.display()
            )
        })?;
        let version = String::from_utf8_lossy(&version.stdout).trim().replace(" (PostgreSQL)", "");
        let version = version.split(" (").next().unwrap_or_default().to_owned();
        let pool = PgPool::connect(url).await.map_err(|error| error.to_string())?;
        migrate(&pool).await.map_err(|error| error.to_string())?;
        let long_stream = insert(&format!("'{LONG_STREAM}'::uuid"), STREAM);
        pool.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(long_stream)))
            .await
            .map_err(|error| error.to_string())?;
        pool.close().await;
        Ok(Self { url: url.into(), folder: folder.into(), program, version, rows: 0 })
    }

    /// Runs a script by so many clients: transactions a second and the times that they took.
    async fn run(&self, script: &str, clients: u32, time: Duration) -> Result<Sample, String> {
        let (script_file, log) = (self.folder.join("pgbench.sql"), self.folder.join("pgbench-log"));
        fs::write(&script_file, script).map_err(|error| error.to_string())?;
        let output = Command::new(&self.program)
            .args(["--no-vacuum", "--protocol=prepared", "--log", "--file"])
            .arg(&script_file)
            .arg(format!("--log-prefix={}", log.display()))
            .arg(format!("--jobs={}", clients.min(2)))
            .args([format!("--client={clients}"), format!("--time={}", time.as_secs_f64().ceil())])
            .arg(&self.url)
            .output()
            .await
            .map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let rate = text
            .lines()
            .find_map(|line| line.strip_prefix("tps = ")?.split_whitespace().next()?.parse().ok())
            .ok_or_else(|| format!("{text}{}", String::from_utf8_lossy(&output.stderr)))?;
        Ok(Sample { rate, ..Sample::of(self.take_latencies()?, time) })
    }

    /// Milliseconds of each transaction, from the logs that `pgbench` has left, which are deleted.
    fn take_latencies(&self) -> Result<Vec<f64>, String> {
        let mut latencies = Vec::new();
        for file in fs::read_dir(&self.folder).map_err(|error| error.to_string())?.flatten() {
            if file.file_name().to_string_lossy().starts_with("pgbench-log.") {
                let text = fs::read_to_string(file.path()).map_err(|error| error.to_string())?;
                // "client transaction microseconds …"
                let microseconds =
                    text.lines().filter_map(|line| line.split(' ').nth(2)?.parse::<f64>().ok());
                latencies.extend(microseconds.map(|microseconds| microseconds / 1e3));
                fs::remove_file(file.path()).map_err(|error| error.to_string())?;
            }
        }
        Ok(latencies)
    }

    /// Fresh statistics, as a server that has had some time keeps them; the number of the last row.
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
        self.version.clone()
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

/// One INSERT of so many events of one stream.
fn insert(stream: &str, events: u32) -> String {
    format!(
        "INSERT INTO event_store.events ({COLUMNS}) SELECT nextval('event_store.positions'), n, now(), s.id, \
         gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, '{CATEGORY}', '{EVENT_TYPE}', '{}', '{}' \
         FROM (SELECT {stream} AS id) s, generate_series(1, {events}) n;\n",
        json!(event::actor()),
        event::data()
    )
}

/// Debian keeps it apart from the programs on the path.
fn program() -> PathBuf {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let debian =
        versions.map(|version| version.path().join("bin/pgbench")).filter(|program| program.exists());
    debian.max().unwrap_or_else(|| "pgbench".into())
}
