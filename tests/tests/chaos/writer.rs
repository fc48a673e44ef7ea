//! The writer process: several clerks append to one store, with a ledger of all requests and answers.

use std::{path::Path, sync::Arc, time::Duration};

use event_store::{
    AppendError, EventLog, EventStore,
    postgres::{PostgresEventStore, PostgresKeyring},
};
use service_kit::telemetry::{self, LogFormat};
use sqlx::postgres::PgPoolOptions;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::{
    clerk::Clerk,
    ledger::{self, RecordingEventStore, unanswered_appends},
    process::{Task, wait_for_end},
};

/// The number of concurrent clerks.
const CLERKS: usize = 6;
const RETRY_PAUSE: Duration = Duration::from_millis(20);

/// Not a test, but the program of a writer process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "started by the test `faults`"]
async fn process() {
    let Some(task) = Task::from_environment() else { return };
    telemetry::init("warn", LogFormat::Text).expect("a level");
    let end = wait_for_end();
    let pool = PgPoolOptions::new().max_connections(8).connect_lazy(&task.database).expect("an address");
    let store = PostgresEventStore::start(pool.clone().into());
    let store = Arc::new(RecordingEventStore::new(store, &ledger::path(&task.folder, task.slot, task.life)));
    if let Some(before) = task.life.checked_sub(1) {
        finish(&*store, &ledger::path(&task.folder, task.slot, before)).await;
    }
    let log = EventLog::new(store, Arc::new(PostgresKeyring::start(pool.into())));
    let stop = CancellationToken::new();
    let mut clerks = JoinSet::new();
    for number in 0..CLERKS {
        let name = format!("writer {} life {} clerk {number}", task.slot, task.life);
        clerks.spawn(Clerk::new(log.clone(), &name, task.seed).work(stop.clone()));
    }
    tokio::select! {
        _ = end => {}
        ended = clerks.join_next() => panic!("a clerk has ended: {ended:?}"),
    }
    stop.cancel();
    while let Some(ended) = clerks.join_next().await {
        ended.expect("a clerk ends in order");
    }
}

/// Repeats the appends that the killed life left without an answer, with the same event ids. Each of them may have been
/// written or not.
async fn finish(store: &dyn EventStore, ledger: &Path) {
    for open in unanswered_appends(ledger) {
        loop {
            match store.append(&open.stream, open.expected, open.events.clone()).await {
                Ok(_) | Err(AppendError::Conflict { .. }) => break,
                Err(error) => tracing::warn!(%error, "retrying an append whose answer was lost"),
            }
            tokio::time::sleep(RETRY_PAUSE).await;
        }
    }
}
