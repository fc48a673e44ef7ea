//! A private Postgres server that can be killed in every way in which a system kills processes.

use std::{
    fs,
    path::{Path, PathBuf},
};

use embedded_postgres::{EmbeddedPostgres, Options};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use rand::{RngExt, rngs::StdRng};

/// The database of the event store and the views.
pub(crate) const SHOP: &str = "shop";

/// A server that must not lose any acknowledged commit.
pub(crate) struct Server {
    options: Options,
    running: Option<EmbeddedPostgres>,
    url: String,
}

impl Server {
    /// Creates a database cluster in this existing folder and starts the server.
    pub(crate) async fn start(folder: &Path) -> Self {
        Self::start_with(folder.join("postgres"), Vec::new()).await
    }

    /// Starts a server in this folder with further settings (`name=value`). An existing cluster is used as it is.
    pub(crate) async fn start_with(folder: PathBuf, settings: Vec<String>) -> Self {
        let node_modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/postgres/node_modules");
        let options = Options {
            binaries: std::env::var("GREENSTALL_DATABASE__BINARIES")
                .unwrap_or_default()
                .parse()
                .expect("a choice of binaries"),
            node_modules: vec![node_modules],
            settings,
            ..Options::new(folder)
        };
        let running = EmbeddedPostgres::start(&options).await.expect("the server starts");
        running.ensure_database(SHOP).await.expect("an empty database");
        let url = running.url(SHOP);
        Self { options, running: Some(running), url }
    }

    /// The URL of the shop's database.
    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// The folder with all files of the server.
    pub(crate) fn folder(&self) -> &Path {
        &self.options.folder
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Creates an empty database and returns its URL.
    pub(crate) async fn fresh_database(&self, name: &str) -> String {
        let running = self.running.as_ref().expect("the server runs");
        running.ensure_database(name).await.expect("an empty database");
        running.url(name)
    }

    /// Starts the server after a kill. It recovers from the files that the killed server has left.
    pub(crate) async fn restart(&mut self) {
        self.running = Some(EmbeddedPostgres::start(&self.options).await.expect("the server starts again"));
    }

    /// Stops the server with a regular shutdown.
    pub(crate) async fn stop_running(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop().await.expect("the server stops");
        }
    }

    /// Kills all processes of the server at the same time, as a power failure would.
    pub(crate) async fn kill_whole(&mut self) {
        let postmaster = self.postmaster();
        // A stopped postmaster starts no more children while they are being listed.
        signal(postmaster, Signal::SIGSTOP);
        for child in children(postmaster) {
            signal(child, Signal::SIGKILL);
        }
        self.kill_postmaster().await;
    }

    /// Kills only the postmaster. Its children notice after a moment, and may still commit until then.
    pub(crate) async fn kill_postmaster(&mut self) {
        signal(self.postmaster(), Signal::SIGKILL);
        let mut killed = self.running.take().expect("the server runs");
        // Collect its exit status, so that no later signal goes to its pid.
        killed.exited().await.expect("a killed process ends");
    }

    /// Kills one of the postmaster's children, as a kernel without memory would. The server then restarts itself.
    pub(crate) fn kill_child(&self, dice: &mut StdRng) {
        let children = children(self.postmaster());
        if !children.is_empty() {
            signal(children[dice.random_range(0..children.len())], Signal::SIGKILL);
        }
    }

    fn postmaster(&self) -> Pid {
        assert!(self.is_running(), "only what runs is killed");
        let file: PathBuf = self.options.folder.join("cluster/postmaster.pid");
        let text = fs::read_to_string(file).expect("a server that runs has a pid file");
        Pid::from_raw(text.lines().next().and_then(|line| line.trim().parse().ok()).expect("a number"))
    }
}

/// Sends a signal to a process, which may have just ended.
fn signal(pid: Pid, signal: Signal) {
    let _ = kill(pid, signal);
}

/// The running child processes of a process.
fn children(parent: Pid) -> Vec<Pid> {
    let entries = fs::read_dir("/proc").expect("Linux tells about its processes");
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| is_child(*pid, parent)).map(Pid::from_raw).collect()
}

fn is_child(pid: i32, parent: Pid) -> bool {
    let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
    // The process name may contain any character, so parse from its closing parenthesis on.
    let mut rest = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    rest.next().is_some_and(|state| state != "Z") && rest.next() == Some(parent.to_string().as_str())
}
