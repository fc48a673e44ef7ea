//! A private Greenstall for a test: the real binary on free ports, with a data folder that is deleted afterwards.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        atomic::{AtomicU32, Ordering},
        mpsc,
    },
    time::Duration,
};

use tempfile::TempDir;
use test_support::KurrentDbDouble;

/// The time limit of a start. It usually takes about two seconds, and more on a loaded machine.
pub(crate) const READY_WITHIN: Duration = Duration::from_secs(180);

/// The environment variable with the address of a real KurrentDB, which is then used instead of the double.
const KURRENTDB_URL: &str = "KURRENTDB_URL";

/// The environment variable with the base URL of a shop that runs already; see [`Instance::of_choice`].
const RUNNING_SHOP: &str = "GREENSTALL_TEST_SHOP";

/// The environment variable that makes [`Instance::of_choice`] start three processes.
const SPLIT: &str = "GREENSTALL_TEST_SPLIT";

/// How an instance is divided into processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One process does everything.
    AllInOne,
    /// One process for each role. They start at the same time and share the data folder.
    Split,
    /// A shop that somebody else has started, at one address for commands and queries.
    Running,
}

impl Shape {
    /// The arguments of each process after `serve`.
    const fn processes(self) -> &'static [&'static [&'static str]] {
        match self {
            Self::AllInOne => &[&[]],
            Self::Split => &[&["--roles", "command"], &["--roles", "query"], &["--roles", "projections"]],
            Self::Running => &[],
        }
    }
}

/// The event store of an instance.
pub(crate) enum Events {
    Postgres,
    /// A real KurrentDB.
    Server(String),
    Double(KurrentDbDouble),
}

impl Events {
    /// A KurrentDB: the real one that the environment names, otherwise the double.
    pub(crate) fn in_kurrentdb() -> Self {
        match std::env::var(KURRENTDB_URL) {
            Ok(url) if !url.is_empty() => Self::Server(url),
            _ => Self::Double(KurrentDbDouble::start()),
        }
    }

    fn url(&self) -> String {
        match self {
            Self::Postgres => String::new(),
            Self::Server(url) => url.clone(),
            Self::Double(double) => double.url(),
        }
    }
}

pub(crate) struct Instance {
    data: TempDir,
    shape: Shape,
    events: Events,
    processes: Vec<Process>,
    name: String,
    logins: Option<Logins>,
    /// The base URL of a shop in the shape [`Shape::Running`].
    running: String,
}

/// The addresses of an external database, one for each database role.
pub(crate) struct Logins {
    /// For operators' commands.
    pub(crate) owner: String,
    /// For each process of [`Shape::Split`].
    pub(crate) processes: [String; 3],
}

/// The result of an operator's command.
#[derive(Debug)]
pub(crate) struct Attempt {
    /// The exit status.
    pub(crate) status: i32,
    /// Standard output.
    pub(crate) output: String,
    /// Standard error.
    pub(crate) error_output: String,
}

impl Attempt {
    /// Runs a command to its end.
    pub(crate) fn of(command: &mut Command) -> Self {
        let output = command.output().expect("the binary runs");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let status = output.status.code().expect("it ends by itself");
        Self { status, output: text(&output.stdout), error_output: text(&output.stderr) }
    }
}

/// A process that serves.
struct Process {
    child: Child,
    address: String,
}

impl Instance {
    /// Starts an instance on a new, empty data folder.
    pub(crate) fn start(shape: Shape) -> Self {
        Self::start_with(shape, Events::Postgres)
    }

    /// An instance of the topology that the environment asks for: a shop that runs already, three processes, or one. Tests
    /// that only call the shop use it, so that they can check every topology.
    pub(crate) fn of_choice() -> Self {
        let given = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        match (given(RUNNING_SHOP), given(SPLIT)) {
            (Some(address), _) => {
                let mut running = Self::start(Shape::Running);
                running.running = address;
                running
            }
            (None, Some(_)) => Self::start(Shape::Split),
            (None, None) => Self::start(Shape::AllInOne),
        }
    }

    pub(crate) fn start_with(shape: Shape, events: Events) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let data = tempfile::Builder::new().prefix("greenstall-e2e-").tempdir().expect("a temporary folder");
        // A real KurrentDB keeps the accounts of earlier runs, so names must be unique across runs.
        let name = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let processes = serve(data.path(), shape, &events, None);
        Self { data, shape, events, processes, name, logins: None, running: String::new() }
    }

    /// Starts an instance with these settings, which a restart does not keep.
    pub(crate) fn start_set(shape: Shape, settings: &[(&str, String)]) -> Self {
        let data = tempfile::Builder::new().prefix("greenstall-e2e-").tempdir().expect("a temporary folder");
        let events = Events::Postgres;
        let processes = serve_set(data.path(), shape, &events, None, settings);
        Self { data, shape, events, processes, name: "set".to_owned(), logins: None, running: String::new() }
    }

    /// Starts a process for each role on a database that has its tables. No process may change them.
    pub(crate) fn start_with_logins(logins: Logins) -> Self {
        let data = tempfile::Builder::new().prefix("greenstall-e2e-").tempdir().expect("a temporary folder");
        let (shape, events) = (Shape::Split, Events::Postgres);
        let processes = serve(data.path(), shape, &events, Some(&logins));
        Self {
            data,
            shape,
            events,
            processes,
            name: "split".to_owned(),
            logins: Some(logins),
            running: String::new(),
        }
    }

    /// A unique name for e-mail addresses, which must be unique in the whole log.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The same instance, whose new people have other names than those before.
    pub(crate) fn renamed(self, name: &str) -> Self {
        let mut renamed = self;
        renamed.name = name.to_owned();
        renamed
    }

    /// The base URL of the command service: `http://127.0.0.1:<port>`.
    pub(crate) fn commands(&self) -> &str {
        match self.shape {
            Shape::AllInOne | Shape::Split => &self.processes[0].address,
            Shape::Running => &self.running,
        }
    }

    /// The base URL of the query service.
    pub(crate) fn queries(&self) -> &str {
        match self.shape {
            Shape::AllInOne => &self.processes[0].address,
            Shape::Split => &self.processes[1].address,
            Shape::Running => &self.running,
        }
    }

    /// The Prometheus metrics of the first process, one on each line.
    pub(crate) fn metrics(&self) -> String {
        let log = log_of(self.data.path(), 0);
        let announced = log.lines().rev().find_map(|line| line.split_once("metrics at "));
        let address =
            announced.expect("it says where they are").1.split('"').next().unwrap_or_default().trim();
        let answer = ureq::get(address).call().expect("the metrics");
        answer.into_body().read_to_string().expect("metrics are text")
    }

    /// Kills every process with -9, and restarts them on the same data folder. Leaves a shop alone that runs already.
    pub(crate) fn crash_and_restart(&mut self) {
        self.kill();
        self.processes = serve(self.data.path(), self.shape, &self.events, self.logins.as_ref());
    }

    /// Like [`Self::crash_and_restart`], but the new processes end at this fault point (see
    /// `command_service::application::fault`).
    pub(crate) fn crash_and_restart_to_die_at(&mut self, point: &str) {
        self.kill();
        let logins = self.logins.as_ref();
        self.processes = serve_dying(self.data.path(), self.shape, &self.events, logins, Some(point));
    }

    /// Waits until the process with the command role has ended.
    pub(crate) fn wait_for_death(&mut self) {
        self.processes[0].child.wait().expect("a process that ends");
    }

    /// Kills every process with -9.
    pub(crate) fn kill(&mut self) {
        for process in &mut self.processes {
            process.child.kill().expect("the process is ours");
            process.child.wait().expect("a killed process ends");
        }
    }

    /// Kills the KurrentDB double with -9 and restarts it on the same log. Leaves a real server alone.
    pub(crate) fn restart_event_store(&self) {
        if let Events::Double(double) = &self.events {
            double.kill();
            double.start_again();
        }
    }

    /// Starts an instance on a new data folder, after this operator's command has filled it.
    pub(crate) fn restored(arguments: &[&str]) -> Self {
        let data = tempfile::Builder::new().prefix("greenstall-e2e-").tempdir().expect("a temporary folder");
        let (shape, events) = (Shape::AllInOne, Events::Postgres);
        let restored = Attempt::of(command(data.path(), &events).args(arguments));
        assert_eq!(restored.status, 0, "{restored:?}");
        let processes = serve(data.path(), shape, &events, None);
        Self {
            data,
            shape,
            events,
            processes,
            name: "restored".to_owned(),
            logins: None,
            running: String::new(),
        }
    }

    /// The data folder.
    pub(crate) fn folder(&self) -> &Path {
        self.data.path()
    }

    /// Runs an operator's command on the data folder; the command may fail.
    pub(crate) fn attempt(&self, arguments: &[&str]) -> Attempt {
        Attempt::of(self.command().args(arguments))
    }

    /// Like [`Self::attempt`], without the address of the event store.
    pub(crate) fn attempt_on_postgres(&self, arguments: &[&str]) -> Attempt {
        Attempt::of(command(self.data.path(), &Events::Postgres).args(arguments))
    }

    fn command(&self) -> Command {
        if self.shape == Shape::Running {
            // Its settings are in the environment.
            return Command::new(binary());
        }
        let mut command = command(self.data.path(), &self.events);
        command.envs(self.logins.iter().map(|logins| ("GREENSTALL_DATABASE__URL", &logins.owner)));
        command
    }

    /// The log of the process with this number.
    pub(crate) fn log(&self, process: usize) -> String {
        log_of(self.data.path(), process)
    }

    /// The command line of an operator's command on another data folder.
    pub(crate) fn command_elsewhere(&self, data: &Path) -> Command {
        command(data, &self.events)
    }

    /// Starts an operator's command whose output is read while it runs.
    pub(crate) fn begin(&self, arguments: &[&str]) -> Child {
        let mut command = self.command();
        command.args(arguments).stdout(Stdio::piped()).spawn().expect("the binary runs")
    }

    /// Runs an operator's command on the data folder and returns its output.
    pub(crate) fn operate(&self, arguments: &[&str]) -> String {
        let mut command = self.command();
        let output = command.args(arguments).output().expect("the binary runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "greenstall {arguments:?}: {errors}");
        String::from_utf8(output.stdout).expect("output is text")
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // Send SIGTERM, so that Postgres is stopped and the folder can be deleted.
        for process in &self.processes {
            let _ = Command::new("kill").args(["-TERM", &process.child.id().to_string()]).status();
        }
        for process in &mut self.processes {
            let _ = process.child.wait();
        }
        if std::thread::panicking() {
            for role in 0..self.processes.len() {
                eprintln!("{}", log_of(self.data.path(), role));
            }
        }
    }
}

pub(crate) fn binary() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let profile = test.ancestors().nth(2).expect("tests lie in target/<profile>/deps");
    let binary = profile.join("greenstall");
    assert!(binary.exists(), "{} is missing: run through make test", binary.display());
    binary
}

fn command(data: &Path, events: &Events) -> Command {
    let mut command = Command::new(binary());
    command
        .env("GREENSTALL_DATA_DIR", data)
        .env("GREENSTALL_HTTP__ADDR", "127.0.0.1:0")
        // All buyers of a test may share one address.
        .env("GREENSTALL_CHECKOUT__OPEN_HOLDS_PER_ADDRESS", "0")
        .env("GREENSTALL_METRICS__ADDR", "127.0.0.1:0")
        .env("GREENSTALL_EVENT_STORE__URL", events.url());
    command
}

/// Starts every process and waits until each has announced its address.
fn serve(data: &Path, shape: Shape, events: &Events, logins: Option<&Logins>) -> Vec<Process> {
    serve_dying(data, shape, events, logins, None)
}

fn serve_dying(
    data: &Path,
    shape: Shape,
    events: &Events,
    logins: Option<&Logins>,
    die_at: Option<&str>,
) -> Vec<Process> {
    let setting = die_at.map(|point| ("GREENSTALL_TEST_DIE_AT", point.to_owned()));
    serve_set(data, shape, events, logins, setting.as_slice())
}

fn serve_set(
    data: &Path,
    shape: Shape,
    events: &Events,
    logins: Option<&Logins>,
    settings: &[(&str, String)],
) -> Vec<Process> {
    let starting: Vec<_> = shape
        .processes()
        .iter()
        .enumerate()
        .map(|(number, arguments)| {
            let log = std::fs::File::options().create(true).append(true).open(log_file(data, number));
            let mut command = command(data, events);
            command.arg("serve").args(*arguments).stdout(Stdio::piped()).stderr(log.expect("a log"));
            if let Some(logins) = logins {
                command.env("GREENSTALL_DATABASE__URL", &logins.processes[number]);
                command.env("GREENSTALL_DATABASE__MIGRATE", "false");
            }
            command.envs(settings.iter().map(|(name, value)| (name, value)));
            let mut child = command.spawn().expect("the binary starts");
            let address = announced_address(&mut child);
            (child, address)
        })
        .collect();
    let mut processes = Vec::new();
    let mut late = None;
    for (number, (child, address)) in starting.into_iter().enumerate() {
        match address.recv_timeout(READY_WITHIN) {
            Ok(address) => processes.push(Process { child, address }),
            Err(_) => {
                late = late.or(Some(number));
                processes.push(Process { child, address: String::new() });
            }
        }
    }
    if let Some(number) = late {
        for process in &mut processes {
            let _ = process.child.kill();
        }
        panic!("not ready within {READY_WITHIN:?}:\n{}", log_of(data, number));
    }
    processes
}

/// Receives the address that a process prints when it is ready.
pub(crate) fn announced_address(child: &mut Child) -> mpsc::Receiver<String> {
    let lines = BufReader::new(child.stdout.take().expect("standard output is piped")).lines();
    let (found, address) = mpsc::channel();
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            let address = line.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:"));
            if let Some(address) = address {
                // The receiver is dropped after the first address.
                let _ = found.send(address.trim_end_matches(['/', '.']).to_owned());
            }
        }
    });
    address
}

fn log_file(data: &Path, process: usize) -> PathBuf {
    data.join(format!("serve-{process}.log"))
}

fn log_of(data: &Path, process: usize) -> String {
    std::fs::read_to_string(log_file(data, process)).unwrap_or_default()
}
