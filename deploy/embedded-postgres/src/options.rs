//! What a server is started with.

use std::path::PathBuf;

use crate::Binaries;

/// What to start.
#[derive(Debug, Clone)]
pub struct Options {
    /// Everything of the server lives here: the cluster, the socket, the log, the lock.
    pub folder: PathBuf,
    /// Which programs may be used.
    pub binaries: Binaries,
    /// `node_modules` folders in which the npm package may be.
    pub node_modules: Vec<PathBuf>,
    /// Whether a commit survives a power cut. Only throw-away clusters do without.
    pub durable: bool,
    /// More settings, as `name=value`. They win over ours.
    pub settings: Vec<String>,
}

impl Options {
    /// A durable server in `folder` with whatever programs the machine has.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            binaries: Binaries::Auto,
            node_modules: Vec::new(),
            durable: true,
            settings: Vec::new(),
        }
    }
}
