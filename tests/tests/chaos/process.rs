//! The processes that are killed: this test binary, started again as a writer or as a projector.

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

/// What a process is told by the environment variable [`TASK`], as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) database: String,
    /// Where ledgers are.
    pub(crate) folder: PathBuf,
    /// Which writer, or which projector.
    pub(crate) slot: usize,
    /// How often it was started before.
    pub(crate) life: u32,
    pub(crate) seed: u64,
}

const TASK: &str = "GREENSTALL_TEST_CHAOS_TASK";

impl Task {
    /// None in a process that was not started by [`Process`]: somebody runs the ignored tests.
    pub(crate) fn from_environment() -> Option<Self> {
        let task = std::env::var(TASK).ok()?;
        Some(serde_json::from_str(&task).expect("a task is JSON"))
    }
}

/// Which program a process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Writer,
    Projector,
}

impl Role {
    /// The ignored test that is the program.
    const fn entry(self) -> &'static str {
        match self {
            Self::Writer => "writer::process",
            Self::Projector => "projector::process",
        }
    }
}

/// How long a process may take to end in order.
const PATIENCE: Duration = Duration::from_secs(30);

/// One that runs. It ends when its standard input does, so none outlives the test.
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
            .env(TASK, serde_json::to_string(task).expect("a task is plain data"))
            .stdin(Stdio::piped())
            .stdout(output.try_clone().expect("a log"))
            .stderr(output)
            .kill_on_drop(true)
            .spawn()
            .expect("this binary starts");
        let orders = child.stdin.take();
        Self { child, orders, log }
    }

    /// kill -9. It must not have ended by itself before.
    pub(crate) async fn kill(mut self) {
        let ended = self.child.try_wait().expect("the process is ours");
        assert!(ended.is_none(), "it ended by itself ({ended:?}): {}", tail(&self.log));
        self.child.kill().await.expect("the process is ours");
    }

    /// Lets it finish what it has begun.
    pub(crate) async fn end(mut self) {
        drop(self.orders.take());
        let ended = tokio::time::timeout(PATIENCE, self.child.wait()).await;
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

/// In a process: answers when it is to end. It then has some time; without a server, it would try to finish for ever.
pub(crate) fn order_to_end() -> oneshot::Receiver<()> {
    let (told, end) = oneshot::channel();
    // A thread of its own: the runtime would wait for one of its own to come back from reading.
    std::thread::spawn(move || {
        // The parent writes nothing. The end, like any error, is the order.
        let _ = std::io::stdin().read(&mut [0; 1]);
        // A process that fails just now listens no more.
        let _ = told.send(());
        std::thread::sleep(PATIENCE);
        std::process::exit(1);
    });
    end
}
