//! The projections service: runs every view until stopped. Several processes may run; one of them writes each view.
//! Its settings have the same names as those of the `greenstall` binary.

use std::{io, sync::Arc, time::Duration};

use event_store::{
    EventLog,
    postgres::{PostgresEventStore, PostgresKeyring},
};
use postgres_kit::{Limits, Pool, parse, wait_for_server};
use projections::{
    engine::{self, Engine},
    views,
};
use serde::Deserialize;
use service_kit::{
    SystemClock, config,
    telemetry::{self, LogFormat},
};
use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

const DEFAULT_SETTINGS: &str = r#"
[database]
url = "postgres://localhost/greenstall"
connections = 16
[log]
filter = "info"
"#;

/// How long to wait for a server that is starting.
const SERVER_START_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Deserialize)]
struct Settings {
    database: Database,
    log: Log,
}

#[derive(Deserialize)]
struct Database {
    url: String,
    /// Connections for reading the log. Each view opens one more to write.
    connections: u32,
}

#[derive(Deserialize)]
struct Log {
    filter: String,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Settings { database, log } = config::load(DEFAULT_SETTINGS, None)?.after_warnings();
    telemetry::init(&log.filter, LogFormat::Text)?;
    let limits = Limits::default();
    let address = limits.session(parse(&database.url)?);
    wait_for_server(&address, &limits, SERVER_START_TIMEOUT).await?;
    let pool = Pool::new(address, database.connections, limits);
    event_store::postgres::migrate(&pool).await?;
    engine::migrate(&pool).await?;
    let keyring = Arc::new(PostgresKeyring::start(pool.clone()));
    let log = EventLog::new(PostgresEventStore::start(pool.clone()), keyring);
    let engine = Engine::new(pool, log, Arc::new(SystemClock), views::all());
    engine.run(stop_token()?).await;
    Ok(())
}

/// A token that Ctrl-C and SIGTERM cancel.
fn stop_token() -> io::Result<CancellationToken> {
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        stopped.cancel();
    });
    Ok(stop)
}
