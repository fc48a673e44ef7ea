//! Where the events are: in the instance's Postgres, or in a KurrentDB that the settings name. The keys of personal data
//! stay in Postgres either way.

use std::sync::Arc;

use event_store::{
    EventLog, EventStore,
    postgres::{PostgresEventStore, PostgresKeyring},
};
use sqlx::PgPool;

use crate::{Outcome, settings};

/// Opens the log that the settings name. The pool is that of the instance's database, which has been migrated; no other
/// process opens it at the same time.
pub(crate) async fn open(settings: &settings::EventStore, pool: &PgPool) -> Outcome<EventLog> {
    let url = settings.url.trim();
    let (home, store): (_, Arc<dyn EventStore>) = match url.is_empty() {
        true => ("postgres", PostgresEventStore::start(pool.clone())),
        false => ("kurrentdb", kurrentdb(url)?),
    };
    stays_at_home(pool, home).await?;
    Ok(EventLog::new(store, Arc::new(PostgresKeyring::new(pool.clone()))))
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

/// Views, checkpoints and the agendas of process managers hold positions of one log and mean nothing in another. So a
/// database remembers where its log is, and refuses to be used with another one.
async fn stays_at_home(pool: &PgPool, home: &str) -> Outcome<()> {
    let make = "CREATE TABLE IF NOT EXISTS event_store.home (one boolean PRIMARY KEY CHECK (one), home text NOT NULL)";
    sqlx::query(make).execute(pool).await?;
    let first = "INSERT INTO event_store.home
                 SELECT true, CASE WHEN EXISTS (SELECT FROM event_store.events) THEN 'postgres' ELSE $1 END
                 ON CONFLICT DO NOTHING";
    sqlx::query(first).bind(home).execute(pool).await?;
    let found: String = sqlx::query_scalar("SELECT home FROM event_store.home").fetch_one(pool).await?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(url: &str) -> String {
        kurrentdb(url).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[cfg(not(feature = "kurrentdb"))]
    #[test]
    fn a_program_without_kurrentdb_says_how_to_build_one_with_it() {
        assert!(refused("kurrentdb://localhost:2113").contains("--features kurrentdb"));
    }

    #[cfg(feature = "kurrentdb")]
    #[test]
    fn an_address_that_cannot_be_understood_names_the_setting() {
        let error = refused("postgres://localhost/shop");
        assert!(error.contains("event_store.url") && error.contains("kurrentdb://"), "{error}");
    }
}
