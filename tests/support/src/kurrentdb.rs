//! Runs the KurrentDB double in a process of its own, so that tests can kill it.

use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Write},
    net::SocketAddr,
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::TempDir;

/// A double whose log is in a file and so survives the process.
pub struct KurrentDbDouble {
    address: SocketAddr,
    folder: TempDir,
    process: Mutex<Process>,
}

struct Process {
    child: Child,
    wishes: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl KurrentDbDouble {
    /// Starts a double with an empty log on a free port.
    ///
    /// # Panics
    /// When the program has not been built.
    #[must_use]
    pub fn start() -> Self {
        let folder =
            tempfile::Builder::new().prefix("kurrentdb-double-").tempdir().expect("a temporary folder");
        let (process, address) = Process::start(0, &folder);
        Self { address, folder, process: Mutex::new(process) }
    }

    /// Starts another node with a copy of the log. One of the two nodes must follow the other, and only the leader may
    /// write.
    ///
    /// # Panics
    /// When the log cannot be copied.
    #[must_use]
    pub fn start_copy(&self) -> Self {
        let folder =
            tempfile::Builder::new().prefix("kurrentdb-double-").tempdir().expect("a temporary folder");
        std::fs::copy(self.folder.path().join(LOG), folder.path().join(LOG)).expect("the log is copied");
        let (process, address) = Process::start(0, &folder);
        Self { address, folder, process: Mutex::new(process) }
    }

    /// The address that the double listens on.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address in the form of the setting `event_store.url`.
    #[must_use]
    pub fn url(&self) -> String {
        Self::cluster_url(&[self.address])
    }

    /// The address of several nodes, in the form of the setting `event_store.url`.
    #[must_use]
    pub fn cluster_url(nodes: &[SocketAddr]) -> String {
        let mut url = "kurrentdb://".to_owned();
        for (number, node) in nodes.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            write!(url, "{comma}{node}").expect("a text takes every text");
        }
        url + "?tls=false"
    }

    /// Sends a command such as `cut-after 1`; see the double's `control.rs`.
    ///
    /// # Panics
    /// When the double does not know the command.
    pub fn tell(&self, wish: &str) {
        let mut process = self.process();
        writeln!(process.wishes, "{wish}").expect("the double listens");
        let mut answer = String::new();
        process.answers.read_line(&mut answer).expect("the double answers");
        assert_eq!(answer.trim_end(), "ok");
    }

    /// Kills the process with -9.
    ///
    /// # Panics
    /// When the process is not running.
    pub fn kill(&self) {
        let mut process = self.process();
        process.child.kill().expect("the process is ours");
        process.child.wait().expect("a killed process ends");
    }

    /// Restarts the double after a kill, on the same port and with the same log.
    ///
    /// # Panics
    /// When the port has been taken.
    pub fn start_again(&self) {
        *self.process() = Process::start(self.address.port(), &self.folder).0;
    }

    /// Restarts the double unless it is running.
    ///
    /// # Panics
    /// When the port has been taken.
    pub fn start_again_if_killed(&self) {
        let ended = self.process().child.try_wait().expect("the process is ours");
        if ended.is_some() {
            self.start_again();
        }
    }

    fn process(&self) -> MutexGuard<'_, Process> {
        self.process.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for KurrentDbDouble {
    fn drop(&mut self) {
        let mut process = self.process();
        // The process may have been killed already.
        let _ = process.child.kill();
        let _ = process.child.wait();
    }
}

const LOG: &str = "log";

impl Process {
    fn start(port: u16, folder: &TempDir) -> (Self, SocketAddr) {
        let mut child = Command::new(binary())
            .args(["--port", &port.to_string(), "--file"])
            .arg(folder.path().join(LOG))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the double starts");
        let wishes = child.stdin.take().expect("standard input is piped");
        let mut answers = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let mut address = String::new();
        answers.read_line(&mut address).expect("the double says where it listens");
        let address = address.trim_end().parse().expect("an address");
        (Self { child, wishes, answers }, address)
    }
}

fn binary() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let profile = test.ancestors().nth(2).expect("tests lie in target/<profile>/deps");
    let binary = profile.join("kurrentdb-double");
    assert!(
        binary.exists(),
        "{} is missing: run through `make test`, or `cargo build -p kurrentdb-double` first",
        binary.display()
    );
    binary
}
