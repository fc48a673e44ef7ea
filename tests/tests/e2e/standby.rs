//! Tests a process that answers queries from a hot standby, while another process does everything else on the primary.

use std::{
    fs::{DirBuilder, File},
    os::unix::fs::DirBuilderExt,
    path::Path,
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use embedded_postgres::{EmbeddedPostgres, Options};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use tempfile::TempDir;
use test_support::{REPLICATING, copy_cluster};
use tokio::runtime::Runtime;
use ureq::{Agent, Body, http::Response};

use crate::{
    client::PASSWORD,
    instance::{READY_WITHIN, announced_address, binary},
    waiting::wait_for,
};

const POSITION: &str = "greenstall-position";
const STALE: &str = "greenstall-stale";

/// A primary, its standby, and a process on each.
struct Pair {
    runtime: Runtime,
    primary: Option<EmbeddedPostgres>,
    standby: Option<EmbeddedPostgres>,
    writer: Service,
    reader: Service,
    agent: Agent,
    // Dropped last: the servers are in it.
    _folder: TempDir,
}

impl Pair {
    fn start() -> Self {
        let folder = tempfile::Builder::new().prefix("greenstall-standby-").tempdir().expect("a folder");
        let runtime = Runtime::new().expect("a runtime");
        let primary = runtime.block_on(server(&folder.path().join("primary")));
        runtime.block_on(primary.ensure_database("shop")).expect("a database");
        let standby = runtime.block_on(async {
            let home = folder.path().join("standby");
            DirBuilder::new().mode(0o711).create(&home).expect("a folder for the standby");
            let cluster = folder.path().join("primary/cluster");
            copy_cluster(&primary.url("shop"), &cluster, &home.join("cluster")).await;
            server(&home).await
        });
        let settings = |read_url| Settings { folder: folder.path(), url: primary.url("shop"), read_url };
        let writer = Service::start(&settings(String::new()), "command,projections,query");
        let reader = Service::start(&settings(standby.url("shop")), "query");
        let config =
            Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(40)));
        let agent = config.build().into();
        Self {
            runtime,
            primary: Some(primary),
            standby: Some(standby),
            writer,
            reader,
            agent,
            _folder: folder,
        }
    }

    /// Sends a command to the process on the primary. Returns the body of the answer and the position.
    fn send(&self, path: &str, token: Option<&str>, body: &Value) -> (Value, u64) {
        let mut request = self.agent.post(format!("{}/api{path}", self.writer.address));
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut answer = request.send_json(body).expect("an answer");
        assert!(answer.status().is_success(), "{answer:?}");
        let position = answer.headers()[POSITION].to_str().expect("a number").parse().expect("a number");
        (answer.body_mut().read_json().expect("JSON"), position)
    }

    /// Opens an account and returns the position.
    fn write(&self) -> u64 {
        static WRITTEN: AtomicU32 = AtomicU32::new(0);
        let email = format!("anna{}@example.com", WRITTEN.fetch_add(1, Ordering::Relaxed));
        let account = json!({ "name": "Anna", "email": email, "password": PASSWORD, "role": "customer" });
        self.send("/auth/signup", None, &account).1
    }

    /// The status of the answer to somebody who asks the standby who they are.
    fn who_am_i(&self, token: &str, after: u64) -> u16 {
        let request = self.agent.get(format!("{}/api/auth/me", self.reader.address));
        let request = request.header("authorization", format!("Bearer {token}"));
        let answer = request.header("greenstall-after", after.to_string()).call().expect("an answer");
        answer.status().as_u16()
    }

    /// Reads from the standby. Returns whether the answer contains everything up to the position.
    fn read(&self, after: u64) -> bool {
        let asked = self
            .agent
            .get(format!("{}/api/products", self.reader.address))
            .header("greenstall-after", after.to_string());
        let answer = asked.call().expect("an answer");
        assert_eq!(answer.status(), 200, "{answer:?}");
        !answer.headers().contains_key(STALE)
    }

    /// The status and the text of the reader's readiness.
    fn readiness(&self) -> (u16, String) {
        let asked = self.agent.get(format!("{}/health/ready", self.reader.address)).call();
        let mut answer: Response<Body> = asked.expect("an answer");
        (answer.status().as_u16(), answer.body_mut().read_to_string().expect("a text"))
    }

    fn ask_standby(&self, statement: &'static str) {
        let url = self.standby.as_ref().expect("it runs").url("shop");
        self.runtime.block_on(async {
            let mut connection = PgConnection::connect(&url).await.expect("the standby answers");
            sqlx::raw_sql(statement).execute(&mut connection).await.expect("the statement is valid");
        });
    }

    fn stop_primary(&mut self) {
        let primary = self.primary.take().expect("it runs");
        self.runtime.block_on(primary.stop()).expect("it stops");
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        for server in [self.standby.take(), self.primary.take()].into_iter().flatten() {
            let _ = self.runtime.block_on(server.stop());
        }
    }
}

async fn server(home: &Path) -> EmbeddedPostgres {
    let settings = REPLICATING.map(str::to_owned).to_vec();
    let options = Options { durable: false, settings, ..Options::new(home) };
    EmbeddedPostgres::start(&options).await.expect("the server starts")
}

/// What the processes are started with.
struct Settings<'a> {
    folder: &'a Path,
    url: String,
    read_url: String,
}

/// A serving process. Dropping it kills it.
struct Service {
    child: Child,
    address: String,
}

impl Service {
    fn start(settings: &Settings<'_>, roles: &str) -> Self {
        let log = settings.folder.join("serve.log");
        let mut command = Command::new(binary());
        command
            .args(["serve", "--roles", roles])
            .env("GREENSTALL_DATA_DIR", settings.folder.join("data"))
            .env("GREENSTALL_HTTP__ADDR", "127.0.0.1:0")
            .env("GREENSTALL_DATABASE__URL", &settings.url)
            .env("GREENSTALL_DATABASE__READ_URL", &settings.read_url)
            .stdout(Stdio::piped())
            .stderr(File::options().create(true).append(true).open(&log).expect("a log"));
        let mut child = command.spawn().expect("the binary starts");
        let address = announced_address(&mut child).recv_timeout(READY_WITHIN);
        let text = || std::fs::read_to_string(&log).unwrap_or_default();
        let address = address.unwrap_or_else(|_| panic!("not ready:\n{}", text()));
        Self { child, address }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn queries_on_a_standby_see_their_own_writes_and_say_when_they_cannot() {
    let mut pair = Pair::start();
    for _ in 0..5 {
        let written = pair.write();
        assert!(pair.read(written), "the answer waits until the standby has position {written}");
    }

    let customer =
        json!({ "name": "Ada", "email": "ada@example.com", "password": PASSWORD, "role": "customer" });
    let (answer, signed_up) = pair.send("/auth/signup", None, &customer);
    let token = answer["token"].as_str().expect("a token");
    assert_eq!(pair.who_am_i(token, signed_up), 200);

    pair.ask_standby("SELECT pg_wal_replay_pause()");
    let (_, logged_out) = pair.send("/auth/logout", Some(token), &json!({}));
    assert_eq!(pair.who_am_i(token, logged_out), 503, "the standby cannot know that the session has ended");
    let written = pair.write();
    let began = Instant::now();
    assert!(!pair.read(written), "a standby that stands still says that its answer is old");
    assert!(began.elapsed() < Duration::from_secs(10), "and answers in time: {:?}", began.elapsed());
    let refused = wait_for("the balancer to be told", || {
        let (status, text) = pair.readiness();
        (status == 503).then_some(text)
    });
    assert!(refused.contains("behind the primary"), "{refused}");

    pair.ask_standby("SELECT pg_wal_replay_resume()");
    let written = pair.write();
    wait_for("the standby to catch up", || pair.read(written).then_some(()));
    assert_eq!(pair.who_am_i(token, logged_out), 401);
    wait_for("the balancer to be told", || (pair.readiness().0 == 200).then_some(()));
    assert!(!pair.read(written + 1_000_000), "a position from the future gets an old answer");

    pair.stop_primary();
    pair.read(written);
    assert_eq!(pair.readiness().0, 200, "queries do not need the primary");

    pair.ask_standby("SELECT pg_promote(true, 60)");
    wait_for("the positions of the former standby", || pair.read(written).then_some(()));
    assert_eq!(pair.readiness().0, 200);
}
