//! Runs the real program under test, in one process with its own data folder.

use std::{
    fs,
    io::{self, BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;
use test_support::bench::results_folder;

pub(crate) const PASSWORD: &str = "Correct#Horse1";

/// A running program. Dropping it stops the program.
pub(crate) struct Server {
    child: Child,
    folder: PathBuf,
    /// Deleted when the server is dropped.
    _temporary: Option<TempDir>,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts the program on a new folder, with an admin `admin@market.example`.
    pub(crate) fn start() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("greenstall-bench-").tempdir()?;
        let mut create = command(folder.path());
        create.args(["admin", "create", "--email", "admin@market.example"]);
        done(create.args(["--name", "Ada Admin", "--password", PASSWORD]))?;
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
            done(command(&folder).args(["demo", "--products", &products.to_string()]))?;
            fs::write(complete, "")?;
        }
        Self::serve(folder, None)
    }

    fn serve(folder: PathBuf, temporary: Option<TempDir>) -> io::Result<Self> {
        let mut child = command(&folder).arg("serve").stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let address = lines.find_map(|line| {
            let word = line.split_whitespace().find_map(|word| word.strip_prefix("http://"))?;
            word.trim_end_matches(['/', '.']).parse().ok()
        });
        // Drain further output, so that the program never blocks on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let address = address.ok_or_else(|| io::Error::other("the program did not say where it listens"))?;
        Ok(Self { child, folder, _temporary: temporary, address })
    }

    /// The program's process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The data folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGTERM, so that Postgres is stopped and the folder can be removed.
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

fn done(command: &mut Command) -> io::Result<()> {
    match command.stdout(Stdio::null()).status()? {
        status if status.success() => Ok(()),
        status => Err(io::Error::other(format!("{command:?}: {status}"))),
    }
}

fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_greenstall"));
    command
        .env("GREENSTALL_DATA_DIR", data)
        .env("GREENSTALL_HTTP__ADDR", "127.0.0.1:0")
        // The whole load comes from one address, and all shoppers buy from it.
        .env("GREENSTALL_HTTP__CONNECTIONS_PER_ADDRESS", "0")
        .env("GREENSTALL_CHECKOUT__OPEN_HOLDS_PER_ADDRESS", "0");
    command
}
