//! The result of a load: a table of all kinds, the verdict on flatness and the checks; also as `load.json`.

use std::{collections::BTreeMap, fs, io, path::Path, time::Instant};

use bench_support::machine;
use serde_json::{Value, json};

use crate::{
    book::{Book, Page},
    checks::{Check, Sizes},
    flatness::{Comparison, Tolerance, compare, compare_samples},
    latencies::{Latencies, Summary},
    minutes::{Minute, errors, series},
    profile::PROFILE,
    settings::Settings,
    watch::Sample,
};

/// What the last third may lose or gain. Logs and caches grow with what is written, so memory may grow by a share.
const THROUGHPUT: Tolerance = Tolerance::NotLess(0.95);
const LATENCY: Tolerance = Tolerance::NotMore { factor: 1.25, surplus: 10.0 };
const LAG: Tolerance = Tolerance::NotMore { factor: 1.5, surplus: 0.1 };
const MEMORY: Tolerance = Tolerance::NotMore { factor: 1.1, surplus: 16.0 };

/// All that a load has found.
pub(crate) struct Report<'l> {
    pub(crate) settings: &'l Settings,
    pub(crate) book: &'l Book,
    /// When the measured time began.
    pub(crate) from: Instant,
    pub(crate) minutes: Vec<Minute>,
    pub(crate) samples: Vec<Sample>,
    pub(crate) checks: Vec<Check>,
    /// Journeys that did not end.
    pub(crate) unfinished: usize,
    pub(crate) streams_ended: usize,
    pub(crate) stream_events: usize,
    /// How large the shop has become; `None` when nobody could tell.
    pub(crate) sizes: Option<Sizes>,
}

impl Report<'_> {
    /// Compares the first and the last third of the measured time.
    fn comparisons(&self) -> Vec<Comparison> {
        let ends = self.book.ends();
        let third = self.settings.measured.as_secs_f64() / 3.0;
        let of = |value: fn(&Summary) -> f64| [0, 1].map(|end| value(&ends[end].journeys().summary()));
        let finished = of(|summary| summary.count as f64).map(|count| count / third);
        let samples = |what, unit, tolerance, value| {
            compare_samples(what, unit, &series(&self.samples, self.from, value), tolerance)
        };
        vec![
            compare("journeys", "/s", finished, THROUGHPUT),
            compare("p50", "ms", of(|summary| summary.p50), LATENCY),
            compare("p99", "ms", of(|summary| summary.p99), LATENCY),
            samples("lag of the slowest view", "s", LAG, |sample| sample.metrics.lag_seconds),
            samples("memory of greenstall", "MB", MEMORY, |sample| sample.greenstall.megabytes),
            samples("memory of Postgres", "MB", MEMORY, |sample| sample.postgres.megabytes),
        ]
    }

    /// Whether nothing failed with 5xx, no promise was broken, every journey ended and all checks hold.
    pub(crate) fn is_well(&self) -> bool {
        self.book.failures() == 0
            && self.unfinished == 0
            && self.checks.iter().all(|check| check.holds == Some(true))
    }

    pub(crate) fn print(&self) {
        let all = self.book.all();
        let seconds = self.settings.measured.as_secs_f64();
        println!(
            "\n{:<18} {:>8} {:>10} {:>9} {:>9} {:>9} {:>9}  errors",
            "", "wanted/s", "finished/s", "p50 ms", "p99 ms", "p99.9 ms", "max ms"
        );
        for row in &PROFILE {
            let latencies = all.latencies.get(&row.kind).cloned().unwrap_or_default();
            let Summary { count, p50, p99, p999, max } = latencies.summary();
            println!(
                "{:<18} {:>8.2} {:>10.2} {p50:>9.1} {p99:>9.1} {p999:>9.1} {max:>9.1}  {}",
                row.name,
                row.per_second * self.settings.factor,
                count as f64 / seconds,
                faults(&all, row.name).values().sum::<u64>(),
            );
        }
        let Summary { count, p50, p99, p999, max } = all.journeys().summary();
        let wanted = PROFILE.iter().map(|row| row.per_second).sum::<f64>() * self.settings.factor;
        println!(
            "{:<18} {wanted:>8.2} {:>10.2} {p50:>9.1} {p99:>9.1} {p999:>9.1} {max:>9.1}  {}",
            "all journeys",
            count as f64 / seconds,
            all.errors()
        );
        println!("\nErrors: {}", errors(&all));
        self.book.texts().iter().for_each(|text| println!("  {text}"));
        println!(
            "{} journeys have not ended; {} events on streams, {} streams had to be opened again",
            self.unfinished, self.stream_events, self.streams_ended
        );
        println!("{:.0} events were written in the measured time", self.events());
        if let Some(Sizes { events, log, views, database }) = &self.sizes {
            println!(
                "The log has {events:.0} events in {log:.0} MB ({:.0} MB for a million), views {views:.0} MB, the database \
                 {database:.0} MB",
                log / events * 1e6
            );
        }
        println!(
            "\n{:<26} {:>11} {:>11} {:>11} {:>12}",
            "Flat?", "first third", "last third", "limit", "per minute"
        );
        let comparisons = self.comparisons();
        for one in &comparisons {
            let slope = one.slope.map_or(String::new(), |slope| format!("{slope:+.2}"));
            let verdict = if one.flat { "flat" } else { "NOT FLAT" };
            let what = format!("{} ({})", one.what, one.unit);
            println!(
                "{what:<26} {:>11.2} {:>11.2} {:>11.2} {slope:>12}  {verdict}",
                one.first, one.last, one.limit
            );
        }
        println!("\nAfterwards:");
        for Check { what, holds, found } in &self.checks {
            let verdict = match holds {
                Some(true) => "ok",
                Some(false) => "BROKEN",
                None => "?",
            };
            println!("{verdict:<7} {what}: {found}");
        }
        let flat = if comparisons.iter().all(|one| one.flat) { "flat" } else { "NOT FLAT" };
        let well = if self.is_well() { "well" } else { "NOT WELL" };
        println!("\nThe load ran {flat} and ended {well}.");
    }

    /// Events that were appended in the measured time.
    fn events(&self) -> f64 {
        match &self.samples[..] {
            [first, .., last] => last.metrics.head - first.metrics.head,
            _ => 0.0,
        }
    }

    pub(crate) fn write(&self, folder: &Path, postgres: &str, fsync: f64) -> io::Result<()> {
        let all = self.book.all();
        let mut context = machine::describe();
        context["load"] = json!(machine::load());
        context["postgres"] = json!(postgres);
        context["fsync_microseconds"] = json!(fsync);
        let comparisons = self.comparisons();
        let text = json!({
            "context": context,
            "factor": self.settings.factor, "seed": self.settings.seed, "products": self.settings.products,
            "seconds": self.settings.measured.as_secs_f64(), "warm_up_seconds": self.settings.warm_up.as_secs_f64(),
            "kinds": self.kinds(&all),
            "all": summary(&all.journeys()),
            "faults": self.book.texts(),
            "minutes": self.minutes.iter().map(Minute::json).collect::<Vec<_>>(),
            "events_written": self.events(),
            "stream_events": self.stream_events, "streams_opened_again": self.streams_ended,
            "sizes": self.sizes.as_ref().map(|sizes| json!({
                "events": sizes.events, "log_megabytes": sizes.log, "views_megabytes": sizes.views,
                "database_megabytes": sizes.database,
            })),
            "flatness": comparisons.iter().map(Comparison::json).collect::<Vec<_>>(),
            "flat": comparisons.iter().all(|one| one.flat),
            "checks": self.checks.iter().map(Check::json).collect::<Vec<_>>(),
            "well": self.is_well(),
        });
        fs::write(folder.join("load.json"), serde_json::to_string_pretty(&text)?)
    }

    fn kinds(&self, all: &Page) -> Vec<Value> {
        let kind = |row: &crate::profile::Row| {
            let mut figures = summary(&all.latencies.get(&row.kind).cloned().unwrap_or_default());
            figures["name"] = json!(row.name);
            figures["what"] = json!(row.what);
            figures["wanted_per_second"] = json!(row.per_second * self.settings.factor);
            figures["faults"] = json!(faults(all, row.name));
            figures
        };
        PROFILE.iter().map(kind).collect()
    }
}

fn faults(page: &Page, name: &str) -> BTreeMap<&'static str, u64> {
    let of_kind = page.faults.iter().filter(|((kind, _), _)| kind.row().name == name);
    of_kind.map(|((_, fault), count)| (*fault, *count)).collect()
}

fn summary(latencies: &Latencies) -> Value {
    let Summary { count, p50, p99, p999, max } = latencies.summary();
    json!({ "finished": count, "p50_ms": p50, "p99_ms": p99, "p99.9_ms": p999, "max_ms": max })
}
