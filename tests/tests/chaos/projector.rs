//! The projector process: it runs all real views, and one that counts how often each event was applied.

use std::{fs::File, io::Write, path::Path, sync::Arc, time::Duration};

use async_trait::async_trait;
use event_store::{
    EventLog,
    postgres::{PostgresEventStore, PostgresKeyring},
};
use projections::{
    engine::{ApplyError, Engine, Folded, RebuildError, View},
    views,
};
use service_kit::{
    clock::SystemClock,
    telemetry::{self, LogFormat},
};
use shared_events::{RawEvent, Recorded, events::CATEGORIES};
use sqlx::{PgConnection, PgPool, postgres::PgPoolOptions};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};
use uuid::Uuid;

use crate::process::{Task, wait_for_end};

/// The file with a line for each finished rebuild.
const REBUILDS_FILE: &str = "rebuilds";
const REBUILD_PAUSE: Duration = Duration::from_millis(200);

/// Not a test, but the program of a projector process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "started by the test `faults`"]
async fn process() {
    let Some(task) = Task::from_environment() else { return };
    telemetry::init("warn", LogFormat::Text).expect("a level");
    let end = wait_for_end();
    let pool = PgPoolOptions::new().max_connections(8).connect_lazy(&task.database).expect("an address");
    let log = log_of(&pool);
    let name = format!("projector {} life {}", task.slot, task.life);
    let engine = Engine::new(pool.into(), log, Arc::new(SystemClock), all_views(&name));
    let stop = CancellationToken::new();
    let running = tokio::spawn({
        let (engine, stop) = (engine.clone(), stop.clone());
        async move { engine.run(stop).await }
    });
    let rebuilding = AbortOnDropHandle::new(tokio::spawn(rebuild_now_and_then(engine, task)));
    // An error means that the parent is gone, so stop as well.
    let _ = end.await;
    drop(rebuilding);
    stop.cancel();
    running.await.expect("the engine does not panic");
}

/// Every other projector begins by rebuilding a view beside the serving generation, and may be killed meanwhile. The
/// next one that rebuilds the view continues the build.
async fn rebuild_now_and_then(engine: Engine, task: Task) {
    let views = views::all();
    let chance = task.seed as usize + task.slot + task.life as usize;
    let Some(view) = views.get(chance % (2 * views.len())) else { return };
    loop {
        match engine.rebuild(view.name(), |_| {}).await {
            Ok(()) => return note_rebuild(&task.folder, view.name()),
            Err(error @ (RebuildError::Busy(_) | RebuildError::Failed(_))) => {
                tracing::warn!(%error, "retrying the rebuild");
            }
            Err(error) => panic!("a view can be rebuilt: {error}"),
        }
        tokio::time::sleep(REBUILD_PAUSE).await;
    }
}

fn note_rebuild(folder: &Path, view: &str) {
    let file = File::options().create(true).append(true).open(folder.join(REBUILDS_FILE));
    writeln!(file.expect("the folder can be written to"), "{view}").expect("the line is written");
}

/// The number of finished rebuilds.
pub(crate) fn rebuilds(folder: &Path) -> usize {
    std::fs::read_to_string(folder.join(REBUILDS_FILE)).map_or(0, |lines| lines.lines().count())
}

/// The log in a database.
pub(crate) fn log_of(pool: &PgPool) -> EventLog {
    EventLog::new(
        PostgresEventStore::start(pool.clone().into()),
        Arc::new(PostgresKeyring::start(pool.clone().into())),
    )
}

/// All real views and the counting view, which records this process's name.
pub(crate) fn all_views(process: &str) -> Vec<Arc<dyn View>> {
    let mut all = views::all();
    all.push(Arc::new(ApplyCounts { process: process.to_owned() }));
    all
}

/// The counting view: how often each event was applied, and by which processes.
struct ApplyCounts {
    process: String,
}

impl View for ApplyCounts {
    fn name(&self) -> &'static str {
        "tally"
    }

    fn version(&self) -> i32 {
        1
    }

    fn categories(&self) -> &'static [&'static str] {
        CATEGORIES
    }

    fn tables(&self) -> &'static str {
        "CREATE TABLE events (position bigint PRIMARY KEY, times bigint NOT NULL);
         CREATE TABLE streams (category text, stream_id uuid, events bigint NOT NULL, version bigint NOT NULL,
                               PRIMARY KEY (category, stream_id));
         CREATE TABLE processes (process text PRIMARY KEY, batches bigint NOT NULL);"
    }

    fn indexes(&self) -> &'static str {
        ""
    }

    fn fold(&self, events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
        Ok(Box::new(Batch {
            process: self.process.clone(),
            positions: events.iter().map(|event| event.position.0.cast_signed()).collect(),
            categories: events.iter().map(|event| event.stream.category.to_string()).collect(),
            streams: events.iter().map(|event| event.stream.id).collect(),
            versions: events.iter().map(|event| event.version.cast_signed()).collect(),
        }))
    }
}

/// The events of a batch, as columns.
struct Batch {
    process: String,
    positions: Vec<i64>,
    categories: Vec<String>,
    streams: Vec<Uuid>,
    versions: Vec<i64>,
}

#[async_trait]
impl Folded for Batch {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        sqlx::query(
            "INSERT INTO events SELECT position, 1 FROM unnest($1::bigint[]) AS position
             ON CONFLICT (position) DO UPDATE SET times = events.times + 1",
        )
        .bind(self.positions)
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "INSERT INTO streams
             SELECT category, stream_id, count(*), max(version)
             FROM unnest($1::text[], $2::uuid[], $3::bigint[]) AS given (category, stream_id, version)
             GROUP BY category, stream_id
             ON CONFLICT (category, stream_id)
             DO UPDATE SET events = streams.events + excluded.events, version = excluded.version",
        )
        .bind(self.categories)
        .bind(self.streams)
        .bind(self.versions)
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "INSERT INTO processes VALUES ($1, 1)
             ON CONFLICT (process) DO UPDATE SET batches = processes.batches + 1",
        )
        .bind(self.process)
        .execute(&mut *tx)
        .await?;
        Ok(())
    }
}
