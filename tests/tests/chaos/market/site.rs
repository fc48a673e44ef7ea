//! The market's Postgres server behind a proxy, and the standby that takes over from it.

use std::{
    fs::{self, DirBuilder},
    os::unix::fs::DirBuilderExt,
    path::{Path, PathBuf},
};

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use test_support::{REPLICATING, SilentProxy, copy_cluster, wait_for};

use crate::server::Server;

pub(crate) struct Site {
    folder: PathBuf,
    pub(crate) server: Server,
    pub(crate) proxy: SilentProxy,
    standby: Option<Server>,
    /// The number of servers started so far.
    servers: u32,
}

impl Site {
    pub(crate) async fn open(folder: &Path) -> Self {
        let server = start(folder, 0).await;
        let proxy = SilentProxy::before(server.url()).await;
        Self { folder: folder.into(), server, proxy, standby: None, servers: 1 }
    }

    /// Creates a standby with all data. With a synchronous one, a commit is acknowledged only after it is on the
    /// standby's disk.
    pub(crate) async fn make_standby(&mut self, synchronous: bool) {
        let number = self.servers;
        self.servers += 1;
        let home = home_of(&self.folder, number);
        DirBuilder::new().mode(0o711).create(&home).expect("a folder for the standby");
        copy_cluster(self.server.url(), &self.server.folder().join("cluster"), &home.join("cluster")).await;
        self.standby = Some(start(&self.folder, number).await);
        if synchronous {
            alter(self.server.url(), "synchronous_standby_names", "*").await;
        }
        let wanted = if synchronous { "sync" } else { "async" };
        wait_for("the standby to follow", async || {
            let state: Option<String> = ask(
                self.server.url(),
                "SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'",
            )
            .await;
            (state.as_deref() == Some(wanted)).then_some(())
        })
        .await;
    }

    /// Stops the replication, so that later commits do not reach the standby.
    pub(crate) async fn cut_off_standby(&self) {
        let standby = self.standby.as_ref().expect("there is a standby");
        alter(standby.url(), "primary_conninfo", "").await;
        wait_for("the standby to be cut off", async || {
            let following: Option<i64> =
                ask(self.server.url(), "SELECT count(*) FROM pg_stat_replication").await;
            (following == Some(0)).then_some(())
        })
        .await;
    }

    /// Stops the server with a regular shutdown.
    pub(crate) async fn stop(&mut self) {
        self.server.stop_running().await;
    }

    /// Kills the primary with -9. The standby takes its place behind the proxy.
    pub(crate) async fn fail_over(&mut self) {
        self.server.kill_whole().await;
        let standby = self.standby.take().expect("there is a standby");
        wait_for("the standby to be promoted", async || {
            ask::<bool>(standby.url(), "SELECT pg_promote(true, 60)").await.filter(|promoted| *promoted)
        })
        .await;
        self.proxy.switch_to(standby.url());
        let former = std::mem::replace(&mut self.server, standby);
        fs::remove_dir_all(former.folder()).expect("nobody uses the former server's files");
    }
}

fn home_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("postgres-{number}"))
}

async fn start(folder: &Path, number: u32) -> Server {
    let settings = REPLICATING.map(str::to_owned).to_vec();
    Server::start_with(home_of(folder, number), settings).await
}

async fn alter(url: &str, setting: &str, value: &str) {
    let mut connection = PgConnection::connect(url).await.expect("the server answers");
    run(&mut connection, format!("ALTER SYSTEM SET {setting} = '{value}'")).await;
    run(&mut connection, "SELECT pg_reload_conf()".to_owned()).await;
}

async fn run(connection: &mut PgConnection, statement: String) {
    sqlx::raw_sql(AssertSqlSafe(statement)).execute(connection).await.expect("the statement is valid");
}

/// The single value that a query returns; `None` when the server does not answer with a row.
pub(crate) async fn ask<T>(url: &str, statement: &str) -> Option<T>
where
    T: for<'r> sqlx::Decode<'r, sqlx::Postgres> + sqlx::Type<sqlx::Postgres> + Send + Unpin,
{
    let mut connection = PgConnection::connect(url).await.ok()?;
    let found =
        sqlx::query_scalar(AssertSqlSafe(statement)).fetch_optional(&mut connection).await.ok().flatten();
    // The answer has arrived, so an error while closing does not matter.
    let _ = connection.close().await;
    found
}
