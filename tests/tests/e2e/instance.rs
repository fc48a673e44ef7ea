//! A whole Greenstall of one's own: the real binary on a free port with a data folder that goes away with it.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::Duration,
};

use tempfile::TempDir;

/// A start takes about two seconds; a loaded machine gets a minute and a half.
const READY_WITHIN: Duration = Duration::from_secs(90);

pub(crate) struct Instance {
    data: TempDir,
    child: Child,
    address: String,
}

impl Instance {
    /// Starts on a new, empty data folder.
    pub(crate) fn start() -> Self {
        let data = tempfile::Builder::new().prefix("greenstall-e2e-").tempdir().expect("a temporary folder");
        let (child, address) = serve(data.path());
        Self { data, child, address }
    }

    /// `http://127.0.0.1:<port>`.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// kill -9, then a start on the same data folder.
    pub(crate) fn crash_and_restart(&mut self) {
        self.kill();
        let (child, address) = serve(self.data.path());
        self.child = child;
        self.address = address;
    }

    /// kill -9.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("the process is ours");
        self.child.wait().expect("a killed process ends");
    }

    /// Runs an operator's command on the data folder and answers what it printed.
    pub(crate) fn operate(&self, arguments: &[&str]) -> String {
        let output = command(self.data.path()).args(arguments).output().expect("the binary runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "greenstall {arguments:?}: {errors}");
        String::from_utf8(output.stdout).expect("output is text")
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // SIGTERM, so that Postgres is stopped and the folder can be removed.
        let stopped = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        if stopped.is_ok_and(|status| status.success()) {
            let _ = self.child.wait();
        }
    }
}

fn binary() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let profile = test.ancestors().nth(2).expect("tests lie in target/<profile>/deps");
    let binary = profile.join("greenstall");
    assert!(binary.exists(), "{} is missing: run through make test", binary.display());
    binary
}

fn command(data: &Path) -> Command {
    let mut command = Command::new(binary());
    command.env("GREENSTALL_DATA_DIR", data).env("GREENSTALL_HTTP__ADDR", "127.0.0.1:0");
    command
}

fn serve(data: &Path) -> (Child, String) {
    let log = std::fs::File::options().create(true).append(true).open(data.join("serve.log")).expect("a log");
    let mut child =
        command(data).arg("serve").stdout(Stdio::piped()).stderr(log).spawn().expect("the binary starts");
    let lines = BufReader::new(child.stdout.take().expect("standard output is piped")).lines();
    let (found, address) = mpsc::channel();
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            let address = line.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:"));
            if let Some(address) = address {
                // The receiver is gone once the first address has been found.
                let _ = found.send(address.trim_end_matches(['/', '.']).to_owned());
            }
        }
    });
    match address.recv_timeout(READY_WITHIN) {
        Ok(address) => (child, address),
        Err(_) => {
            let _ = child.kill();
            let log = std::fs::read_to_string(data.join("serve.log")).unwrap_or_default();
            panic!("not ready within {READY_WITHIN:?}:\n{log}");
        }
    }
}
