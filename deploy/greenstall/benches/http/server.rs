//! The real program, all in one process, on a data folder of its own that goes away with it.

use std::{
    io::{self, BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

pub(crate) const PASSWORD: &str = "Correct#Horse1";

pub(crate) struct Server {
    child: Child,
    folder: TempDir,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts, with an admin called `admin@market.example`.
    pub(crate) fn start() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("greenstall-bench-").tempdir()?;
        let created = command(folder.path())
            .args(["admin", "create", "--email", "admin@market.example"])
            .args(["--name", "Ada Admin", "--password", PASSWORD])
            .stdout(Stdio::null())
            .status()?;
        if !created.success() {
            return Err(io::Error::other("there is no admin"));
        }
        let mut child = command(folder.path()).arg("serve").stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let address = lines.find_map(|line| {
            let word = line.split_whitespace().find_map(|word| word.strip_prefix("http://"))?;
            word.trim_end_matches(['/', '.']).parse().ok()
        });
        // Whatever else it says is read, lest it waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let address = address.ok_or_else(|| io::Error::other("the program did not say where it listens"))?;
        Ok(Self { child, folder, address })
    }

    /// Its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Where its data is.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGTERM, so that Postgres is stopped and the folder can be removed.
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        let _ = self.child.wait();
    }
}

fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_greenstall"));
    command.env("GREENSTALL_DATA_DIR", data).env("GREENSTALL_HTTP__ADDR", "127.0.0.1:0");
    command
}
