//! The Postgres of an instance: the server that the settings name, or an embedded server in the data folder.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use embedded_postgres::{Connection, EmbeddedPostgres, FolderLock, Options};
use postgres_kit::{Limits, Pool, parse, refuse_pooler, wait_for_server};
use sqlx::{ConnectOptions, postgres::PgConnectOptions};

use crate::{
    Outcome,
    belonging::refuse_lost_database,
    settings::{FEWEST_CONNECTIONS, Settings},
};

const DATABASE_NAME: &str = "greenstall";
/// How many connections a process with all roles opens beside its pools; deploy/docs/handbook/database.md lists them.
const CONNECTIONS_BESIDE_POOLS: u32 = 18;
/// How long a process waits for a server that is starting or that has no free connection.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// The time limit of a query. The HTTP request that it belongs to is answered within 30 s, too.
const QUERY_TIMEOUT: &str = "30s";
/// How long a process waits for another process that is starting the server.
const START_LIMIT: Duration = Duration::from_secs(60);

/// An open database. Call [`close`](Self::close) at the end.
#[derive(Debug)]
pub struct Database {
    address: PgConnectOptions,
    /// The server for queries.
    read_address: PgConnectOptions,
    /// The most connections of the pool for queries; the others have a half and a quarter of it.
    connections: u32,
    limits: Limits,
    server: Option<EmbeddedPostgres>,
}

impl Database {
    /// Opens the database for a process that serves and so needs the data folder to itself.
    ///
    /// # Errors
    /// When another process has the data folder, or no Postgres can be found; the message says what to do.
    pub async fn open(settings: &Settings) -> Outcome<Self> {
        if let Some(named) = Self::named(settings)? {
            return Ok(named);
        }
        let options = options(settings);
        refuse_lost_database(&settings.data_dir, &options.folder)?;
        let server = EmbeddedPostgres::start(&options).await?;
        server.ensure_database(DATABASE_NAME).await?;
        Self::at(settings, &server.url(DATABASE_NAME), Some(server))
    }

    /// Opens the database for an operator's command, or for a process that runs only some roles: joins the server of
    /// another process that is running or starting, or starts one for its own lifetime.
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    pub async fn open_or_join(settings: &Settings) -> Outcome<Self> {
        let folder = options(settings).folder;
        let deadline = Instant::now() + START_LIMIT;
        loop {
            match Self::open(settings).await {
                Err(error) if in_use(&*error) => {
                    if EmbeddedPostgres::is_ready(&folder) {
                        return Self::join(settings, &folder).await;
                    }
                    if Instant::now() > deadline {
                        return Err(error);
                    }
                }
                outcome => return outcome,
            }
            // The holder of the folder is starting its server; if that fails, this process takes its turn.
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn join(settings: &Settings, folder: &Path) -> Outcome<Self> {
        let connection = Connection::of(folder)?;
        connection.ensure_database(DATABASE_NAME).await?;
        Self::at(settings, &connection.url(DATABASE_NAME), None)
    }

    fn named(settings: &Settings) -> Outcome<Option<Self>> {
        let url = settings.database.url.trim();
        if url.is_empty() {
            return Ok(None);
        }
        Self::at(settings, url, None).map(Some)
    }

    fn at(settings: &Settings, url: &str, server: Option<EmbeddedPostgres>) -> Outcome<Self> {
        let connections = settings.database.connections;
        let limits = settings.database.limits();
        let named = |setting, url| parse(url).map_err(|error| format!("the setting {setting}: {error}"));
        let address = named("database.url", url)?;
        let read_address = match settings.database.read_url.trim() {
            "" => address.clone(),
            read_url => named("database.read_url", read_url)?,
        };
        Ok(Self { address, read_address, connections, limits, server })
    }

    /// The time limits of this database.
    pub(crate) const fn limits(&self) -> Limits {
        self.limits
    }

    /// Connections for commands, projections and operators.
    ///
    /// # Errors
    /// When the server cannot be reached; the message names it and the cause.
    pub async fn pool(&self) -> Outcome<Pool> {
        let address = self.options(&self.address, "greenstall");
        wait_for_server(&address, &self.limits, CONNECT_LIMIT).await?;
        refuse_pooler(&address, &self.limits).await?;
        let wanted = self.connections;
        Ok(Pool::fitting(address, self.limits, move |most| fitting(wanted, most).div_ceil(2)))
    }

    /// Connections for queries. They have their own pool, so that a flood of queries cannot starve commands.
    pub(crate) fn query_pool(&self) -> Pool {
        let address = self
            .options(&self.read_address, "greenstall queries")
            .options([("statement_timeout", QUERY_TIMEOUT)]);
        let wanted = self.connections;
        Pool::fitting(address, self.limits, move |most| fitting(wanted, most))
    }

    fn options(&self, server: &PgConnectOptions, name: &str) -> PgConnectOptions {
        let address = server
            .clone()
            .application_name(name)
            // Suppress "already exists, skipping" at every start. No parallel workers: many queries run at a time, and
            // one that takes all processors would make the others wait.
            .options([("client_min_messages", "warning"), ("max_parallel_workers_per_gather", "0")])
            .disable_statement_logging();
        self.limits.session(address)
    }

    /// The lock of the data folder, if an embedded server runs.
    pub fn lock(&self) -> Option<FolderLock> {
        self.server.as_ref().map(|server| server.lock().clone())
    }

    /// Whether an embedded server has ended by itself.
    pub fn has_failed(&self) -> bool {
        self.server.as_ref().is_some_and(EmbeddedPostgres::has_exited)
    }

    /// Resolves when an embedded server ends by itself; never for an external server.
    pub async fn failed(&mut self) {
        match &mut self.server {
            Some(server) => drop(server.exited().await),
            None => std::future::pending().await,
        }
    }

    /// Stops the server if this process started it. Close the pools first; connections that are still open are cut.
    ///
    /// # Errors
    /// When the server does not stop.
    pub async fn close(self) -> Outcome<()> {
        match self.server {
            Some(server) => Ok(server.stop().await?),
            None => Ok(()),
        }
    }
}

/// The size of the pool for queries with which all pools of a process fit into this many connections.
fn fitting(wanted: u32, most: u32) -> u32 {
    // The pools of a process have seven quarters of it.
    let fitting = most.saturating_sub(CONNECTIONS_BESIDE_POOLS).saturating_mul(4) / 7;
    wanted.min(fitting.max(FEWEST_CONNECTIONS))
}

fn in_use(error: &(dyn std::error::Error + Send + Sync + 'static)) -> bool {
    matches!(error.downcast_ref(), Some(embedded_postgres::Error::InUse { .. }))
}

fn options(settings: &Settings) -> Options {
    let binaries = match settings.database.binaries.parse() {
        Ok(binaries) => binaries,
        Err(never) => match never {},
    };
    Options { binaries, node_modules: node_modules(), ..Options::new(settings.data_dir.join("postgres")) }
}

/// The folders of the npm package: in the source tree (`make run` installs it there), which is the current folder or
/// around the binary.
fn node_modules() -> Vec<PathBuf> {
    const IN_TREE: &str = "deploy/postgres/node_modules";
    let mut folders = vec![PathBuf::from(IN_TREE)];
    if let Ok(binary) = std::env::current_exe() {
        // target/<profile>/greenstall in a source tree, or a folder with copies of the binary and the package.
        folders.extend(binary.ancestors().nth(3).map(|tree| tree.join(IN_TREE)));
        folders.extend(binary.parent().map(|beside: &Path| beside.join("node_modules")));
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_fit_into_the_connections_of_the_server() {
        let fitting = [(16, 197), (16, 46), (16, 45), (16, 17), (4, 17), (64, 97)]
            .map(|(wanted, most)| fitting(wanted, most));
        assert_eq!(fitting, [16, 16, 15, 4, 4, 45]);
    }
}
