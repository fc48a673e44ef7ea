//! Which processes write the generations.

use chrono::{DateTime, Utc};
use postgres_kit::process_of;
use sqlx::{PgExecutor, Row};

use super::{Engine, generation::State, session::LEASE_LOCK_CLASS};

/// A lease: one process writes one generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The view's name.
    pub view: String,
    /// The number of the generation.
    pub generation: i32,
    /// What the generation is for.
    pub state: State,
    /// The process id, if its session reports it.
    pub process: Option<u32>,
    /// The host of that process, if its session reports it.
    pub host: Option<String>,
    /// The client's address; `None` through a Unix socket.
    pub address: Option<String>,
    /// When it connected (UTC).
    pub since: DateTime<Utc>,
}

impl Engine {
    /// Lists which process writes which generation.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn leases(&self) -> Result<Vec<Lease>, sqlx::Error> {
        self.bounded("who writes the views", leases(&self.shared.pool)).await
    }
}

/// All leases that are held, by view and generation.
async fn leases(database: impl PgExecutor<'_>) -> Result<Vec<Lease>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT view, generation, generations.state, application_name, host(client_addr) AS address, backend_start
         FROM pg_locks JOIN pg_stat_activity USING (pid)
                       JOIN projections.generations ON generations.id = objid::bigint
         WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid::bigint = $1
           AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
         ORDER BY view, generation",
    )
    .bind(i64::from(LEASE_LOCK_CLASS))
    .fetch_all(database)
    .await?;
    let leases = rows.iter().map(|row| {
        let process = process_of(row.try_get("application_name")?);
        Ok(Lease {
            view: row.try_get("view")?,
            generation: row.try_get("generation")?,
            state: State::parse(row.try_get("state")?)?,
            process: process.map(|(id, _)| id),
            host: process.and_then(|(_, host)| host).map(str::to_owned),
            address: row.try_get("address")?,
            since: row.try_get("backend_start")?,
        })
    });
    leases.collect()
}
