//! A private Greenstall for a test: the real binary on free ports, with a data folder that is deleted afterwards.

mod processes;
mod topology;

use std::{
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use processes::{Process, command, log_of, serve, serve_dying, serve_set};
pub(crate) use processes::{READY_WITHIN, announced_address, binary};
use tempfile::TempDir;
pub(crate) use topology::{Events, Logins, Shape};

/// The environment variable with the base URL of a shop that runs already; see [`Instance::of_choice`].
const RUNNING_SHOP: &str = "GREENSTALL_TEST_SHOP";

/// The environment variable that makes [`Instance::of_choice`] start three processes.
const SPLIT: &str = "GREENSTALL_TEST_SPLIT";

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

    /// Like [`Self::crash_and_restart`], with these settings.
    pub(crate) fn crash_and_restart_set(&mut self, settings: &[(&str, String)]) {
        self.kill();
        self.processes =
            serve_set(self.data.path(), self.shape, &self.events, self.logins.as_ref(), settings);
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
