//! The results of all rounds as a table.

use std::{
    collections::BTreeMap,
    fmt,
    time::{Duration, Instant},
};

use crate::market::{Fault, Offence, Store};

/// Counts by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally(BTreeMap<&'static str, u64>);

impl Tally {
    pub(crate) fn add(&mut self, what: &'static str, times: u64) {
        *self.0.entry(what).or_default() += times;
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        other.0.iter().for_each(|(what, times)| self.add(what, *times));
    }

    /// The count with this name.
    #[cfg(test)]
    pub(crate) fn of(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }
}

/// The report about the markets.
pub(crate) struct Report {
    began: Instant,
    seed: u64,
    rounds: BTreeMap<Store, usize>,
    faults: BTreeMap<(Fault, Store), u32>,
    pub(crate) tally: Tally,
    pub(crate) offences: Vec<Offence>,
    recoveries: Vec<Duration>,
    events: BTreeMap<Store, usize>,
}

impl Report {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            began: Instant::now(),
            seed,
            rounds: BTreeMap::new(),
            faults: BTreeMap::new(),
            tally: Tally::default(),
            offences: Vec::new(),
            recoveries: Vec::new(),
            events: BTreeMap::new(),
        }
    }

    pub(crate) fn injected(&mut self, fault: Fault, store: Store) {
        *self.faults.entry((fault, store)).or_default() += 1;
    }

    /// Records a round and how long the market took to recover from it.
    pub(crate) fn recovered(&mut self, store: Store, after: Duration) {
        *self.rounds.entry(store).or_default() += 1;
        self.recoveries.push(after);
    }

    pub(crate) const fn is_clean(&self) -> bool {
        self.offences.is_empty()
    }

    pub(crate) fn has_events(&mut self, store: Store, events: usize) {
        self.events.insert(store, events);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |counts: &BTreeMap<Store, usize>, store| counts.get(&store).copied().unwrap_or_default();
        let (postgres, kurrentdb) = (Store::Postgres, Store::KurrentDb);
        let (on_postgres, on_kurrentdb) = (of(&self.rounds, postgres), of(&self.rounds, kurrentdb));
        writeln!(f, "  {:<48} {:>10} {:>10}", "", "Postgres", "KurrentDB")?;
        let mut row =
            |name: &str, one: usize, other: usize| writeln!(f, "  {name:<48} {one:>10} {other:>10}");
        row("rounds, by where the log is", on_postgres, on_kurrentdb)?;
        row("events in the log at the end", of(&self.events, postgres), of(&self.events, kurrentdb))?;
        let mut faults: Vec<Fault> = self.faults.keys().map(|(fault, _)| *fault).collect();
        faults.dedup();
        for fault in faults {
            let times = |store| self.faults.get(&(fault, store)).copied().unwrap_or_default() as usize;
            row(&format!("fault: {}", fault.name()), times(postgres), times(kurrentdb))?;
        }
        for (what, times) in &self.tally.0 {
            writeln!(f, "  {what:<48} {times:>21}")?;
        }
        let mut recoveries = self.recoveries.clone();
        recoveries.sort();
        let median = recoveries.get(recoveries.len() / 2).copied().unwrap_or_default();
        let longest = recoveries.last().copied().unwrap_or_default();
        writeln!(f, "  all go on after the faults: median {median:.1?}, longest {longest:.1?}")?;
        writeln!(f, "  invariants broken {:>52}", self.offences.len())?;
        writeln!(f, "  seed {}, {:.0} s in all", self.seed, self.began.elapsed().as_secs_f64())?;
        writeln!(f, "MUTANTS of the high-water mark, which `make test` catches: postgres::tests::mutants")?;
        writeln!(f, "  (locks ignored; both statements in one snapshot)")
    }
}
