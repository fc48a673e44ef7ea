//! Runs the program as a process with a given database and given settings.

use std::{
    fs::File,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
};

use embedded_postgres::{EmbeddedPostgres, Options};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::instance::{READY_WITHIN, announced_address, binary};

/// An external Postgres server, and the data folder that processes share.
pub(super) struct Site {
    runtime: Runtime,
    server: Option<EmbeddedPostgres>,
    folder: TempDir,
}

impl Site {
    pub(super) fn open() -> Self {
        let runtime = Runtime::new().expect("a runtime");
        let folder =
            tempfile::Builder::new().prefix("greenstall-serving-").tempdir().expect("a temporary folder");
        let node_modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/postgres/node_modules");
        let options = Options {
            node_modules: vec![node_modules],
            durable: false,
            ..Options::new(folder.path().join("server"))
        };
        let server = runtime.block_on(async {
            let server = EmbeddedPostgres::start(&options).await.expect("the server starts");
            server.ensure_database("greenstall").await.expect("a database");
            server
        });
        Self { runtime, server: Some(server), folder }
    }

    pub(super) fn url(&self) -> String {
        self.server.as_ref().expect("it runs until it is dropped").url("greenstall")
    }

    pub(super) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// The command that serves here, on a free port.
    pub(super) fn serve(&self) -> Command {
        self.command("serve")
    }

    /// A command of the program on this database.
    pub(super) fn command(&self, name: &str) -> Command {
        let mut command = Command::new(binary());
        command
            .arg(name)
            .env("GREENSTALL_DATABASE__URL", self.url())
            .env("GREENSTALL_DATA_DIR", self.folder.path().join("data"))
            .env("GREENSTALL_HTTP__ADDR", "127.0.0.1:0");
        command
    }

    pub(super) fn log(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        if let Some(server) = self.server.take() {
            let _ = self.runtime.block_on(server.stop());
        }
    }
}

/// A process that serves. Dropping it kills it.
pub(super) struct Process {
    child: Child,
    address: mpsc::Receiver<String>,
    log: PathBuf,
}

impl Process {
    /// Starts the process, and appends its log to this file.
    pub(super) fn start(mut command: Command, log: PathBuf) -> Self {
        let file = File::options().create(true).append(true).open(&log).expect("a log");
        let mut child = command.stdout(Stdio::piped()).stderr(file).spawn().expect("the binary starts");
        let address = announced_address(&mut child);
        Self { child, address, log }
    }

    /// Waits until the process is ready; returns its address without `http://`.
    pub(super) fn ready(&self) -> String {
        match self.address.recv_timeout(READY_WITHIN) {
            Ok(address) => address.trim_start_matches("http://").to_owned(),
            Err(_) => panic!("not ready within {READY_WITHIN:?}:\n{}", self.log()),
        }
    }

    pub(super) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    pub(super) fn terminate(&self) {
        let pid = i32::try_from(self.child.id()).expect("a process id");
        kill(Pid::from_raw(pid), Signal::SIGTERM).expect("the process is ours");
    }

    pub(super) fn wait(&mut self) -> ExitStatus {
        self.child.wait().expect("it ends")
    }

    /// The exit status if the process has ended.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().expect("the process is ours")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if std::thread::panicking() {
            eprintln!("{}", self.log());
        }
    }
}
