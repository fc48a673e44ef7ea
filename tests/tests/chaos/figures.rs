//! The results of a run, as a table.

use std::{
    collections::BTreeMap,
    fmt,
    time::{Duration, Instant},
};

use crate::{
    book::Answers,
    checker::{Fault, Kind},
    compare::{Comparison, Miscounted},
};

pub(crate) struct Figures {
    began: Instant,
    pub(crate) seed: u64,
    pub(crate) rounds: usize,
    pub(crate) kills: BTreeMap<&'static str, u32>,
    pub(crate) long_outages: u32,
    pub(crate) answers: Answers,
    /// Appends whose writer was killed before it got the answer.
    pub(crate) unanswered: usize,
    pub(crate) events: usize,
    /// For each round, the time from the last restart until both writers append and all views are current.
    pub(crate) recoveries: Vec<Duration>,
    pub(crate) projectors: i64,
    /// Rebuilds that projectors have completed despite the kills.
    pub(crate) rebuilds: usize,
    pub(crate) full_checks: u32,
    pub(crate) comparisons: u32,
    pub(crate) tables: usize,
    pub(crate) rows: i64,
    pub(crate) miscounted: Miscounted,
    pub(crate) differences: Vec<String>,
    pub(crate) verifications: u32,
    /// Differences that the engine's own verification has found.
    pub(crate) unverified: Vec<String>,
    pub(crate) faults: Vec<Fault>,
}

impl Figures {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            began: Instant::now(),
            seed,
            rounds: 0,
            kills: BTreeMap::new(),
            long_outages: 0,
            answers: Answers::default(),
            unanswered: 0,
            events: 0,
            recoveries: Vec::new(),
            projectors: 0,
            rebuilds: 0,
            full_checks: 0,
            comparisons: 0,
            tables: 0,
            rows: 0,
            miscounted: Miscounted::default(),
            differences: Vec::new(),
            verifications: 0,
            unverified: Vec::new(),
            faults: Vec::new(),
        }
    }

    pub(crate) fn compared(&mut self, comparison: Comparison) {
        self.comparisons += 1;
        self.tables = comparison.tables;
        self.rows += comparison.rows;
        self.differences.extend(comparison.differences);
    }

    pub(crate) fn verified(&mut self, wrong: Vec<String>) {
        self.verifications += 1;
        self.unverified.extend(wrong);
    }

    /// Whether nothing was lost or applied twice, and the views match the log.
    pub(crate) fn are_clean(&self) -> bool {
        self.faults.is_empty()
            && self.differences.is_empty()
            && self.unverified.is_empty()
            && self.miscounted == Miscounted::default()
    }

    fn faults_of(&self, kind: Kind) -> usize {
        self.faults.iter().filter(|fault| fault.kind == kind).count()
    }

    fn recovery(&self, share: f64) -> f64 {
        let mut all = self.recoveries.clone();
        all.sort();
        let last = all.len().saturating_sub(1);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place in a short list"
        )]
        let place = (last as f64 * share).round() as usize;
        all.get(place).map_or(0.0, Duration::as_secs_f64)
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Answers { acknowledged, events, conflicts, unavailable, unknown } = self.answers;
        let mut row = |name: &str, value: String| writeln!(f, "  {name:<38} {value}");
        row("rounds", self.rounds.to_string())?;
        row("kills", self.kills.values().sum::<u32>().to_string())?;
        for (kind, count) in &self.kills {
            row(&format!("  {kind}"), count.to_string())?;
        }
        row("outages of more than 3 s", self.long_outages.to_string())?;
        row("appends acknowledged", format!("{acknowledged} ({events} events, repetitions included)"))?;
        row("  answered with a conflict", conflicts.to_string())?;
        row("  answered with \"unavailable\"", unavailable.to_string())?;
        row("  answered with \"unknown\"", unknown.to_string())?;
        row("  cut short by the writer's death", self.unanswered.to_string())?;
        row("events in the log", self.events.to_string())?;
        for kind in [
            Kind::Lost,
            Kind::Duplicated,
            Kind::Moved,
            Kind::Disordered,
            Kind::Torn,
            Kind::Denied,
            Kind::Foreign,
            Kind::Forgotten,
        ] {
            row(&format!("  {}", format!("{kind:?}").to_lowercase()), self.faults_of(kind).to_string())?;
        }
        row("whole log held against all answers", format!("{} times", self.full_checks))?;
        let Miscounted { skipped, twice, foreign, streams } = self.miscounted;
        row("events skipped by a view", skipped.to_string())?;
        row("events applied twice", (twice + foreign + streams).to_string())?;
        let (times, tables, rows) = (self.comparisons, self.tables, self.rows);
        row("views compared with a rebuild", format!("{times} times {tables} tables, {rows} rows in all"))?;
        row("  tables that differ", self.differences.len().to_string())?;
        row("views verified while all went on", format!("{} times", self.verifications))?;
        row("  differences, parked streams", self.unverified.len().to_string())?;
        row("projectors that wrote, one by one", self.projectors.to_string())?;
        let (median, longest) = (self.recovery(0.5), self.recovery(1.0));
        row("views rebuilt under the kills", self.rebuilds.to_string())?;
        row("back at work after a round's kills", format!("median {median:.2} s, longest {longest:.2} s"))?;
        row("seconds", format!("{:.0}", self.began.elapsed().as_secs_f64()))?;
        row("seed", self.seed.to_string())
    }
}
