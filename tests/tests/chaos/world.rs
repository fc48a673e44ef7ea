//! The first test's server, its two writers and two projectors, and the checks on them.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use embedded_postgres::{EmbeddedPostgres, FolderLock};
use event_store::{Categories, EventLog, LogError};
use shared_events::{Position, StreamId};
use sqlx::{PgPool, Row, postgres::PgPoolOptions};
use tempfile::TempDir;
use test_support::wait_for;
use uuid::Uuid;

use crate::{
    book::Book,
    checker::{Checker, Entry, Fault, Kind},
    compare,
    figures::Figures,
    plan::{Plan, Round, SLOTS, Victim},
    process::{Process, Role, Task},
    projector::{all_views, log_of, rebuilds},
    server::Server,
};

/// The number of appends that each writer must get acknowledged after a round's kills, before the next round.
const APPENDS_AFTER_KILL: u64 = 5;
const OUTAGE: Duration = Duration::from_secs(3);
const PAGE: usize = 1_000;
/// The prefix of the names of the tests' folders.
const PREFIX: &str = "greenstall-chaos-";

/// Creates a folder with a lock, which marks the folder as used even while its server is dead.
pub(crate) async fn folder(base: &Path) -> (TempDir, FolderLock) {
    sweep(base).await;
    let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(base).expect("a temporary folder");
    let lock = FolderLock::take(folder.path()).expect("a new folder is nobody else's");
    (folder, lock)
}

/// Removes the folders of test runs that were killed.
async fn sweep(base: &Path) {
    let Ok(entries) = std::fs::read_dir(base) else { return };
    for entry in entries.flatten() {
        let (name, folder) = (entry.file_name(), entry.path());
        // A folder without a lock file is just being created.
        if !name.to_string_lossy().starts_with(PREFIX) || !folder.join("lock").exists() {
            continue;
        }
        if let Ok(_lock) = FolderLock::take(&folder)
            && EmbeddedPostgres::delete(&folder.join("postgres")).await.is_ok()
        {
            // Another test process may be removing it, too.
            let _ = std::fs::remove_dir_all(&folder);
        }
    }
}

/// A process that is restarted whenever it was killed.
struct RestartedProcess {
    role: Role,
    number: usize,
    life: u32,
    process: Option<Process>,
}

pub(crate) struct World {
    writers: Vec<RestartedProcess>,
    projectors: Vec<RestartedProcess>,
    shop: PgPool,
    log: EventLog,
    /// Reads the new events of the log in each round, like a subscriber.
    checker: Checker,
    read_up_to: Position,
    book: Book,
    pub(crate) figures: Figures,
    server: Server,
    folder: TempDir,
    /// The lock that [`folder`] returned.
    _lock: FolderLock,
}

impl World {
    pub(crate) async fn start(base: &Path, seed: u64) -> Self {
        let (folder, lock) = folder(base).await;
        let server = Server::start(folder.path()).await;
        let shop = PgPoolOptions::new().max_connections(4).connect(server.url()).await.expect("the database");
        event_store::postgres::migrate(&shop.clone().into()).await.expect("the store's tables are made");
        projections::engine::migrate(&shop.clone().into()).await.expect("the engine's tables are made");
        let slots = |role| {
            (0..SLOTS).map(|number| RestartedProcess { role, number, life: 0, process: None }).collect()
        };
        let mut world = Self {
            writers: slots(Role::Writer),
            projectors: slots(Role::Projector),
            log: log_of(&shop),
            shop,
            checker: Checker::default(),
            read_up_to: Position::START,
            book: Book::new(folder.path().into()),
            figures: Figures::new(seed),
            server,
            folder,
            _lock: lock,
        };
        world.start_the_dead();
        world.wait_for_work().await;
        world
    }

    /// Kills the round's targets, restarts them, and returns when all of them work again.
    pub(crate) async fn play(&mut self, round: &Round, plan: &mut Plan) {
        for (pause, victim) in &round.kills {
            // The pauses come from the seed, so that kills happen at random moments.
            tokio::time::sleep(*pause).await;
            self.kill(*victim, plan).await;
            *self.figures.kills.entry(victim.kind()).or_default() += 1;
        }
        if round.processes_first {
            self.start_the_dead();
        }
        if !self.server.is_running() {
            self.figures.long_outages += u32::from(round.outage > OUTAGE);
            tokio::time::sleep(round.outage).await;
            self.server.restart().await;
        }
        self.start_the_dead();
        let back = Instant::now();
        self.wait_for_work().await;
        self.figures.recoveries.push(back.elapsed());
        self.figures.rounds += 1;
    }

    async fn kill(&mut self, victim: Victim, plan: &mut Plan) {
        match victim {
            Victim::Writer(slot) => self.writers[slot].kill().await,
            Victim::Projector(slot) => self.projectors[slot].kill().await,
            Victim::Server => self.server.kill_whole().await,
            Victim::Postmaster => self.server.kill_postmaster().await,
            Victim::Backend => self.server.kill_child(plan.dice()),
        }
    }

    fn start_the_dead(&mut self) {
        for slot in self.writers.iter_mut().chain(&mut self.projectors) {
            if slot.process.is_none() {
                if slot.role == Role::Writer {
                    self.book.begin(slot.number, slot.life);
                }
                let task = Task {
                    database: self.server.url().to_owned(),
                    folder: self.folder.path().into(),
                    slot: slot.number,
                    life: slot.life,
                    seed: self.figures.seed,
                };
                slot.process = Some(Process::start(slot.role, &task));
                slot.life += 1;
            }
        }
    }

    /// Waits until both writers append again and all views have applied the events from before. Also checks the
    /// answers.
    async fn wait_for_work(&mut self) {
        self.look().await;
        let (before, head) = (self.book.acknowledged(), self.read_up_to);
        wait_for("both writers to append", async || {
            self.book.read();
            let now = self.book.acknowledged();
            now.iter().zip(before).all(|(now, before)| *now >= before + APPENDS_AFTER_KILL).then_some(())
        })
        .await;
        self.wait_for_views(head).await;
        self.look().await;
    }

    async fn wait_for_views(&self, head: Position) {
        let views = all_views("").len() as i64;
        wait_for("all views to be up to date", async || {
            let behind: i64 =
                sqlx::query_scalar("SELECT $1 - count(*) FROM read.checkpoints WHERE position >= $2")
                    .bind(views)
                    .bind(head.0.cast_signed())
                    .fetch_one(&self.shop)
                    .await
                    .ok()?;
            (behind == 0).then_some(())
        })
        .await;
    }

    /// Reads the new events of the log, and checks the answers about them.
    async fn look(&mut self) {
        loop {
            let page = wait_for("a page of the log", async || {
                match self.log.read_all(self.read_up_to, &Categories::All, PAGE).await {
                    Err(error @ LogError::Unreadable { .. }) => panic!("{error}"),
                    page => page.ok(),
                }
            })
            .await;
            for event in page.events {
                if event.event.data.to_string().contains("\"$erased\"") {
                    self.checker.fault(Kind::Forgotten, event.stream.to_string());
                }
                let (position, stream, version, id) =
                    (event.position, event.stream, event.version, event.event_id);
                self.checker.read(Entry { position, stream, version, id });
            }
            self.read_up_to = page.up_to;
            if page.end {
                break;
            }
        }
        self.book.read();
        for one in self.book.unchecked_up_to(self.read_up_to) {
            self.checker.check_answer(&one);
        }
        self.figures.faults.extend(self.checker.take_faults());
    }

    /// Lets the engine verify its views while everything runs. Then stops the writers, compares the whole log with all
    /// answers that they got, and compares the views with a rebuild.
    pub(crate) async fn check_everything(&mut self) {
        self.figures.verified(compare::verify(&self.shop).await);
        for writer in &mut self.writers {
            writer.process.take().expect("writers run between rounds").end().await;
        }
        self.look().await;
        let whole = self.whole_log().await;
        if whole.events() != self.checker.events() {
            let (there, read) = (whole.events(), self.checker.events());
            self.checker
                .fault(Kind::Lost, format!("{read} of {there} events were seen by a reader that goes on"));
        }
        self.figures.events = whole.events();
        self.figures.faults.extend(whole.finish(self.book.tries()));
        self.figures.full_checks += 1;
        self.wait_for_views(self.read_up_to).await;
        self.figures.miscounted = compare::count(&self.shop).await;
        self.figures.compared(compare::with_a_rebuild(&self.server, &self.shop).await);
        self.figures.projectors = compare::count_writing_processes(&self.shop).await;
        self.figures.rebuilds = rebuilds(self.folder.path());
        self.figures.answers = self.book.answers();
        self.figures.unanswered = self.book.unanswered();
    }

    pub(crate) async fn go_on(&mut self) {
        self.start_the_dead();
        self.wait_for_work().await;
    }

    /// Reads the whole log from its table.
    async fn whole_log(&self) -> Checker {
        let mut whole = Checker::default();
        let rows = sqlx::query(
            "SELECT position, category, stream_id, version, event_id FROM event_store.events ORDER BY position",
        )
        .fetch_all(&self.shop)
        .await
        .expect("the log can be read");
        for row in rows {
            let number = |name: &str| row.get::<i64, _>(name).unsigned_abs();
            let stream =
                StreamId { category: row.get::<String, _>("category").into(), id: row.get("stream_id") };
            let (position, version) = (Position(number("position")), number("version"));
            whole.read(Entry { position, stream, version, id: row.get::<Uuid, _>("event_id") });
        }
        whole
    }

    /// Corrupts the views: applies an event twice, skips one, and changes a row of an account.
    pub(crate) async fn corrupt_the_views(&self) {
        let statements = [
            "UPDATE read.tally_events SET times = 2 WHERE position = (SELECT min(position) FROM read.tally_events)",
            "DELETE FROM read.tally_events WHERE position = (SELECT max(position) FROM read.tally_events)",
            "UPDATE read.accounts_users SET name = 'Nobody' WHERE account_id = (SELECT min(account_id::text)::uuid FROM read.accounts_users)",
        ];
        self.corrupt(&statements).await;
    }

    /// Corrupts the log: deletes the newest event, and replaces the oldest one.
    pub(crate) async fn corrupt_the_log(&self) {
        let statements = [
            "DELETE FROM event_store.events WHERE position = (SELECT max(position) FROM event_store.events)",
            "UPDATE event_store.events SET event_id = gen_random_uuid()
             WHERE position = (SELECT min(position) FROM event_store.events)",
        ];
        self.corrupt(&statements).await;
    }

    async fn corrupt(&self, statements: &[&'static str]) {
        for statement in statements {
            let spoilt =
                sqlx::query(*statement).execute(&self.shop).await.expect("the tables can be written to");
            assert_eq!(spoilt.rows_affected(), 1, "{statement}");
        }
    }

    /// Checks the log's table, while nobody writes; returns the faults.
    pub(crate) async fn check_the_log(&self) -> Vec<Fault> {
        self.whole_log().await.finish(self.book.tries())
    }

    /// Stops all processes and returns the figures of the run.
    pub(crate) async fn stop(mut self) -> Figures {
        for slot in self.writers.iter_mut().chain(&mut self.projectors) {
            if let Some(process) = slot.process.take() {
                process.end().await;
            }
        }
        self.shop.close().await;
        self.server.stop_running().await;
        self.figures
    }
}

impl RestartedProcess {
    async fn kill(&mut self) {
        self.process.take().expect("nobody is killed twice in a round").kill().await;
    }
}
