//! The running server: starts it, waits until it is ready, watches it and stops it.

use std::{
    fs::{self, File, OpenOptions},
    io::{Read, Seek, SeekFrom},
    os::unix::fs::{DirBuilderExt, PermissionsExt},
    path::{Path, PathBuf},
    process::ExitStatus,
    time::{Duration, Instant},
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::{Pid, geteuid},
};
use sqlx::Connection as _;
use tokio::process::Child;

use crate::{
    Connection, Error, FolderLock, Options,
    account::Account,
    binaries::{self, Installation},
    cluster,
    leftover::{self, FAST_SHUTDOWN_LIMIT, IMMEDIATE_SHUTDOWN_LIMIT},
    settings, socket,
};

/// Time until a server must answer for the first time. A server that answers that it is recovering may take as long as
/// it needs.
const FIRST_ANSWER_LIMIT: Duration = Duration::from_secs(30);
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// A start that takes longer than this is explained in the log.
const LOGGED_START: Duration = Duration::from_secs(2);
/// How often a running server is checked for a shutdown that another process has requested.
const SHUTDOWN_CHECK_INTERVAL: Duration = Duration::from_millis(500);
/// A log larger than this is moved aside at the next start.
const MAX_LOG_BYTES: u64 = 10 * 1024 * 1024;

/// A server that this process runs. [`stop`](Self::stop) it; when merely dropped, it is told to stop and not awaited.
#[derive(Debug)]
pub struct EmbeddedPostgres {
    child: Child,
    connection: Connection,
    major: u32,
    /// The socket folder, if it is outside the data folder because the path there would be too long.
    detour: Option<PathBuf>,
    /// No other process may start a server here before ours has ended.
    lock: FolderLock,
    cluster: PathBuf,
}

impl EmbeddedPostgres {
    /// Starts the folder's server and returns when it accepts connections; creates the cluster first if it is missing.
    ///
    /// # Errors
    /// [`Error::InUse`] when a live process runs it and does not stop; every other message says what to do.
    pub async fn start(options: &Options) -> Result<Self, Error> {
        let home = make_home(&options.folder)?;
        let lock = FolderLock::take_from_stopping(&home).await?;
        let cluster = home.join("cluster");
        let account = Account::choose(&cluster)?;
        leftover::stop(&cluster).await?;

        let wanted = cluster::version(&cluster).map(|major| (major, cluster.as_path()));
        let installation = binaries::find(&options.binaries, &options.node_modules, wanted)?;
        cluster::ensure(&cluster, &home, &installation, &account, options).await?;
        let socket_folder = socket::folder(&home);
        socket::prepare(&socket_folder, &account)?;

        let starter = Starter { options, home: &home, installation: &installation, account: &account };
        let connection = Connection::at(socket_folder.clone());
        let child = starter.start(&socket_folder, &connection).await?;
        lock.announce_ready(&home)?;
        let detour = (!socket_folder.starts_with(&home)).then_some(socket_folder);
        Ok(Self { child, connection, major: installation.major, detour, lock, cluster })
    }

    /// Whether another process runs the server of this folder (the one given to [`Options`]), and it accepts
    /// connections.
    #[must_use]
    pub fn is_ready(folder: &Path) -> bool {
        FolderLock::is_ready(folder)
    }

    /// The server's connection; other processes get the same from [`Connection::of`].
    #[must_use]
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// The address of one of its databases.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        self.connection.url(database)
    }

    /// Creates the database unless it exists.
    ///
    /// # Errors
    /// When the server refuses.
    pub async fn ensure_database(&self, name: &str) -> Result<(), Error> {
        self.connection.ensure_database(name).await
    }

    #[must_use]
    pub fn major_version(&self) -> u32 {
        self.major
    }

    /// Deletes a folder with all its contents, after stopping a server that a dead process left running there.
    ///
    /// # Errors
    /// [`Error::InUse`] when a live process holds the folder.
    pub async fn delete(folder: &Path) -> Result<(), Error> {
        let home = fs::canonicalize(folder).map_err(Error::files("Could not find", folder))?;
        let _lock = FolderLock::take(&home)?;
        leftover::stop(&home.join("cluster")).await?;
        let socket_folder = socket::folder(&home);
        if !socket_folder.starts_with(&home) {
            let _ = fs::remove_dir(socket_folder);
        }
        fs::remove_dir_all(&home).map_err(Error::files("Could not delete", &home))
    }

    /// The lock of the folder, through which a process announces its end.
    #[must_use]
    pub fn lock(&self) -> &FolderLock {
        &self.lock
    }

    /// Whether the server has ended by itself, as reported by [`exited`](Self::exited).
    #[must_use]
    pub fn has_exited(&self) -> bool {
        self.child.id().is_none()
    }

    /// Resolves when the server ends by itself, which it never should. Cancel-safe. A server that another process told
    /// to stop (SIGTERM) refuses new connections and waits for the open ones, possibly forever; it gets an immediate
    /// shutdown.
    pub async fn exited(&mut self) -> std::io::Result<ExitStatus> {
        loop {
            if let Ok(status) = tokio::time::timeout(SHUTDOWN_CHECK_INTERVAL, self.child.wait()).await {
                return status;
            }
            if let Some(pid) = pid_of(&self.child)
                && cluster::is_stopping(&self.cluster)
            {
                tracing::error!(pid = pid.as_raw(), "Postgres was told to stop by another process");
                let _ = kill(pid, Signal::SIGINT);
            }
        }
    }

    /// Stops the server: open connections are closed, committed data is on disk.
    ///
    /// # Errors
    /// [`Error::NotStopped`] when it does not end even after an immediate shutdown.
    pub async fn stop(mut self) -> Result<(), Error> {
        let Some(pid) = pid_of(&self.child) else { return Ok(()) };
        self.lock.announce_stopping();
        for (signal, patience) in [
            (Signal::SIGINT, FAST_SHUTDOWN_LIMIT),
            (Signal::SIGQUIT, IMMEDIATE_SHUTDOWN_LIMIT),
            (Signal::SIGKILL, IMMEDIATE_SHUTDOWN_LIMIT),
        ] {
            // It may have ended just before the signal.
            let _ = kill(pid, signal);
            if tokio::time::timeout(patience, self.child.wait()).await.is_ok() {
                return Ok(());
            }
            tracing::warn!(pid = pid.as_raw(), ?signal, "Postgres is slow to stop");
        }
        Err(Error::NotStopped { pid: pid.as_raw() })
    }
}

impl Drop for EmbeddedPostgres {
    fn drop(&mut self) {
        if let Some(pid) = pid_of(&self.child) {
            let _ = kill(pid, Signal::SIGINT);
        }
        // Fails while the server's socket is still there; the next start then reuses the folder.
        if let Some(folder) = &self.detour {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// `None` once its exit status was fetched: from then on the pid may belong to another process.
fn pid_of(child: &Child) -> Option<Pid> {
    child.id().and_then(|pid| i32::try_from(pid).ok()).map(Pid::from_raw)
}

/// The folder as an absolute path without symlinks. When we run as root, other accounts may pass through it: its
/// contents are closed individually.
fn make_home(folder: &Path) -> Result<PathBuf, Error> {
    let mode = if geteuid().is_root() { 0o711 } else { 0o700 };
    if !folder.exists() {
        fs::DirBuilder::new()
            .recursive(true)
            .mode(mode)
            .create(folder)
            .map_err(Error::files("Could not create", folder))?;
    }
    fs::canonicalize(folder).map_err(Error::files("Could not find", folder))
}

/// The parts that all attempts to start have in common.
struct Starter<'a> {
    options: &'a Options,
    home: &'a Path,
    installation: &'a Installation,
    account: &'a Account,
}

impl Starter<'_> {
    async fn start(&self, socket_folder: &Path, connection: &Connection) -> Result<Child, Error> {
        let log = Log::open(&self.home.join("postgres.log"))?;
        let mut deadline = Instant::now() + FIRST_ANSWER_LIMIT;
        let mut child = self.spawn(socket_folder, &log)?;
        let began = Instant::now();
        let mut logged = false;
        loop {
            match connection.connect().await {
                Ok(connection) => {
                    connection.close().await?;
                    return Ok(child);
                }
                // 57P03: the server is replaying its log. That may take any time, but it will finish.
                Err(Error::Database(sqlx::Error::Database(answer)))
                    if answer.code().as_deref() == Some("57P03") =>
                {
                    deadline = Instant::now() + FIRST_ANSWER_LIMIT;
                    if began.elapsed() > LOGGED_START && !std::mem::replace(&mut logged, true) {
                        tracing::info!("waiting for Postgres to recover from a crash");
                    }
                }
                Err(_) if Instant::now() < deadline => {}
                Err(error) => {
                    let _ = child.start_kill();
                    return Err(
                        log.not_started(format!("no connection within {FIRST_ANSWER_LIMIT:?} ({error})"))
                    );
                }
            }
            let ended = child
                .try_wait()
                .map_err(Error::files("Could not watch", self.installation.program("postgres")))?;
            if let Some(status) = ended {
                // Children of a killed postmaster are still running; they notice its death and end.
                if log.tail().contains("pre-existing shared memory block") && Instant::now() < deadline {
                    child = self.spawn(socket_folder, &log)?;
                } else {
                    return Err(log.not_started(status.to_string()));
                }
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    fn spawn(&self, socket_folder: &Path, log: &Log) -> Result<Child, Error> {
        let mut command = cluster::command(self.installation, self.account, "postgres", self.home)?;
        command.arg("-D").arg(self.home.join("cluster"));
        for setting in settings::settings(self.options, socket_folder) {
            command.arg("-c").arg(setting);
        }
        command
            .stdout(log.handle()?)
            .stderr(log.handle()?)
            // Ctrl-C on a terminal signals the whole process group: the server must outlive us until we are done with
            // it.
            .process_group(0)
            .spawn()
            .map_err(Error::files("Could not run", self.installation.program("postgres")))
    }
}

/// The server's log, and the offset at which this start begins.
struct Log {
    path: PathBuf,
    file: File,
    start: u64,
}

impl Log {
    fn open(path: &Path) -> Result<Self, Error> {
        if fs::metadata(path).is_ok_and(|log| log.len() > MAX_LOG_BYTES) {
            fs::rename(path, path.with_extension("log.1"))
                .map_err(Error::files("Could not set aside", path))?;
        }
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .open(path)
            .map_err(Error::files("Could not open", path))?;
        // Logged statements may contain people's data.
        fs::set_permissions(path, fs::Permissions::from_mode(0o600))
            .map_err(Error::files("Could not change the permissions of", path))?;
        let start = file.metadata().map_err(Error::files("Could not read", path))?.len();
        Ok(Self { path: path.into(), file, start })
    }

    fn handle(&self) -> Result<File, Error> {
        self.file.try_clone().map_err(Error::files("Could not open", &self.path))
    }

    /// The last lines that were written since this start.
    fn tail(&self) -> String {
        let read = || {
            let mut file = File::open(&self.path)?;
            file.seek(SeekFrom::Start(self.start))?;
            let mut text = Vec::new();
            file.read_to_end(&mut text)?;
            std::io::Result::Ok(String::from_utf8_lossy(&text).into_owned())
        };
        let text = read().unwrap_or_default();
        let lines: Vec<_> = text.lines().collect();
        lines[lines.len().saturating_sub(15)..].join("\n")
    }

    fn not_started(&self, reason: String) -> Error {
        Error::NotStarted { reason, log: self.path.clone(), tail: self.tail() }
    }
}
