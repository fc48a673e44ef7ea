//! Runs servers that are written in Python. `deploy/scripts/python-parts.sh` installs them into `target/python`.

use std::{
    fs::File,
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};
use tempfile::NamedTempFile;

/// How long a server may take to accept connections: a slow machine takes seconds to load a large module.
const DEADLINE: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(20);
/// The number of attempts to start a server: another process may take the free port first.
const TRIES: u32 = 5;

/// A server on its own port of the loopback interface. The server and all its children end when this value is dropped
/// or the test's process ends, even if that is killed.
#[derive(Debug)]
pub struct PythonPart {
    address: SocketAddr,
    child: Child,
    output: NamedTempFile,
}

impl PythonPart {
    /// Starts a module (`moto.server`) or a file (an absolute path ending in `.py`), and waits until the server accepts
    /// connections. `{port}` in an argument is replaced by the server's port.
    ///
    /// ```no_run
    /// let s3 = test_support::PythonPart::start("moto.server", &["-H", "127.0.0.1", "-p", "{port}"]);
    /// let endpoint = format!("http://{}", s3.address());
    /// ```
    ///
    /// # Panics
    /// When the server does not answer, with its output; or when the Python parts are not installed.
    #[must_use]
    pub fn start(program: &str, arguments: &[&str]) -> Self {
        let python = python();
        for _ in 1..TRIES {
            if let Ok(part) = Self::try_start(&python, program, arguments) {
                return part;
            }
        }
        Self::try_start(&python, program, arguments)
            .unwrap_or_else(|output| panic!("{program} does not start:\n{output}"))
    }

    /// Makes one attempt. The error is the server's output.
    fn try_start(python: &Path, program: &str, arguments: &[&str]) -> Result<Self, String> {
        let address = free_address();
        let output = NamedTempFile::new().expect("a temporary file");
        let write = || File::options().append(true).open(output.path()).expect("our own file");
        let port = address.port().to_string();
        let child = Command::new(python)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("python/part.py"))
            .arg(program)
            .args(arguments.iter().map(|argument| argument.replace("{port}", &port)))
            .env("PYTHONUNBUFFERED", "1")
            .stdin(Stdio::piped())
            .stdout(write())
            .stderr(write())
            .process_group(0)
            .spawn()
            .expect("Python starts");
        let mut part = Self { address, child, output };
        let deadline = Instant::now() + DEADLINE;
        loop {
            if part.child.try_wait().expect("our own child").is_some() || Instant::now() > deadline {
                return Err(part.output());
            }
            if TcpStream::connect(address).is_ok() {
                return Ok(part);
            }
            std::thread::sleep(POLL);
        }
    }

    /// The address that the server listens on.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The output of the server so far.
    ///
    /// # Panics
    /// When the output cannot be read.
    #[must_use]
    pub fn output(&self) -> String {
        let bytes = std::fs::read(self.output.path()).expect("our own file");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Drop for PythonPart {
    fn drop(&mut self) {
        // The server leads a process group of its own. Signal the group only while the server has not been waited for:
        // afterwards its pid may belong to another process.
        if let (Ok(None), Ok(group)) = (self.child.try_wait(), i32::try_from(self.child.id())) {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.child.wait();
    }
}

fn free_address() -> SocketAddr {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    listener.local_addr().expect("a listener has an address")
}

fn python() -> PathBuf {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python");
    assert!(
        python.exists(),
        "{} is missing: run through `make test`, or deploy/scripts/python-parts.sh first",
        python.display()
    );
    python
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wait_for;

    /// A Python program that starts a child process.
    const FAMILY: &str = "
import http.server, subprocess, sys
child = subprocess.Popen(['sleep', '600'])
print(f'child {child.pid}', flush=True)
http.server.HTTPServer(('127.0.0.1', int(sys.argv[1])), http.server.BaseHTTPRequestHandler).serve_forever()
";

    #[tokio::test]
    async fn a_server_answers_and_is_ended_with_its_children() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("family.py");
        std::fs::write(&file, FAMILY).unwrap();
        let part = PythonPart::start(file.to_str().unwrap(), &["{port}"]);
        assert!(TcpStream::connect(part.address()).is_ok());
        let child: i32 = part.output().trim().strip_prefix("child ").unwrap().parse().unwrap();
        assert!(alive(child));
        let address = part.address();
        drop(part);
        wait_for("the part's child to end", async || (!alive(child)).then_some(())).await;
        assert!(TcpStream::connect(address).is_err());
    }

    #[tokio::test]
    async fn a_server_ends_when_its_test_process_is_killed() {
        let mut part = PythonPart::start("http.server", &["--bind", "127.0.0.1", "{port}"]);
        // The system closes this pipe whenever a process ends.
        drop(part.child.stdin.take());
        wait_for("the part to end", async || part.child.try_wait().unwrap()).await;
    }

    #[tokio::test]
    #[should_panic(expected = "No module named nothing_such")]
    async fn a_failed_start_panics_with_the_servers_output() {
        let _ = PythonPart::start("nothing_such", &[]);
    }

    #[tokio::test]
    async fn all_servers_start() {
        let mail = PythonPart::start("aiosmtpd", &["-n", "-l", "127.0.0.1:{port}"]);
        let s3 = PythonPart::start("moto.server", &["-H", "127.0.0.1", "-p", "{port}"]);
        let stripe = PythonPart::start("localstripe", &["--from-scratch", "--port", "{port}"]);
        for part in [&mail, &s3, &stripe] {
            assert!(TcpStream::connect(part.address()).is_ok());
        }
    }

    /// Whether a process is running, zombies excluded.
    fn alive(process: i32) -> bool {
        std::fs::read_to_string(format!("/proc/{process}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
    }
}
