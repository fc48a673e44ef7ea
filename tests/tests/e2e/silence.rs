//! Tests an external Postgres behind a network that becomes silent: connections stay open, but carry no data.

use std::{
    fs::File,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use embedded_postgres::{EmbeddedPostgres, Options};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tempfile::TempDir;
use test_support::SilentProxy;
use tokio::runtime::Runtime;

use crate::{
    instance::{announced_address, binary},
    waiting::wait_for,
};

/// The time limit for a start, and for all other waits, on a busy machine.
const ANSWER_LIMIT: Duration = Duration::from_secs(60);

struct SilencedServer {
    folder: TempDir,
    runtime: Runtime,
    server: Option<EmbeddedPostgres>,
    proxy: SilentProxy,
}

impl SilencedServer {
    fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("greenstall-silence-").tempdir().expect("a folder");
        let runtime = Runtime::new().expect("a runtime");
        let (server, proxy) = runtime.block_on(async {
            let options = Options { durable: false, ..Options::new(folder.path().join("server")) };
            let server = EmbeddedPostgres::start(&options).await.expect("a server");
            server.ensure_database("shop").await.expect("a database");
            let proxy = SilentProxy::before(&server.url("shop")).await;
            (server, proxy)
        });
        Self { folder, runtime, server: Some(server), proxy }
    }

    fn direct(&self) -> String {
        self.server.as_ref().expect("it runs until the end").url("shop")
    }

    fn command(&self, database: &str) -> Command {
        let mut command = Command::new(binary());
        command
            .env("GREENSTALL_DATA_DIR", self.folder.path().join("data"))
            .env("GREENSTALL_HTTP__ADDR", "127.0.0.1:0")
            .env("GREENSTALL_DATABASE__URL", database)
            .env("GREENSTALL_DATABASE__ANSWER_SECONDS", "2")
            .env("GREENSTALL_DATABASE__LEASE_SECONDS", "4");
        command
    }

    /// Starts a process that connects to the database through the proxy.
    fn serve(&self) -> ServingProcess {
        let log = File::options().create(true).append(true).open(self.folder.path().join("serve.log"));
        let mut command = self.command(&self.proxy.url());
        command.arg("serve").stdout(Stdio::piped()).stderr(log.expect("a log"));
        let mut child = command.spawn().expect("the binary starts");
        let address = announced_address(&mut child).recv_timeout(ANSWER_LIMIT);
        let address = address.unwrap_or_else(|_| panic!("not ready:\n{}", self.log()));
        ServingProcess { child, address }
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("serve.log")).unwrap_or_default()
    }

    /// Runs an operator's command beside the instance. Returns whether it succeeded, its output and its duration.
    fn operate(&self, database: &str, arguments: &[&str]) -> (bool, String, Duration) {
        let began = Instant::now();
        let output = self.command(database).args(arguments).output().expect("the binary runs");
        let text = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8_lossy(&text).into_owned(), began.elapsed())
    }

    /// The number of serving views, and how many of them are behind the log.
    fn views(&self) -> (usize, usize) {
        let (ok, output, _) = self.operate(&self.direct(), &["views", "list", "--json"]);
        assert!(ok, "{output}");
        let rows = output.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let serving: Vec<Value> = rows.filter(|row| row["state"] == "serving").collect();
        (serving.len(), serving.iter().filter(|row| row["lag"] != 0).count())
    }

    fn until_views_are_there(&self) -> usize {
        wait_for("all views", || match self.views() {
            (0, _) => None,
            (views, 0) => Some(views),
            _ => None,
        })
    }
}

impl Drop for SilencedServer {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.log());
        }
        if let Some(server) = self.server.take() {
            let _ = self.runtime.block_on(server.stop());
        }
    }
}

/// A process that serves. Dropping it kills it.
struct ServingProcess {
    child: Child,
    address: String,
}

impl ServingProcess {
    /// Sends commands until one of them succeeds, which appends an event.
    fn takes_a_command(&self) {
        let inquiry = json!({
            "name": "Anna", "email": "anna@example.com", "type": "technical", "subject": "Hello", "message": "Are you there?"
        });
        wait_for("a command to be taken", || {
            let config = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(40))).build();
            let sent =
                ureq::Agent::from(config).post(format!("{}/api/contact", self.address)).send_json(&inquiry);
            sent.ok()
        });
    }
}

impl Drop for ServingProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn an_instance_recovers_from_silent_connections_without_and_with_a_restart() {
    let setting = SilencedServer::new();
    let serving = setting.serve();
    serving.takes_a_command();
    let views = setting.until_views_are_there();

    let silenced = setting.proxy.silence();
    let began = Instant::now();
    serving.takes_a_command();
    let accepted = began.elapsed();
    assert_eq!(setting.until_views_are_there(), views);
    println!(
        "{silenced} connections silent: a command was taken after {accepted:.1?}, and all {views} views went on after {:.1?}",
        began.elapsed()
    );
    let log = setting.log();
    assert!(log.contains("has not answered within"), "what did not answer is named: {log}");

    // Neither end learns that the other one is gone.
    setting.proxy.silence();
    drop(serving);
    let began = Instant::now();
    let restarted = setting.serve();
    let ready = began.elapsed();
    restarted.takes_a_command();
    assert_eq!(setting.until_views_are_there(), views);
    println!(
        "restarted with both ends half-open: ready after {ready:.1?}, all views went on after {:.1?}",
        began.elapsed()
    );
}

#[test]
fn commands_wait_only_when_tables_change_and_say_what_they_wait_for() {
    let setting = SilencedServer::new();
    drop(setting.serve());
    let mut holder = setting.runtime.block_on(async {
        let mut holder = PgConnection::connect(&setting.direct()).await.expect("a connection");
        let lock = "SELECT pg_advisory_lock(x'67736f70656e7321'::bigint), pg_backend_pid()";
        let (_, pid): ((), i32) =
            sqlx::query_as::<_, ((), i32)>(lock).fetch_one(&mut holder).await.expect("the lock");
        (holder, pid)
    });
    for command in [
        &["views", "pause", "reviews"][..],
        &["views", "list"],
        &["parked", "list"],
        &["parked", "list", "--skipped"],
        &["events", "find"],
        &["person", "erased"],
    ] {
        let (ok, output, took) = setting.operate(&setting.direct(), command);
        assert!(ok && took < ANSWER_LIMIT, "{command:?} took {took:?}: {output}");
    }
    // As an earlier program left it: there is something to change.
    setting.runtime.block_on(async {
        let earlier = sqlx::query("COMMENT ON TABLE automation.agenda IS NULL");
        earlier.execute(&mut holder.0).await.expect("a comment");
    });
    let (ok, output, took) = setting.operate(&setting.direct(), &["views", "pause", "orders"]);
    assert!(!ok && took < ANSWER_LIMIT, "{took:?}: {output}");
    assert!(output.contains(&format!("PID {} of Postgres", holder.1)), "{output}");
    setting.runtime.block_on(holder.0.ping()).expect("it has kept the lock");
}

#[test]
fn connection_errors_name_the_server_and_the_cause() {
    let setting = SilencedServer::new();
    setting.proxy.hang();
    let proxy = setting.proxy.url();
    for (database, named, cause) in [
        (proxy.as_str(), "127.0.0.1:", "does not answer"),
        ("postgres://me@127.0.0.1:1/shop", "127.0.0.1:1", "refuses connections"),
        ("mysql://root:secret@127.0.0.1/shop", "database.url", "mysql://"),
    ] {
        let (ok, output, took) = setting.operate(database, &["views", "list"]);
        assert!(!ok && took < ANSWER_LIMIT, "{database} took {took:?}: {output}");
        assert!(output.contains(named) && output.contains(cause), "{database}: {output}");
        assert!(!output.contains("secret") && !output.contains("pool timed out"), "{output}");
    }
}
