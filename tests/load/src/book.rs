//! The book of a load: every journey's latency and every fault, by kind, by minute and by third of the measured time.

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use crate::{fault::Fault, latencies::Latencies, profile::Kind};

/// Faults of each kind of journey and reason whose text is kept.
const KEPT_TEXTS: usize = 3;

/// The number of faults by kind of journey and by reason.
pub(crate) type Faults = BTreeMap<(Kind, &'static str), u64>;

/// A page of the book.
#[derive(Clone, Default)]
pub(crate) struct Page {
    pub(crate) latencies: BTreeMap<Kind, Latencies>,
    pub(crate) faults: Faults,
}

impl Page {
    /// The latencies of all journeys together; delays do not count.
    pub(crate) fn journeys(&self) -> Latencies {
        let mut all = Latencies::default();
        let journeys = self.latencies.iter().filter(|(kind, _)| kind.row().per_second > 0.0);
        journeys.for_each(|(_, latencies)| all.add(latencies));
        all
    }

    pub(crate) fn errors(&self) -> u64 {
        self.faults.values().sum()
    }
}

#[derive(Default)]
struct Pages {
    minute: Page,
    all: Page,
    thirds: [Page; 3],
    texts: BTreeMap<(Kind, &'static str), Vec<String>>,
    failures: u64,
}

pub(crate) struct Book {
    /// Journeys that begin earlier are part of the warm-up.
    from: Instant,
    measured: Duration,
    pages: Mutex<Pages>,
}

impl Book {
    pub(crate) fn new(from: Instant, measured: Duration) -> Self {
        Self { from, measured, pages: Mutex::default() }
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The third of the measured time in which something is due; `None` in the warm-up.
    fn third(&self, due: Instant) -> Option<usize> {
        let since = due.checked_duration_since(self.from)?;
        let share = since.as_secs_f64() / self.measured.as_secs_f64();
        Some(((share * 3.0) as usize).min(2))
    }

    /// Records a journey that was due at a moment, or a delay that was found then.
    pub(crate) fn record(&self, kind: Kind, due: Instant, latency: Duration) {
        let Some(third) = self.third(due) else { return };
        let mut pages = self.pages();
        let Pages { minute, all, thirds, .. } = &mut *pages;
        for page in [minute, all, &mut thirds[third]] {
            page.latencies.entry(kind).or_default().record(latency);
        }
    }

    /// Records a fault. Those of the warm-up are counted only if they fail the run.
    pub(crate) fn fault(&self, kind: Kind, due: Instant, fault: &Fault) {
        let third = self.third(due);
        let mut pages = self.pages();
        pages.failures += u64::from(fault.fails_the_run());
        let texts = pages.texts.entry((kind, fault.name())).or_default();
        if texts.len() < KEPT_TEXTS {
            texts.push(format!("{}: {}: {fault}", kind.row().name, fault.name()));
        }
        let Some(third) = third else { return };
        let Pages { minute, all, thirds, .. } = &mut *pages;
        for page in [minute, all, &mut thirds[third]] {
            *page.faults.entry((kind, fault.name())).or_default() += 1;
        }
    }

    /// What was recorded since the last call.
    pub(crate) fn take_minute(&self) -> Page {
        std::mem::take(&mut self.pages().minute)
    }

    pub(crate) fn all(&self) -> Page {
        self.pages().all.clone()
    }

    /// The first and the last third.
    pub(crate) fn ends(&self) -> [Page; 2] {
        let pages = self.pages();
        [pages.thirds[0].clone(), pages.thirds[2].clone()]
    }

    /// The first texts of faults.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.pages().texts.values().flatten().cloned().collect()
    }

    /// Faults that fail the run, the warm-up included.
    pub(crate) fn failures(&self) -> u64 {
        self.pages().failures
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn book() -> (Book, Instant) {
        let from = Instant::now() + 60 * SECOND;
        (Book::new(from, 300 * SECOND), from)
    }

    #[test]
    fn the_warm_up_is_excluded_but_for_failures() {
        let (book, from) = book();
        book.record(Kind::Search, from - SECOND, SECOND);
        book.fault(Kind::Search, from - SECOND, &Fault::Overload);
        assert_eq!((book.all().journeys().summary().count, book.all().errors(), book.failures()), (0, 0, 0));
        book.fault(Kind::Search, from - SECOND, &Fault::Server(500, "oh".into()));
        assert_eq!((book.all().errors(), book.failures()), (0, 1));
    }

    #[test]
    fn a_journey_counts_in_the_third_in_which_it_was_due_however_late_it_ends() {
        let (book, from) = book();
        book.record(Kind::Search, from + 99 * SECOND, 250 * SECOND);
        book.record(Kind::Search, from + 200 * SECOND, SECOND);
        book.record(Kind::Search, from + 400 * SECOND, SECOND);
        let counts = book.ends().map(|page| page.journeys().summary().count);
        assert_eq!(counts, [1, 2]);
    }

    #[test]
    fn delays_are_no_journeys() {
        let (book, from) = book();
        book.record(Kind::OrderStreamed, from, SECOND);
        assert_eq!(book.all().journeys().summary().count, 0);
        assert_eq!(book.all().latencies[&Kind::OrderStreamed].summary().count, 1);
    }

    #[test]
    fn a_minute_is_taken_once() {
        let (book, from) = book();
        book.record(Kind::Search, from, SECOND);
        assert_eq!(book.take_minute().journeys().summary().count, 1);
        assert_eq!(book.take_minute().journeys().summary().count, 0);
    }

    #[test]
    fn only_errors_of_the_server_and_broken_promises_fail_the_run() {
        let (book, from) = book();
        for fault in [Fault::Refused(409, "no".into()), Fault::Overload, Fault::TimeOut("late".into())] {
            book.fault(Kind::Cart, from, &fault);
        }
        assert_eq!((book.all().errors(), book.failures()), (3, 0));
        book.fault(Kind::Cart, from, &Fault::Broken("gone".into()));
        assert_eq!(book.failures(), 1);
        assert_eq!(book.texts().len(), 4);
        (0..9).for_each(|_| book.fault(Kind::Cart, from, &Fault::Overload));
        assert_eq!(book.texts().len(), 3 + KEPT_TEXTS, "many faults of one kind do not hide the others");
    }
}
