//! Opens the database for an operator's command, with or without a running instance.

use std::error::Error;

use sqlx::postgres::PgDatabaseError;

use crate::{Outcome, database::Database, ports::Ports, settings::Settings};

/// Opens the instance's database for `work`, and closes it whether `work` succeeds or not.
pub(crate) async fn with_ports<T>(
    settings: &Settings,
    work: impl AsyncFnOnce(&Ports) -> Outcome<T>,
) -> Outcome<T> {
    let open = async |database: &Database| Ports::open(settings, database).await;
    on(Database::open_or_join(settings).await?, open, work).await
}

/// Like [`with_ports`], for work that needs the tables of this version, whatever the settings say about them.
pub(crate) async fn migrating<T>(
    settings: &Settings,
    work: impl AsyncFnOnce(&Ports) -> Outcome<T>,
) -> Outcome<T> {
    let open = async |database: &Database| Ports::migrate_and_open(settings, database).await;
    on(Database::open_or_join(settings).await?, open, work).await
}

/// Like [`with_ports`], for work that only reads: it creates no tables and so does not wait for other processes.
pub(crate) async fn reading<T>(
    settings: &Settings,
    work: impl AsyncFnOnce(&Ports) -> Outcome<T>,
) -> Outcome<T> {
    let open = async |database: &Database| Ports::open_to_read(settings, database).await;
    on(Database::open_or_join(settings).await?, open, work).await.map_err(|error| match outdated(&*error) {
        true => {
            format!("the tables are not those of this version; `greenstall migrate` changes them ({error})")
                .into()
        }
        false => error,
    })
}

/// Like [`with_ports`], for work that must not run beside a serving process: it is refused while one uses this data
/// folder.
pub(crate) async fn alone_with_ports<T>(
    settings: &Settings,
    work: impl AsyncFnOnce(&Ports) -> Outcome<T>,
) -> Outcome<T> {
    let open = async |database: &Database| Ports::open(settings, database).await;
    on(Database::open(settings).await?, open, work).await
}

async fn on<T>(
    database: Database,
    open: impl AsyncFnOnce(&Database) -> Outcome<Ports>,
    work: impl AsyncFnOnce(&Ports) -> Outcome<T>,
) -> Outcome<T> {
    let outcome = async {
        let ports = open(&database).await?;
        let outcome = work(&ports).await;
        ports.close().await;
        outcome
    };
    let outcome = outcome.await;
    let closed = database.close().await;
    let value = outcome?;
    closed.map(|()| value)
}

/// Whether the error is a missing table or column: the program is newer than the last migration.
fn outdated(error: &(dyn Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        let database = match error.downcast_ref::<sqlx::Error>() {
            Some(error) => {
                error.as_database_error().and_then(|error| error.try_downcast_ref::<PgDatabaseError>())
            }
            None => error.downcast_ref::<PgDatabaseError>(),
        };
        // undefined_column, undefined_table, invalid_schema_name
        if database.is_some_and(|error| ["42703", "42P01", "3F000"].contains(&error.code())) {
            return true;
        }
        cause = error.source();
    }
    false
}
