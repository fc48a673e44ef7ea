//! Opens the event log: in the instance's Postgres, or in a KurrentDB that the settings name. The encryption keys of
//! personal data are in Postgres either way.

use std::sync::Arc;

use event_store::{
    EventLog, EventStore,
    postgres::{PostgresEventStore, PostgresKeyring},
};
use postgres_kit::{Limits, Pool, Tables, statements, within};

use crate::{Outcome, settings};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn home() -> value String = "SELECT home FROM event_store.home";
    fn is_recorded() -> value bool = "SELECT to_regclass('event_store.home') IS NOT NULL";
    fn record(home: &str) = include_str!("sql/record_log.sql");
}

/// Opens the log that the settings name. The pool belongs to the instance's database, which has been migrated.
pub(crate) async fn open(settings: &settings::EventStore, pool: &Pool, limits: Limits) -> Outcome<EventLog> {
    let url = settings.url.trim();
    let store: Arc<dyn EventStore> = match url.is_empty() {
        true => PostgresEventStore::with_limits(pool, limits),
        false => kurrentdb(url)?,
    };
    if !within(limits.answer, "whether there are tables", is_log_recorded(pool)).await? {
        return Err("the database has no tables: `greenstall migrate` makes them".into());
    }
    within(limits.answer, "where the log is", refuse_another_log(settings, pool)).await?;
    Ok(EventLog::new(store, Arc::new(PostgresKeyring::with_limits(pool.clone(), limits))))
}

#[cfg(feature = "kurrentdb")]
fn kurrentdb(url: &str) -> Outcome<Arc<dyn EventStore>> {
    let store = event_store::kurrentdb::KurrentDbEventStore::start(url);
    Ok(store.map_err(|error| format!("the setting event_store.url: {error}"))?)
}

#[cfg(not(feature = "kurrentdb"))]
fn kurrentdb(_: &str) -> Outcome<Arc<dyn EventStore>> {
    Err("the setting event_store.url names a KurrentDB, but this program was built without it; build it with \
         `cargo build --release --package greenstall --features kurrentdb`"
        .into())
}

/// Refuses to use a database with another log than the one that it was created with. Views, checkpoints and the process
/// managers' agendas hold positions, which mean nothing in another log.
async fn refuse_another_log(settings: &settings::EventStore, pool: &Pool) -> Outcome<()> {
    let home = home(settings);
    let found = sql::home().fetch_one(pool).await?;
    if found == home {
        return Ok(());
    }
    let explained = match home {
        "postgres" => "its events are in a KurrentDB, and the setting event_store.url does not say which",
        _ => "its events are in Postgres, and the setting event_store.url names a KurrentDB",
    };
    Err(format!("{explained}. A log does not move by a setting: start on a new data folder or database")
        .into())
}

fn home(settings: &settings::EventStore) -> &'static str {
    if settings.url.trim().is_empty() { "postgres" } else { "kurrentdb" }
}

/// Whether the database records which log it belongs to; if so, it also has all its tables.
pub(crate) async fn is_log_recorded(pool: &Pool) -> Result<bool, sqlx::Error> {
    sql::is_recorded().fetch_one(pool).await
}

/// The table that records which log the database belongs to. It is made last: see [`is_log_recorded`].
pub(crate) const TABLES: Tables = Tables {
    what: "the record of the log",
    table: "event_store.home",
    schemas: &["event_store"],
    script: include_str!("sql/home.sql"),
};

/// Records which log the database belongs to, unless it is recorded already.
pub(crate) async fn record_log(settings: &settings::EventStore, pool: &Pool) -> Outcome<()> {
    sql::record(home(settings)).execute(pool).await?;
    Ok(())
}
