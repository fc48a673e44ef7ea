//! What all who use the market share: where the program is, when to stop, what they were promised, and what was wrong.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError, RwLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use super::audit::{Broken, Offence, Promises};
use crate::report::Tally;

/// Processes that take commands; the first one answers queries, too.
pub(crate) const PROCESSES: usize = 2;

#[derive(Default)]
pub(crate) struct Board {
    /// None while a process is dead.
    addresses: RwLock<[Option<String>; PROCESSES]>,
    /// Of the primary, without the proxy: the payment provider's way to its books.
    pub(crate) database: RwLock<String>,
    pub(crate) stop: AtomicBool,
    /// Commands that each process has answered.
    pub(crate) answered: [AtomicU64; PROCESSES],
    /// Purchases that were finished, however they ended.
    pub(crate) purchases: AtomicU64,
    /// Answers to visitors that were not told to be stale.
    pub(crate) fresh_reads: AtomicU64,
    /// How often Postgres was killed or replaced.
    pub(crate) crashes: AtomicU64,
    book: Mutex<Book>,
}

/// What was promised, counted, and broken.
#[derive(Clone, Default)]
pub(crate) struct Book {
    pub(crate) promises: Promises,
    pub(crate) tally: Tally,
    pub(crate) offences: Vec<Offence>,
    /// The price that was acknowledged last of the product that visitors look at, and the position of the answer.
    pub(crate) price: (u64, u64),
    /// The highest position that any command's answer has told.
    pub(crate) highest: u64,
}

impl Board {
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

    pub(crate) fn offence(&self, kind: Broken, what: String) {
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

    /// How far all who use the market are.
    pub(crate) fn progress(&self) -> Progress {
        Progress {
            answered: [0, 1].map(|process| self.answered[process].load(Ordering::Relaxed)),
            purchases: self.purchases.load(Ordering::Relaxed),
            fresh_reads: self.fresh_reads.load(Ordering::Relaxed),
        }
    }
}

/// See [`Board::progress`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    answered: [u64; PROCESSES],
    purchases: u64,
    fresh_reads: u64,
}

impl Progress {
    /// Whether both processes have answered commands since, people have bought and visitors have read.
    pub(crate) fn goes_on_since(&self, before: &Self) -> bool {
        self.answered.iter().zip(before.answered).all(|(now, before)| *now > before + 2)
            && self.purchases > before.purchases + 2
            && self.fresh_reads > before.fresh_reads
    }
}

/// Attempts by what they are about, and whether one was acknowledged.
pub(crate) type Attempts = BTreeMap<String, bool>;
