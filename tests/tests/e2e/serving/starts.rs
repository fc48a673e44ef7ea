//! Tests starts while another process ends, starts that have to wait, and processes whose Postgres ends.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use sqlx::{Connection, PgConnection};

use super::process::{Process, Site};
use crate::{
    instance::{Instance, Shape, binary},
    waiting::wait_for,
};

/// The same key as `opening::OPENING_LOCK` of the program.
const OPENING_LOCK: i64 = 0x6773_6f70_656e_7321;

/// The time limit for the end of a process, which usually takes about a second.
const ENDS_WITHIN: Duration = Duration::from_secs(8);

fn serve_in(data: &std::path::Path, address: &str) -> Command {
    let mut command = Command::new(binary());
    command
        .arg("serve")
        .env("GREENSTALL_DATA_DIR", data)
        .env("GREENSTALL_HTTP__ADDR", address)
        .env("GREENSTALL_HTTP__LAME_DUCK", "3");
    command
}

#[test]
fn a_start_waits_for_the_previous_instance_to_end() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let mut first = Process::start(serve_in(&data, "127.0.0.1:0"), folder.path().join("first.log"));
    let address = first.ready();
    let mut refused = Process::start(serve_in(&data, &address), folder.path().join("refused.log"));
    assert_eq!(refused.wait().code(), Some(1), "the first one does not stop");
    assert!(refused.log().contains("cannot listen on"), "{}", refused.log());

    first.terminate();
    wait_for("the lame-duck phase", || {
        let answer = ureq::get(format!("http://{address}/health/ready")).config().http_status_as_error(false);
        let answer = answer.build().call().ok()?;
        (answer.status() == 503).then_some(())
    });
    assert!(first.ended().is_none(), "it still serves");
    let mut second = Process::start(serve_in(&data, &address), folder.path().join("second.log"));
    assert_eq!(second.ready(), address);
    assert!(first.wait().success(), "{}", first.log());
    assert!(second.log().contains("waiting for the previous Greenstall to end"), "{}", second.log());
    let healthy = ureq::get(format!("http://{address}/health/ready")).call().expect("it is ready");
    assert_eq!(healthy.into_body().read_to_string().expect("text"), r#"{"status":"ready"}"#);
    second.terminate();
    assert!(second.wait().success(), "{}", second.log());
}

#[test]
fn a_start_with_another_token_key_is_refused_until_an_operator_accepts_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let data = folder.path().join("data");
    let key = data.join("token.key");
    let start = |log: &str| Process::start(serve_in(&data, "127.0.0.1:0"), folder.path().join(log));
    let serves = |log: &str| {
        let mut process = start(log);
        process.ready();
        process.terminate();
        assert!(process.wait().success(), "{}", process.log());
    };
    let refused = |log: &str, reason: &str| {
        let mut process = start(log);
        assert_eq!(process.wait().code(), Some(1), "{}", process.log());
        assert!(process.log().contains(reason), "{}", process.log());
    };
    serves("first.log");
    let first = std::fs::read(&key).expect("the key");
    std::fs::write(&key, [0; 32]).expect("a damaged key");
    refused("zeros.log", "is not a random key");
    std::fs::write(&key, first.iter().map(|byte| !byte).collect::<Vec<u8>>()).expect("another key");
    refused("another.log", "is not the key that this shop's log-ins are signed with");
    std::fs::remove_file(&key).expect("no key");
    refused("missing.log", "token.key is missing");
    assert!(!key.exists(), "none is made silently");
    std::fs::write(&key, &first).expect("the copy");
    serves("back.log");

    std::fs::remove_file(&key).expect("no key");
    let mut accept = Command::new(binary());
    accept.args(["token-key", "accept"]).env("GREENSTALL_DATA_DIR", &data);
    assert!(accept.status().expect("it runs").success());
    serves("accepted.log");
}

#[test]
fn a_waiting_start_logs_what_it_waits_for() {
    let site = Site::open();
    let mut other = site.block_on(async {
        let mut other = PgConnection::connect(&site.url()).await.expect("a connection");
        let lock = sqlx::query("SELECT pg_advisory_lock($1)").bind(OPENING_LOCK);
        lock.execute(&mut other).await.expect("the lock");
        other
    });
    let process = Process::start(site.serve(), site.log("serve.log"));
    wait_for("a line about the wait", || {
        process.log().contains("waiting for the database, or for another Greenstall").then_some(())
    });
    let release = sqlx::query("SELECT pg_advisory_unlock($1)").bind(OPENING_LOCK);
    site.block_on(release.execute(&mut other)).expect("the lock is released");
    process.ready();
}

#[test]
fn a_process_ends_soon_after_its_postgres_is_killed() {
    ends_after(Signal::SIGKILL);
}

#[test]
fn a_process_ends_soon_after_a_smart_shutdown_of_its_postgres() {
    ends_after(Signal::SIGTERM);
}

/// Sends this signal to the embedded server, and checks that the process ends.
fn ends_after(signal: Signal) {
    let mut instance = Instance::start(Shape::AllInOne);
    let file = instance.folder().join("postgres/cluster/postmaster.pid");
    let text = std::fs::read_to_string(file).expect("the server has a pid file");
    let pid = text.lines().next().and_then(|line| line.parse().ok()).expect("a process id");
    let began = Instant::now();
    kill(Pid::from_raw(pid), signal).expect("the server is ours");
    instance.wait_for_death();
    eprintln!("{signal}: ended after {:.1} s", began.elapsed().as_secs_f64());
    assert!(began.elapsed() < ENDS_WITHIN, "{:?}", began.elapsed());
}

#[test]
fn service_variables_of_kubernetes_are_not_settings() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut mail = Command::new(binary());
    mail.arg("mail").env("GREENSTALL_DATA_DIR", folder.path());
    for (name, value) in [
        ("GREENSTALL_PORT", "tcp://10.96.0.7:80"),
        ("GREENSTALL_SERVICE_HOST", "10.96.0.7"),
        ("GREENSTALL_PORT_80_TCP_ADDR", "10.96.0.7"),
        ("GREENSTALL_HTTP", "tcp://10.96.0.7:80"),
        ("GREENSTALL_HTTP__ADRESS", "127.0.0.1:1"),
    ] {
        mail.env(name, value);
    }
    let output = mail.output().expect("the binary runs");
    let warnings = String::from_utf8(output.stderr).expect("text");
    assert!(output.status.success(), "{warnings}");
    for name in
        ["GREENSTALL_PORT ", "GREENSTALL_SERVICE_HOST ", "GREENSTALL_PORT_80_TCP_ADDR ", "GREENSTALL_HTTP "]
    {
        assert!(warnings.contains(&format!("{name}names no setting and is ignored")), "{name}: {warnings}");
    }
    assert!(warnings.contains("did you mean GREENSTALL_HTTP__ADDR?"), "{warnings}");
}
