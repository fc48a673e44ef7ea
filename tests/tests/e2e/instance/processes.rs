//! Starts the processes of an instance, and finds what they print.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    time::Duration,
};

use super::topology::{Events, Logins, Shape};

/// The time limit of a start. It usually takes about two seconds, and more on a loaded machine.
pub(crate) const READY_WITHIN: Duration = Duration::from_secs(180);

/// A process that serves.
pub(super) struct Process {
    pub(super) child: Child,
    pub(super) address: String,
}

pub(crate) fn binary() -> PathBuf {
    let test = std::env::current_exe().expect("a running test has a path");
    let profile = test.ancestors().nth(2).expect("tests lie in target/<profile>/deps");
    let binary = profile.join("greenstall");
    assert!(binary.exists(), "{} is missing: run through make test", binary.display());
    binary
}

pub(super) fn command(data: &Path, events: &Events) -> Command {
    let mut command = Command::new(binary());
    command
        .env("GREENSTALL_DATA_DIR", data)
        .env("GREENSTALL_HTTP__ADDR", "127.0.0.1:0")
        // All buyers of a test may share one address.
        .env("GREENSTALL_CHECKOUT__OPEN_HOLDS_PER_ADDRESS", "0")
        // The receivers of tests are on this machine.
        .env("GREENSTALL_WEBHOOKS__ALLOW_PRIVATE_ADDRESSES", "true")
        .env("GREENSTALL_METRICS__ADDR", "127.0.0.1:0")
        .env("GREENSTALL_EVENT_STORE__URL", events.url());
    command
}

/// Starts every process and waits until each has announced its address.
pub(super) fn serve(data: &Path, shape: Shape, events: &Events, logins: Option<&Logins>) -> Vec<Process> {
    serve_dying(data, shape, events, logins, None)
}

pub(super) fn serve_dying(
    data: &Path,
    shape: Shape,
    events: &Events,
    logins: Option<&Logins>,
    die_at: Option<&str>,
) -> Vec<Process> {
    let setting = die_at.map(|point| ("GREENSTALL_TEST_DIE_AT", point.to_owned()));
    serve_set(data, shape, events, logins, setting.as_slice())
}

pub(super) fn serve_set(
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

pub(super) fn log_file(data: &Path, process: usize) -> PathBuf {
    data.join(format!("serve-{process}.log"))
}

pub(super) fn log_of(data: &Path, process: usize) -> String {
    std::fs::read_to_string(log_file(data, process)).unwrap_or_default()
}
