//! Plays a round: injects the faults, repairs them, and checks that the market makes progress again.

use std::{
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use test_support::{Silence, wait_for};

use super::{
    BrokenPromise, Excuse, Market, SharedState, Store, ask,
    expired_checkouts::ExpiredCheckout,
    faults::{Fault, Round},
    program::compile_skewed_clock,
};
use crate::report::Report;

/// A mail that was sent this long before a crash may have no durable record.
const UNNOTED_MAIL_WINDOW: Duration = Duration::from_secs(5);
/// How far the clocks of the processes are off when they differ. The first process leads the process managers, which one
/// with a clock that is off by 30 s does not.
const CLOCKS_OFF_BY_SECONDS: [i64; super::board::PROCESSES] = [20, -20 * 60];
/// The part of a query that finds the holder of the process managers' lease.
const LEASE_HOLDER: &str = "FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND (classid::bigint << 32 | objid::bigint) = hashtext('process managers')::bigint";
/// The log line of a process that has noticed that the log was replaced by a shorter one.
const LOG_REPLACED_LINE: &str = "the event log was replaced";
/// The fewest acknowledged positions that the lossy failover must lose.
const LOST_POSITIONS: u64 = 10;

impl Market {
    /// Plays a round, and adds its findings to the report.
    pub(crate) async fn play(&mut self, round: &Round, report: &mut Report) {
        if round.faults.iter().any(|(_, fault)| *fault == Fault::LossyFailover) {
            return self.fail_over_to_a_shorter_log(report).await;
        }
        self.write_expired_checkouts(report).await;
        let mut faults = round.faults.clone();
        // End the lease's connection first, while the lease still has a holder, and let other programs come while the
        // database answers.
        faults.sort_by_key(|(_, fault)| match fault {
            Fault::LeaseConnectionEnded => 0,
            fault if fault.is_foreign_session() => 1,
            _ => 2,
        });
        if faults.iter().any(|(_, fault)| *fault == Fault::SynchronousFailover) {
            self.site.make_standby(true).await;
        }
        let began = Instant::now();
        for (pause, fault) in &faults {
            // The pauses come from the seed, so that faults happen at random moments.
            tokio::time::sleep(*pause).await;
            self.inject(*fault).await;
            report.injected(*fault, self.store);
        }
        if self.is_broken(&faults) {
            tokio::time::sleep(round.outage).await;
        }
        self.mend().await;
        let back = Instant::now();
        let board = Arc::clone(&self.board);
        self.wait_until_it_makes_progress(&board).await;
        report.recovered(self.store, back.elapsed());
        self.end_what_the_market_bears(&board).await;
        if faults.iter().any(|(_, fault)| fault.may_repeat_mails()) {
            self.excuse(began, false);
        }
        self.take_over_findings(&board, report);
    }

    fn excuse(&mut self, began: Instant, lossy: bool) {
        let from = began.checked_sub(UNNOTED_MAIL_WINDOW).unwrap_or(began);
        self.excuses.push(Excuse { from, until: Instant::now() + UNNOTED_MAIL_WINDOW, lossy });
    }

    async fn inject(&mut self, fault: Fault) {
        let tell = |wish: &str| self.double.as_ref().expect("the log is in a KurrentDB").tell(wish);
        if fault.takes_postgres_down() {
            // Count the crash before it happens, so that all later readers know of it.
            self.board.crashes.fetch_add(1, Ordering::SeqCst);
        }
        match fault {
            Fault::KillCommandService => self.kill(1).await,
            Fault::KillProgram => {
                self.kill(0).await;
                self.kill(1).await;
            }
            Fault::LeaseConnectionEnded => self.end_lease_connection().await,
            Fault::SilentBothWays => drop(self.site.proxy.silence()),
            Fault::SilentRequests => drop(self.site.proxy.silence_in(Silence::Requests)),
            Fault::SilentAnswers => drop(self.site.proxy.silence_in(Silence::Answers)),
            Fault::NetworkHangs => self.site.proxy.hang(),
            Fault::NetworkReset => drop(self.site.proxy.reset()),
            Fault::KillPostgres => self.site.server.kill_whole().await,
            Fault::DumpIsOpen | Fault::WritersLockTaken | Fault::NotificationsRefused => {
                self.foreign_sessions.open(self.site.server.url(), fault).await;
            }
            Fault::ClocksDiffer => {
                compile_skewed_clock(&self.settings.folder).await;
                for (process, seconds) in CLOCKS_OFF_BY_SECONDS.into_iter().enumerate() {
                    self.programs[process].set_clock_off_by(seconds);
                    self.kill(process).await;
                }
            }
            Fault::SynchronousFailover | Fault::LossyFailover => {
                self.site.fail_over().await;
                self.board.database_moved(self.site.server.url());
            }
            Fault::KillKurrentDb => self.double.as_ref().expect("the log is in a KurrentDB").kill(),
            Fault::KurrentDbCut => tell("cut"),
            Fault::KurrentDbAnswersLost => tell("cut-after 3"),
            Fault::KurrentDbHangs => tell("hang 2"),
            Fault::KurrentDbLosesTheLead => tell("not-leader 3"),
            Fault::KurrentDbBehind => {
                tell("behind 3");
                tell("cut-read 3");
            }
        }
    }

    /// Ends the faults during which the market had to go on: sessions of other programs, and wrong clocks.
    async fn end_what_the_market_bears(&mut self, board: &Arc<SharedState>) {
        self.foreign_sessions.end(self.site.server.url()).await;
        let [one, other] = &mut self.programs;
        if one.clock_is_off() || other.clock_is_off() {
            for process in [0, 1] {
                self.programs[process].set_clock_off_by(0);
                self.kill(process).await;
            }
            self.start_the_dead().await;
            self.wait_until_it_makes_progress(board).await;
        }
    }

    async fn kill(&mut self, process: usize) {
        self.board.moved(process, None);
        self.programs[process].kill().await;
    }

    /// Whether one of the faults lasts until it is repaired.
    fn is_broken(&self, faults: &[(Duration, Fault)]) -> bool {
        let hangs =
            faults.iter().any(|(_, fault)| matches!(fault, Fault::NetworkHangs | Fault::KillKurrentDb));
        hangs || !self.site.server.is_running() || self.programs.iter().any(|program| !program.is_running())
    }

    async fn mend(&mut self) {
        if !self.site.server.is_running() {
            self.site.server.restart().await;
        }
        self.site.proxy.mend();
        if let Some(double) = &self.double {
            double.start_again_if_killed();
        }
        self.start_the_dead().await;
    }

    pub(super) async fn start_the_dead(&mut self) {
        self.board.database_moved(self.site.server.url());
        let [one, other] = &mut self.programs;
        let start = async |program: &mut super::Program| match program.is_running() {
            true => None,
            false => Some(program.start().await),
        };
        let addresses = tokio::join!(start(one), start(other));
        for (process, address) in [addresses.0, addresses.1].into_iter().enumerate() {
            if address.is_some() {
                self.board.moved(process, address);
            }
        }
    }

    /// Waits until both processes answer commands, customers buy, visitors read fresh prices, a process holds the
    /// process managers' lease, and views and managers have reached the end of the log.
    pub(super) async fn wait_until_it_makes_progress(&mut self, board: &Arc<SharedState>) {
        let before = board.progress();
        wait_for("the program to go on", async || {
            self.programs.iter_mut().for_each(super::Program::assert_alive);
            board.progress().has_progressed_since(&before).then_some(())
        })
        .await;
        let url = self.site.server.url();
        let head = self.head().await;
        let behind = format!(
            "SELECT (SELECT count(*) FROM read.checkpoints WHERE position < {head})
                  + (SELECT count(*) FROM automation.checkpoints WHERE position < {head})"
        );
        wait_for("views and process managers to follow", async || {
            (ask::<i64>(url, &behind).await? == 0).then_some(())
        })
        .await;
        wait_for("somebody to run the process managers", async || {
            (ask::<i64>(url, &format!("SELECT count(*) {LEASE_HOLDER}")).await? > 0).then_some(())
        })
        .await;
    }

    /// The end of the log. In KurrentDB it is the highest acknowledged position.
    async fn head(&self) -> u64 {
        match self.store {
            Store::KurrentDb => self.board.book().highest,
            Store::Postgres => {
                let url = self.site.server.url();
                let head = "SELECT max(position) FROM event_store.events";
                wait_for("the log's end", async || ask::<i64>(url, head).await).await.unsigned_abs()
            }
        }
    }

    pub(super) async fn end_lease_connection(&self) {
        let ended = format!("SELECT count(pg_terminate_backend(pid)) {LEASE_HOLDER}");
        wait_for("somebody to hold the lease", async || {
            ask::<i64>(self.site.server.url(), &ended).await.filter(|ended| *ended > 0)
        })
        .await;
    }

    /// Writes one expired checkout of each kind before the faults.
    async fn write_expired_checkouts(&mut self, report: &mut Report) {
        let Some(expired_checkouts) = &self.expired_checkouts else { return };
        let writer = expired_checkouts.at(self.site.server.url()).await;
        for late in [ExpiredCheckout::Unpaid, ExpiredCheckout::Paid, ExpiredCheckout::PaidInVain] {
            self.late += 1;
            let number = self.seed << 20 | self.late;
            let paid = writer.write(number, late).await;
            let mut book = self.board.book();
            *book.promises.checkouts.entry(expired_checkouts.customer.to_string()).or_default() += 1;
            book.promises.paid.extend(paid);
            drop(book);
            report.tally.add("checkouts that expired long ago", 1);
        }
        writer.close().await;
    }

    /// Fails over to a standby with a shorter log. First everything is settled. Then the standby is cut off while
    /// commands are acknowledged, and takes over. The commands acknowledged in between may be lost, and must then no
    /// longer be shown.
    async fn fail_over_to_a_shorter_log(&mut self, report: &mut Report) {
        self.close_and_audit(report).await;
        self.site.make_standby(false).await;
        let began = Instant::now();
        let lossy = Arc::new(self.board.copy());
        self.open(&lossy);
        self.wait_until_it_makes_progress(&lossy).await;
        self.site.cut_off_standby().await;
        let shared = self.head().await;
        wait_for("commands that the standby does not hear of", async || {
            (lossy.book().highest > shared + LOST_POSITIONS).then_some(())
        })
        .await;
        let noticed = self.noticed();
        self.inject(Fault::LossyFailover).await;
        lossy.database_moved(self.site.server.url());
        report.injected(Fault::LossyFailover, self.store);
        let shorter = self.head().await;
        let back = Instant::now();
        self.wait_until_it_makes_progress(&lossy).await;
        wait_for("every process to notice that the log is another one", async || {
            self.noticed().iter().zip(&noticed).all(|(now, before)| now > before).then_some(())
        })
        .await;
        report.recovered(self.store, back.elapsed());
        report.tally.add("processes that noticed a shorter log", self.programs.len() as u64);
        report
            .tally
            .add("acknowledged positions that a failover lost", lossy.book().highest.saturating_sub(shorter));
        // Drop the users of this part. The returning users remember only what they saw before it.
        drop(self.close(&lossy).await);
        self.excuse(began, true);
        self.drop_lost_promises(&lossy);
        self.take_over_findings(&lossy, report);
        self.verify_views(report).await;
        self.reopen_if_closed();
        let board = Arc::clone(&self.board);
        self.wait_until_it_makes_progress(&board).await;
    }

    /// Drops the promises made since the last audit, because the failover may have broken each of them. The requested
    /// checkouts stay, because some of them still exist.
    fn drop_lost_promises(&self, lossy: &SharedState) {
        let mut lost = lossy.book();
        lost.offences
            .retain(|offence| matches!(offence.kind, BrokenPromise::ServerError | BrokenPromise::Hung));
        self.board.book().promises.checkouts = std::mem::take(&mut lost.promises.checkouts);
    }

    fn noticed(&self) -> Vec<usize> {
        self.programs.iter().map(|program| program.has_logged(LOG_REPLACED_LINE)).collect()
    }
}
