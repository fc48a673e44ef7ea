//! The whole program under faults: two processes of the real binary, with customers, a merchant and visitors over HTTP,
//! a payment provider and a mail server. The events are in Postgres or in a KurrentDB double.

mod audit;
mod board;
mod client;
mod evidence;
mod expired_checkouts;
mod faults;
mod foreign_sessions;
mod memory;
mod merchant;
mod program;
mod rounds;
mod shopper;
mod site;
mod visitor;

use std::{
    path::Path,
    sync::{Arc, atomic::Ordering},
    thread::JoinHandle,
    time::{Duration, Instant},
};

use embedded_postgres::FolderLock;
use projections::views;
use tempfile::TempDir;
use test_support::{KurrentDbDouble, MailSink};
use tokio::runtime::Handle;

pub(crate) use self::{
    audit::{BrokenPromise, Offence},
    faults::{Fault, FaultSchedule, Store},
};
use self::{
    board::SharedState,
    client::{Client, Method},
    evidence::{Excuse, operate},
    expired_checkouts::ExpiredCheckouts,
    foreign_sessions::ForeignSessions,
    merchant::Merchant,
    program::{Program, ProgramSettings},
    shopper::{PASSWORD, Shopper},
    site::{Site, ask},
};
use crate::{report::Report, world};

const SHOPPERS: usize = 3;
/// How long the process managers may take to finish after the last command.
const SETTLED_WITHIN: Duration = Duration::from_secs(120);

/// The customers and the merchant of the market.
struct People {
    merchant: Merchant,
    shoppers: Vec<Shopper>,
}

/// The running users, each in a thread.
struct RunningUsers {
    merchant: JoinHandle<Merchant>,
    shoppers: Vec<JoinHandle<Shopper>>,
    visitor: JoinHandle<()>,
}

pub(crate) struct Market {
    store: Store,
    seed: u64,
    settings: ProgramSettings,
    /// The first process has every role, the second one only the command role.
    programs: [Program; board::PROCESSES],
    site: Site,
    foreign_sessions: ForeignSessions,
    double: Option<KurrentDbDouble>,
    sink: MailSink,
    board: Arc<SharedState>,
    people: Option<People>,
    at_work: Option<RunningUsers>,
    expired_checkouts: Option<ExpiredCheckouts>,
    late: u64,
    excuses: Vec<Excuse>,
    /// How often the market was opened. Each part of the run has its own keys.
    parts: u32,
    _lock: FolderLock,
    _folder: TempDir,
}

impl Market {
    pub(crate) async fn start(base: &Path, store: Store, seed: u64) -> Self {
        let (folder, lock) = world::folder(base).await;
        let site = Site::open(folder.path()).await;
        let sink = MailSink::start().await;
        let double = (store == Store::KurrentDb).then(KurrentDbDouble::start);
        let settings = ProgramSettings {
            folder: folder.path().into(),
            database: site.proxy.url(),
            event_store: double.as_ref().map(KurrentDbDouble::url).unwrap_or_default(),
            mail: sink.url(),
        };
        let programs = [
            Program::new(&settings, "program", &[]),
            Program::new(&settings, "commands", &["--roles", "command"]),
        ];
        let mut market = Self {
            store,
            seed,
            settings,
            programs,
            site,
            foreign_sessions: ForeignSessions::default(),
            double,
            sink,
            board: Arc::default(),
            people: None,
            at_work: None,
            expired_checkouts: None,
            late: 0,
            excuses: Vec::new(),
            parts: 0,
            _lock: lock,
            _folder: folder,
        };
        market.start_the_dead().await;
        market.move_in().await;
        market
    }

    /// Signs up all users and opens the market.
    async fn move_in(&mut self) {
        let email = "admin@market.example";
        let made = ["admin", "create", "--email", email, "--name", "Ada Admin", "--password", PASSWORD];
        operate(&self.settings, &made).await.expect("an admin is made");
        let (board, seed) = (Arc::clone(&self.board), self.seed);
        let people = tokio::task::spawn_blocking(move || {
            let mut admin = Client::new(&board, "admin", seed);
            let form = serde_json::json!({ "email": email, "password": PASSWORD });
            let token = admin.done(Method::Post, "/auth/login", &form)?.text("/token");
            admin.hold(token);
            let merchant = Merchant::open(Client::new(&board, "merchant", seed), &mut admin)?;
            let shoppers: Option<Vec<Shopper>> = (0..SHOPPERS)
                .map(|number| {
                    let mut client = Client::new(&board, &format!("customer{number}"), seed);
                    client.seen = merchant.client.seen;
                    Shopper::sign_up(client, &merchant.product)
                })
                .collect();
            Some(People { merchant, shoppers: shoppers? })
        });
        let people = people.await.expect("nobody panics");
        let people = people.unwrap_or_else(|| panic!("everybody signs up: {:?}", self.board.book().offences));
        if self.store == Store::Postgres {
            let id = |text: &str| text.parse().expect("an id");
            self.expired_checkouts = Some(ExpiredCheckouts {
                customer: id(&people.shoppers[0].customer),
                merchant: id(&people.merchant.id),
                product: people.merchant.product.parse().expect("an id"),
                sold_out: people.merchant.sold_out.parse().expect("an id"),
            });
        }
        self.people = Some(people);
        self.open(&Arc::clone(&self.board));
        self.wait_until_it_makes_progress(&Arc::clone(&self.board)).await;
    }

    /// Starts all users with this shared state.
    fn open(&mut self, board: &Arc<SharedState>) {
        self.parts += 1;
        let part = self.parts;
        board.stop.store(false, Ordering::Relaxed);
        let People { merchant, shoppers } = self.people.as_ref().expect("everybody has signed up");
        let name = |who: &str| format!("{who}-{part}");
        let watched = merchant.watched.clone();
        let visitor = Client::new(board, &name("visitor"), self.seed);
        let visitor = std::thread::spawn(move || visitor::watch(visitor, &watched));
        let merchant = merchant.again(board, &name("merchant"));
        let merchant = std::thread::spawn(move || merchant.work());
        let shoppers = shoppers.iter().enumerate().map(|(number, shopper)| {
            let shopper = shopper.again(board, &name(&format!("customer{number}")));
            let runtime = Handle::current();
            std::thread::spawn(move || shopper.shop(&runtime))
        });
        self.at_work = Some(RunningUsers { merchant, shoppers: shoppers.collect(), visitor });
    }

    /// Tells all users to stop, waits for them, and returns them.
    async fn close(&mut self, board: &Arc<SharedState>) -> People {
        board.stop.store(true, Ordering::Relaxed);
        let RunningUsers { merchant, shoppers, visitor } = self.at_work.take().expect("the market is open");
        let closing = tokio::task::spawn_blocking(move || {
            visitor.join().expect("the visitor does not panic");
            People {
                merchant: merchant.join().expect("the merchant does not panic"),
                shoppers: shoppers.into_iter().map(|one| one.join().expect("no customer panics")).collect(),
            }
        });
        closing.await.expect("everybody has ended")
    }

    /// Closes the market, waits until the process managers have finished, and audits the market.
    pub(crate) async fn close_and_audit(&mut self, report: &mut Report) {
        let board = Arc::clone(&self.board);
        self.people = Some(self.close(&board).await);
        self.take_over_findings(&board, report);
        self.audit(report).await;
    }

    /// Audits a market at rest.
    pub(crate) async fn audit(&mut self, report: &mut Report) {
        // End the lease's connection. In the new term all steps are due at once, so that nobody waits a minute until
        // the provider is asked again.
        self.end_lease_connection().await;
        let deadline = Instant::now() + SETTLED_WITHIN;
        let promises = self.board.book().promises.clone();
        let offences = loop {
            let (url, letters) = (self.site.server.url(), self.sink.letters());
            let evidence = evidence::collect(&self.settings, url, letters, &self.excuses).await;
            let mut tally = report.tally.clone();
            let offences = audit::audit(&evidence, &promises, &mut tally);
            let unfinished = offences.iter().any(|offence| offence.kind.may_be_unfinished());
            if !unfinished || Instant::now() > deadline {
                report.has_events(self.store, evidence.events.len());
                report.tally = tally;
                break offences;
            }
        };
        report.offences.extend(offences);
        report.tally.add("audits of everything", 1);
    }

    /// Checks that every view matches a rebuild of the log.
    pub(crate) async fn verify_views(&mut self, report: &mut Report) {
        report.tally.add("views compared with a rebuild of the log", views::all().len() as u64);
        if let Err(message) = operate(&self.settings, &["views", "verify"]).await {
            report.offences.push(Offence { kind: BrokenPromise::ViewWrong, what: message });
        }
    }

    /// Causes offences: a payment that is not in the log, a refund that the provider forgets, an acknowledged order
    /// that is lost, and a row of a view that does not come from the log. Returns the offences that the audit must
    /// find.
    pub(crate) async fn corrupt(&self) -> Vec<BrokenPromise> {
        let url = self.site.server.url();
        for statement in [
            "INSERT INTO sandbox.intents (id, intent)
             SELECT 'pi_unknown', intent || '{\"id\": \"pi_unknown\", \"checkout_id\": \"none\"}' FROM sandbox.intents
             WHERE intent->>'status' = 'succeeded' AND intent->'refunds' = '[]' LIMIT 1 RETURNING 1::bigint",
            "UPDATE sandbox.intents SET intent = intent || '{\"refunds\": []}'
             WHERE id = (SELECT id FROM sandbox.intents WHERE intent->'refunds' <> '[]' LIMIT 1) RETURNING 1::bigint",
            "UPDATE read.accounts_users SET name = 'Nobody'
             WHERE account_id = (SELECT min(account_id::text)::uuid FROM read.accounts_users) RETURNING 1::bigint",
        ] {
            assert_eq!(ask::<i64>(url, statement).await, Some(1), "{statement}");
        }
        self.board.book().promises.orders.insert("GS-acknowledged".to_owned());
        vec![
            BrokenPromise::Unsettled,
            BrokenPromise::NotRefunded,
            BrokenPromise::EffectLost,
            BrokenPromise::ViewWrong,
        ]
    }

    /// Adds the users' counts and offences to the report.
    fn take_over_findings(&self, board: &SharedState, report: &mut Report) {
        let mut book = board.book();
        report.tally.add_all(&std::mem::take(&mut book.tally));
        report.offences.append(&mut book.offences);
    }

    pub(crate) fn reopen_if_closed(&mut self) {
        if self.at_work.is_none() {
            self.open(&Arc::clone(&self.board));
        }
    }

    /// Stops all processes with SIGTERM.
    pub(crate) async fn stop(mut self) {
        let [one, other] = &mut self.programs;
        tokio::join!(one.stop(), other.stop());
        self.site.stop().await;
    }
}

impl Drop for Market {
    fn drop(&mut self) {
        self.board.stop.store(true, Ordering::Relaxed);
        if std::thread::panicking() {
            for program in &self.programs {
                eprintln!("{}\n", program.tail());
            }
        }
    }
}
