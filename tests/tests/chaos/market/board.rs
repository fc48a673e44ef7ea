//! The state that all users of a market share: the processes' addresses, whether to stop, the promises and the
//! offences.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use super::audit::{BrokenPromise, Offence, Promises};
use crate::report::Tally;

/// The number of processes that accept commands. Only the first one answers queries, too.
pub(crate) const PROCESSES: usize = 2;

#[derive(Default)]
pub(crate) struct SharedState {
    /// The address of each process; `None` while the process is dead.
    addresses: RwLock<[Option<String>; PROCESSES]>,
    /// The URL of the primary without the proxy. The payment provider keeps its books there.
    pub(crate) database: RwLock<String>,
    pub(crate) stop: AtomicBool,
    /// For each process, the number of commands that it has answered.
    pub(crate) answered: [AtomicU64; PROCESSES],
    /// The number of finished purchases, whatever their outcome.
    pub(crate) purchases: AtomicU64,
    /// The number of answers to visitors that were not marked as stale.
    pub(crate) fresh_reads: AtomicU64,
    /// The number of times that Postgres was killed or replaced.
    pub(crate) crashes: AtomicU64,
    book: Mutex<Book>,
}

/// Promises, counts and offences.
#[derive(Clone, Default)]
pub(crate) struct Book {
    pub(crate) promises: Promises,
    pub(crate) tally: Tally,
    pub(crate) offences: Vec<Offence>,
    /// The last acknowledged price of the product that visitors watch, and the position of that acknowledgement.
    pub(crate) price: (u64, u64),
    /// The highest position in any command's answer.
    pub(crate) highest: u64,
}

impl SharedState {
    pub(crate) fn address(&self, process: usize) -> Option<String> {
        self.addresses.read().unwrap_or_else(PoisonError::into_inner)[process].clone()
    }

    pub(crate) fn moved(&self, process: usize, address: Option<String>) {
        self.addresses.write().unwrap_or_else(PoisonError::into_inner)[process] = address;
    }

    pub(crate) fn database(&self) -> String {
        self.database.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn database_moved(&self, url: &str) {
        url.clone_into(&mut self.database.write().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn count(&self, what: &'static str) {
        self.book().tally.add(what, 1);
    }

    pub(crate) fn offence(&self, kind: BrokenPromise, what: String) {
        self.book().offences.push(Offence { kind, what });
    }

    /// Another board with the same addresses and a copy of the book.
    pub(crate) fn copy(&self) -> Self {
        let addresses = self.addresses.read().unwrap_or_else(PoisonError::into_inner).clone();
        let book = self.book().clone();
        Self {
            addresses: RwLock::new(addresses),
            database: RwLock::new(self.database()),
            crashes: AtomicU64::new(self.crashes.load(Ordering::SeqCst)),
            book: Mutex::new(book),
            ..Self::default()
        }
    }

    /// The progress of all users of the market so far.
    pub(crate) fn progress(&self) -> Progress {
        Progress {
            answered: [0, 1].map(|process| self.answered[process].load(Ordering::Relaxed)),
            purchases: self.purchases.load(Ordering::Relaxed),
            fresh_reads: self.fresh_reads.load(Ordering::Relaxed),
        }
    }
}

/// Counts that show whether the market makes progress; see [`SharedState::progress`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    answered: [u64; PROCESSES],
    purchases: u64,
    fresh_reads: u64,
}

impl Progress {
    /// Whether both processes have answered commands, customers have bought and visitors have read since `before`.
    pub(crate) fn has_progressed_since(&self, before: &Self) -> bool {
        self.answered.iter().zip(before.answered).all(|(now, before)| *now > before + 2)
            && self.purchases > before.purchases + 2
            && self.fresh_reads > before.fresh_reads
    }
}

/// For each subject, whether an attempt on it was acknowledged.
pub(crate) type Attempts = BTreeMap<String, bool>;
