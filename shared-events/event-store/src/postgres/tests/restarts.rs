//! Restarts the server while writers append and a reader follows. Afterwards all acknowledged appends are in the log,
//! no rejected ones are, and no event is there twice.

use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use embedded_postgres::{EmbeddedPostgres, Options};
use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use postgres_kit::Pool;
use sqlx::postgres::PgPoolOptions;
use test_support::wait_for;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::{
    AppendError, Categories, EventStore,
    ExpectedVersion::Exact,
    contract::{
        concurrency::check_order,
        events, stream,
        torture::{ReaderComparison, SeenEvent},
        whole_log,
    },
    postgres::{PostgresEventStore, migrate},
};

const WRITERS: u128 = 8;

/// The number of appends that are acknowledged between two faults.
const APPENDS_BETWEEN_FAULTS: u64 = 300;

/// Longer than a writer retries by itself.
const OUTAGE_WITHOUT_END: Duration = Duration::from_secs(5);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restarts_and_crashes_lose_no_acknowledged_event() {
    // A crash of the server, unlike one of the machine, loses no written data, so a file system in memory is enough,
    // and faster.
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let mut server = start(folder.path()).await;
    let work = Work::begin(&server.url("postgres")).await;
    let began = Instant::now();

    work.goes_on().await;
    server.stop().await.unwrap();
    server = start(folder.path()).await;

    work.goes_on().await;
    kill(postmaster(folder.path()), Signal::SIGKILL).unwrap();
    drop(server);
    server = start(folder.path()).await;

    work.goes_on().await;
    let backend: i32 = sqlx::query_scalar(
        "SELECT pid FROM pg_stat_activity WHERE query LIKE '%event_store.append%' AND pid <> pg_backend_pid()",
    )
    .fetch_one(&work.direct)
    .await
    .unwrap();
    kill(Pid::from_raw(backend), Signal::SIGKILL).unwrap();

    work.goes_on().await;
    kill(postmaster(folder.path()), Signal::SIGKILL).unwrap();
    drop(server);
    let down = Instant::now();
    wait_for("writers to notice that the server stays away", async || {
        (down.elapsed() > OUTAGE_WITHOUT_END).then_some(())
    })
    .await;
    server = start(folder.path()).await;

    work.goes_on().await;
    let report = work.end().await;
    println!("4 blows, {:.1} s: {report}", began.elapsed().as_secs_f64());
    assert!(report.failed > 0, "nobody noticed that the server was away");
    server.stop().await.unwrap();
}

/// This needs permission to mount a file system: `cargo run -q -p test-support --bin with-postgres -- cargo nextest run
/// -p event-store --run-ignored only -E 'test(full_disk)'`
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "mounts a small file system, for which it must be root"]
async fn a_full_disk_loses_no_acknowledged_event() {
    let mount = Mount::of_megabytes(160);
    let ballast = mount.0.path().join("ballast");
    fs::write(&ballast, vec![0; 40_000_000]).unwrap();
    let mut server = start(mount.0.path()).await;
    let work = Work::begin(&server.url("postgres")).await;
    let failed = || work.failed.load(Ordering::SeqCst);
    wait_for("the disk to be full", async || (failed() > 20).then_some(())).await;
    fs::remove_file(ballast).unwrap();
    // A server that cannot write its WAL shuts down.
    server.stop().await.unwrap();
    server = start(mount.0.path()).await;
    work.goes_on().await;
    println!("full disk: {}", work.end().await);
    server.stop().await.unwrap();
}

/// A file system in memory. Dropping it unmounts it.
struct Mount(tempfile::TempDir);

impl Mount {
    fn of_megabytes(size: u32) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = format!("size={size}m,mode=755");
        let mount = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", &options, "tmpfs"])
            .arg(folder.path())
            .status();
        assert!(mount.unwrap().success(), "mounting is allowed");
        Self(folder)
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg("--lazy").arg(self.0.path()).status();
    }
}

async fn start(folder: &Path) -> EmbeddedPostgres {
    start_with(folder, Vec::new()).await
}

/// Starts the server with additional settings, as `name=value`.
pub(super) async fn start_with(folder: &Path, settings: Vec<String>) -> EmbeddedPostgres {
    let node_modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/postgres/node_modules");
    let options =
        Options { node_modules: vec![node_modules], settings, ..Options::new(folder.join("postgres")) };
    EmbeddedPostgres::start(&options).await.unwrap()
}

fn postmaster(folder: &Path) -> Pid {
    let text = fs::read_to_string(folder.join("postgres/cluster/postmaster.pid")).unwrap();
    Pid::from_raw(text.lines().next().unwrap().parse().unwrap())
}

/// Writers and a reader that continue after all errors.
struct Work {
    direct: Pool,
    store: Arc<PostgresEventStore>,
    acknowledged: Arc<AtomicU64>,
    failed: Arc<AtomicU64>,
    /// Set when the writers should append no more.
    finished: Arc<AtomicBool>,
    /// Set when all started appends have ended; the reader ends when it has read them.
    written: Arc<AtomicBool>,
    /// The writers. Each returns the version of its stream.
    writers: JoinSet<u64>,
    reader: tokio::task::JoinHandle<Vec<SeenEvent>>,
}

/// The outcome of the run.
struct Report {
    events: usize,
    acknowledged: u64,
    failed: u64,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { events, acknowledged, failed } = self;
        write!(
            f,
            "{acknowledged} appends acknowledged, {failed} failed and repeated; {events} events, none lost or doubled"
        )
    }
}

impl Work {
    async fn begin(url: &str) -> Self {
        let pool = || {
            let pool = PgPoolOptions::new().max_connections(4).acquire_timeout(Duration::from_secs(1));
            Pool::from(pool.connect_lazy(url).unwrap())
        };
        let direct = pool();
        migrate(&direct).await.unwrap();
        let store = PostgresEventStore::start(pool());
        let (acknowledged, failed) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let (finished, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let mut writers = JoinSet::new();
        for number in 0..WRITERS {
            let writer = Writer {
                store: Arc::clone(&store),
                direct: direct.clone(),
                acknowledged: Arc::clone(&acknowledged),
                failed: Arc::clone(&failed),
            };
            writers.spawn(writer.write(number, Arc::clone(&finished)));
        }
        let reader = tokio::spawn(follow(PostgresEventStore::start(pool()), Arc::clone(&written)));
        Self { direct, store, acknowledged, failed, finished, written, writers, reader }
    }

    /// Returns when [`APPENDS_BETWEEN_FAULTS`] more appends have been acknowledged.
    async fn goes_on(&self) {
        let wanted = self.acknowledged.load(Ordering::SeqCst) + APPENDS_BETWEEN_FAULTS;
        let done = || self.acknowledged.load(Ordering::SeqCst) >= wanted;
        wait_for("appends to be acknowledged", async || done().then_some(())).await;
    }

    async fn end(self) -> Report {
        self.finished.store(true, Ordering::SeqCst);
        let versions: u64 = self.writers.join_all().await.iter().sum();
        self.written.store(true, Ordering::SeqCst);
        let log = whole_log(&*self.store).await;
        check_order(&log);
        assert_eq!(log.len() as u64, versions, "what was acknowledged is there, and nothing else");
        let log: Vec<SeenEvent> = log.into_iter().map(SeenEvent::from).collect();
        let verdict = ReaderComparison::of(&self.reader.await.unwrap(), &log, &Categories::All);
        assert!(verdict.is_flawless(), "{verdict}");
        Report {
            events: log.len(),
            acknowledged: self.acknowledged.load(Ordering::SeqCst),
            failed: self.failed.load(Ordering::SeqCst),
        }
    }
}

/// Reads, despite all errors, until the writers have ended and all events are read.
async fn follow(store: Arc<PostgresEventStore>, written: Arc<AtomicBool>) -> Vec<SeenEvent> {
    let (mut seen, mut position) = (Vec::new(), shared_events::Position::START);
    loop {
        let last_round = written.load(Ordering::SeqCst);
        let Ok(page) = store.read_all(position, &Categories::All, 500).await else { continue };
        seen.extend(page.events.into_iter().map(SeenEvent::from));
        if page.up_to == position {
            if last_round {
                return seen;
            }
            store.wait_beyond(position, Duration::from_millis(200)).await;
        }
        position = page.up_to;
    }
}

struct Writer {
    store: Arc<PostgresEventStore>,
    direct: Pool,
    acknowledged: Arc<AtomicU64>,
    failed: Arc<AtomicU64>,
}

impl Writer {
    async fn write(self, number: u128, finished: Arc<AtomicBool>) -> u64 {
        let order = stream("order", number);
        let mut version = 0;
        while !finished.load(Ordering::SeqCst) {
            let new = events(&order, version + 1, version + 1 + version % 3);
            let mut may_be_written = false;
            let appended = loop {
                match self.store.append(&order, Exact(version), new.clone()).await {
                    Ok(appended) => break appended,
                    Err(AppendError::OutcomeUnknown(_)) => may_be_written = true,
                    Err(AppendError::Unavailable(reason)) if !may_be_written => {
                        let there = self.version(order.id).await;
                        assert_eq!(there, version, "not written, it said: {reason}");
                    }
                    Err(AppendError::Unavailable(_)) => {}
                    Err(error) => panic!("{error}"),
                }
                self.failed.fetch_add(1, Ordering::SeqCst);
            };
            version += new.len() as u64;
            assert_eq!(appended.version, version);
            self.acknowledged.fetch_add(1, Ordering::SeqCst);
        }
        version
    }

    /// Reads the stream's version as soon as the server answers.
    async fn version(&self, stream: Uuid) -> u64 {
        loop {
            let sql = "SELECT count(*) FROM event_store.events WHERE stream_id = $1";
            match sqlx::query_scalar::<_, i64>(sql).bind(stream).fetch_one(&self.direct).await {
                Ok(count) => return count.unsigned_abs(),
                Err(_) => tokio::task::yield_now().await,
            }
        }
    }
}
