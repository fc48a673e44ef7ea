//! The processes that are killed: this test binary, started again as a writer or a projector.

use std::{
    fs::{self, OpenOptions},
    io::Read,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tokio::{
    process::{Child, ChildStdin, Command},
    sync::oneshot,
};

/// The task of a process, passed as JSON in the environment variable [`TASK_VARIABLE`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) database: String,
    /// The folder of the ledgers.
    pub(crate) folder: PathBuf,
    /// The number of the writer or projector.
    pub(crate) slot: usize,
    /// How often the writer or projector was started before.
    pub(crate) life: u32,
    pub(crate) seed: u64,
}

const TASK_VARIABLE: &str = "GREENSTALL_TEST_CHAOS_TASK";

impl Task {
    /// `None` in a process that [`Process`] has not started, as when someone runs the ignored tests by hand.
    pub(crate) fn from_environment() -> Option<Self> {
        let task = std::env::var(TASK_VARIABLE).ok()?;
        Some(serde_json::from_str(&task).expect("a task is JSON"))
    }
}

/// The program that a process runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Writer,
    Projector,
}

impl Role {
    /// The name of the ignored test that contains the program.
    const fn entry(self) -> &'static str {
        match self {
            Self::Writer => "writer::process",
            Self::Projector => "projector::process",
        }
    }
}

/// How long a process may take to finish its work.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(30);

/// A running process. It ends when its standard input is closed, so none outlives the test.
pub(crate) struct Process {
    child: Child,
    orders: Option<ChildStdin>,
    log: PathBuf,
}

impl Process {
    pub(crate) fn start(role: Role, task: &Task) -> Self {
        let log = log_file(&task.folder, role, task.slot);
        let output = OpenOptions::new().create(true).append(true).open(&log).expect("a log");
        let binary = std::env::current_exe().expect("a running test has a path");
        let mut child = Command::new(binary)
            .args([role.entry(), "--exact", "--ignored", "--nocapture", "--test-threads=1"])
            .env(TASK_VARIABLE, serde_json::to_string(task).expect("a task is plain data"))
            .stdin(Stdio::piped())
            .stdout(output.try_clone().expect("a log"))
            .stderr(output)
            .kill_on_drop(true)
            .spawn()
            .expect("this binary starts");
        let orders = child.stdin.take();
        Self { child, orders, log }
    }

    /// Kills the process with -9. Panics if it has ended by itself.
    pub(crate) async fn kill(mut self) {
        let ended = self.child.try_wait().expect("the process is ours");
        assert!(ended.is_none(), "it ended by itself ({ended:?}): {}", tail(&self.log));
        self.child.kill().await.expect("the process is ours");
    }

    /// Ends the process after it has finished its work.
    pub(crate) async fn end(mut self) {
        drop(self.orders.take());
        let ended = tokio::time::timeout(SHUTDOWN_LIMIT, self.child.wait()).await;
        let status = ended.expect("it ends in time").expect("the process is ours");
        assert!(status.success(), "it did not end well ({status}): {}", tail(&self.log));
    }
}

fn log_file(folder: &Path, role: Role, slot: usize) -> PathBuf {
    folder.join(format!("{role:?}-{slot}.log"))
}

fn tail(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

/// Resolves in a process when it should end. A watchdog ends the process after [`SHUTDOWN_LIMIT`], because without a
/// server it would try to finish forever.
pub(crate) fn wait_for_end() -> oneshot::Receiver<()> {
    let (ordered, end) = oneshot::channel();
    // Use a thread of its own: the runtime would wait for a task that is blocked in a read.
    std::thread::spawn(move || {
        // The parent writes nothing. The end of the input, or an error, is the order to stop.
        let _ = std::io::stdin().read(&mut [0; 1]);
        // A process that is failing no longer waits for the order.
        let _ = ordered.send(());
        std::thread::sleep(SHUTDOWN_LIMIT);
        std::process::exit(1);
    });
    end
}
