//! The leases: which process writes which generation.

use chrono::{DateTime, Utc};
use postgres_kit::{FromRow, process_of, statements};
use sqlx::PgExecutor;

use super::{Engine, generation::State, session::LEASE_LOCK_CLASS};

statements! {
    #[cfg(test)]
    tested_with crate::testing::check_statements;

    fn leases(lock_class: i64) -> row LeaseRow = include_str!("sql/leases/leases.sql");
}

/// A lease: one process writes one generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The view's name.
    pub view: String,
    /// The number of the generation.
    pub generation: i32,
    /// The state of the generation.
    pub state: State,
    /// The process's id, if its session reports it.
    pub process: Option<u32>,
    /// The host of the process, if its session reports it.
    pub host: Option<String>,
    /// The client's address; `None` through a Unix socket.
    pub address: Option<String>,
    /// When the process connected (UTC).
    pub since: DateTime<Utc>,
}

#[derive(FromRow)]
struct LeaseRow {
    view: String,
    generation: i32,
    #[row(with = State::parse)]
    state: State,
    application_name: String,
    address: Option<String>,
    backend_start: DateTime<Utc>,
}

impl Engine {
    /// Lists the processes that write generations.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn leases(&self) -> Result<Vec<Lease>, sqlx::Error> {
        self.bounded("who writes the views", leases(&self.shared.pool)).await
    }
}

/// All leases that are held, by view and generation.
async fn leases(database: impl PgExecutor<'_>) -> Result<Vec<Lease>, sqlx::Error> {
    let rows = sql::leases(i64::from(LEASE_LOCK_CLASS)).fetch_all(database).await?;
    let lease = |row: LeaseRow| {
        let process = process_of(&row.application_name);
        Lease {
            process: process.map(|(id, _)| id),
            host: process.and_then(|(_, host)| host).map(str::to_owned),
            view: row.view,
            generation: row.generation,
            state: row.state,
            address: row.address,
            since: row.backend_start,
        }
    };
    Ok(rows.into_iter().map(lease).collect())
}
