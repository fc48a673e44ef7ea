//! A process of the real binary, which can be killed and started again.

use std::{
    fs::File,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, Command},
    time::timeout,
};

/// The time limit of a start on a busy machine.
const READY_WITHIN: Duration = Duration::from_secs(120);
const STOPPED_WITHIN: Duration = Duration::from_secs(90);
/// The time limit of answers from the database: short, so that a silent connection delays a round only for seconds.
const ANSWER_SECONDS: &str = "5";
const LEASE_SECONDS: &str = "8";

/// The addresses and folders that a process needs.
#[derive(Clone, Debug)]
pub(crate) struct ProgramSettings {
    pub(crate) folder: PathBuf,
    pub(crate) database: String,
    /// The URL of the event store; empty when the events are in the database.
    pub(crate) event_store: String,
    pub(crate) mail: String,
}

impl ProgramSettings {
    /// The command line of an operator's command or of `serve`.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command
            .args(arguments)
            .env("GREENSTALL_DATA_DIR", self.folder.join("data"))
            .env("GREENSTALL_HTTP__ADDR", "127.0.0.1:0")
            .env("GREENSTALL_DATABASE__URL", &self.database)
            .env("GREENSTALL_DATABASE__CONNECTIONS", "8")
            .env("GREENSTALL_DATABASE__ANSWER_SECONDS", ANSWER_SECONDS)
            .env("GREENSTALL_DATABASE__LEASE_SECONDS", LEASE_SECONDS)
            .env("GREENSTALL_EVENT_STORE__URL", &self.event_store)
            .env("GREENSTALL_MAIL__SMTP_URL", &self.mail)
            // All customers have this machine's address, so that limit would stop them.
            .env("GREENSTALL_CHECKOUT__OPEN_HOLDS_PER_ADDRESS", "0")
            .kill_on_drop(true);
        command
    }
}

/// A process that serves.
pub(crate) struct Program {
    settings: ProgramSettings,
    roles: &'static [&'static str],
    log: PathBuf,
    /// How many seconds its clock is ahead; a negative number means that it is behind.
    clock_off_by: i64,
    child: Option<Child>,
}

impl Program {
    pub(crate) fn new(settings: &ProgramSettings, name: &str, roles: &'static [&'static str]) -> Self {
        let log = settings.folder.join(format!("{name}.log"));
        Self { settings: settings.clone(), roles, log, clock_off_by: 0, child: None }
    }

    pub(crate) const fn is_running(&self) -> bool {
        self.child.is_some()
    }

    /// Sets how many seconds the clock is ahead from the next start on.
    pub(crate) const fn set_clock_off_by(&mut self, seconds: i64) {
        self.clock_off_by = seconds;
    }

    pub(crate) const fn clock_is_off(&self) -> bool {
        self.clock_off_by != 0
    }

    /// Starts the process; returns its address.
    pub(crate) async fn start(&mut self) -> String {
        let log = File::options().create(true).append(true).open(&self.log).expect("a log");
        let mut command = self.settings.command(&["serve"]);
        if self.clock_is_off() {
            command
                .env("LD_PRELOAD", skewed_clock(&self.settings.folder))
                .env("SKEWED_CLOCK_SECONDS", self.clock_off_by.to_string());
        }
        let mut child =
            command.args(self.roles).stdout(Stdio::piped()).stderr(log).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("standard output is piped")).lines();
        let announced = async {
            while let Ok(Some(line)) = lines.next_line().await {
                let address = line.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:"));
                if let Some(address) = address {
                    return Some(address.to_owned());
                }
            }
            None
        };
        let address = timeout(READY_WITHIN, announced).await.ok().flatten();
        let address = address.unwrap_or_else(|| panic!("it did not start: {}", self.tail()));
        self.child = Some(child);
        address
    }

    /// Kills the process with -9. Panics if it has ended by itself.
    pub(crate) async fn kill(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        let ended = child.try_wait().expect("the process is ours");
        assert!(ended.is_none(), "it ended by itself ({ended:?}): {}", self.tail());
        child.kill().await.expect("the process is ours");
    }

    /// Stops the process with SIGTERM, and waits until it has finished its work.
    pub(crate) async fn stop(&mut self) {
        let Some(mut child) = self.child.take() else { return };
        let pid = child.id().and_then(|pid| i32::try_from(pid).ok()).expect("it runs until it is stopped");
        nix::sys::signal::kill(nix::unistd::Pid::from_raw(pid), nix::sys::signal::Signal::SIGTERM)
            .expect("the process is ours");
        let ended = timeout(STOPPED_WITHIN, child.wait()).await.expect("it stops in time");
        assert!(ended.expect("the process is ours").success(), "it did not stop well: {}", self.tail());
    }

    /// Panics if the process has ended by itself.
    pub(crate) fn assert_alive(&mut self) {
        let ended = self.child.as_mut().and_then(|child| child.try_wait().expect("the process is ours"));
        assert!(ended.is_none(), "it ended by itself ({ended:?}): {}", self.tail());
    }

    /// The number of the process's log lines that contain this text.
    pub(crate) fn has_logged(&self, text: &str) -> usize {
        std::fs::read_to_string(&self.log).unwrap_or_default().matches(text).count()
    }

    pub(crate) fn tail(&self) -> String {
        let text = std::fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(25)..].join("\n")
    }
}

/// The library with the wrong clock.
fn skewed_clock(folder: &Path) -> PathBuf {
    folder.join("skewed_clock.so")
}

/// Compiles the library with the wrong clock.
pub(crate) async fn compile_skewed_clock(folder: &Path) {
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/chaos/market/skewed_clock.c");
    let mut compiler = Command::new("cc");
    let compiling = compiler.args(["-shared", "-fPIC", source, "-o"]).arg(skewed_clock(folder)).status();
    assert!(compiling.await.expect("a C compiler").success(), "{source} is not compiled");
}

fn binary() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let profile: &Path = test.ancestors().nth(2).expect("tests lie in target/<profile>/deps");
    let binary = profile.join("greenstall");
    assert!(binary.exists(), "{} is missing: run through make chaos or make test", binary.display());
    binary
}
