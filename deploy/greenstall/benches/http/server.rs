//! Runs the real program under test, in one process with its own data folder.

use std::{
    fs, io,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;
use test_support::bench::{
    forms::PASSWORD,
    program::{Program, run},
    results_folder,
};

/// The admin of a market on a new folder.
pub(crate) const ADMIN: &str = "admin@market.example";

/// A running program. Dropping it stops the program.
pub(crate) struct Server {
    program: Program,
    folder: PathBuf,
    pub(crate) address: SocketAddr,
    /// Deleted when the server is dropped, after the program has stopped.
    _temporary: Option<TempDir>,
}

impl Server {
    /// Starts the program on a new folder, with an [`ADMIN`].
    pub(crate) fn start() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("greenstall-bench-").tempdir()?;
        let mut create = command(folder.path());
        create.args(["admin", "create", "--email", ADMIN]);
        run(create.args(["--name", "Ada Admin", "--password", PASSWORD]))?;
        let path = folder.path().to_owned();
        Self::serve(path, Some(folder))
    }

    /// Starts the program on the demo market with this many products. That market is created once and kept in
    /// `target/bench`.
    pub(crate) fn with_products(products: u32) -> io::Result<Self> {
        let folder = results_folder().join(format!("shop-{products}"));
        let complete = folder.join("complete");
        if !complete.exists() {
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            run(command(&folder).args(["demo", "--products", &products.to_string()]))?;
            fs::write(complete, "")?;
        }
        Self::serve(folder, None)
    }

    fn serve(folder: PathBuf, temporary: Option<TempDir>) -> io::Result<Self> {
        let program = Program::serve(command(&folder).arg("serve"))?;
        let address = program.address();
        Ok(Self { program, folder, address, _temporary: temporary })
    }

    /// The program's process id.
    pub(crate) fn id(&self) -> u32 {
        self.program.id()
    }

    /// The data folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_greenstall"));
    command
        .env("GREENSTALL_DATA_DIR", data)
        .env("GREENSTALL_HTTP__ADDR", "127.0.0.1:0")
        // The whole load comes from one address, and all shoppers buy from it.
        .env("GREENSTALL_HTTP__CONNECTIONS_PER_ADDRESS", "0")
        .env("GREENSTALL_CHECKOUT__OPEN_HOLDS_PER_ADDRESS", "0")
        // The receiver of messages is the benchmark.
        .env("GREENSTALL_WEBHOOKS__ALLOW_PRIVATE_ADDRESSES", "true");
    command
}
