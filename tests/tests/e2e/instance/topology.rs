//! What an instance consists of: its processes, its event store, and the roles of its database.

use test_support::KurrentDbDouble;

/// The environment variable with the address of a real KurrentDB, which is then used instead of the double.
const KURRENTDB_URL: &str = "KURRENTDB_URL";

/// How an instance is divided into processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One process does everything.
    AllInOne,
    /// One process for each role. They start at the same time and share the data folder.
    Split,
    /// A shop that somebody else has started, at one address for commands and queries.
    Running,
}

impl Shape {
    /// The arguments of each process after `serve`.
    pub(super) const fn processes(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::AllInOne => &[&[]],
            Self::Split => &[&["--roles", "command"], &["--roles", "query"], &["--roles", "projections"]],
            Self::Running => &[],
        }
    }
}

/// The event store of an instance.
pub(crate) enum Events {
    Postgres,
    /// A real KurrentDB.
    Server(String),
    Double(KurrentDbDouble),
}

impl Events {
    /// A KurrentDB: the real one that the environment names, otherwise the double.
    pub(crate) fn in_kurrentdb() -> Self {
        match std::env::var(KURRENTDB_URL) {
            Ok(url) if !url.is_empty() => Self::Server(url),
            _ => Self::Double(KurrentDbDouble::start()),
        }
    }

    pub(super) fn url(&self) -> String {
        match self {
            Self::Postgres => String::new(),
            Self::Server(url) => url.clone(),
            Self::Double(double) => double.url(),
        }
    }
}

/// The addresses of an external database, one for each database role.
pub(crate) struct Logins {
    /// For operators' commands.
    pub(crate) owner: String,
    /// For each process of [`Shape::Split`].
    pub(crate) processes: [String; 3],
}
