//! Collects a benchmark's figures, prints them as a table and writes them to `target/bench/<part>.json`.

#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use serde_json::{Value, json};

use super::machine;

/// The target of a benchmark's figure.
#[derive(Clone, Copy, Debug)]
pub enum Budget {
    AtLeast(f64),
    AtMost(f64),
    /// The ratio to the peer's figure must be at least this.
    Ratio(f64),
    /// The figure has no target; it only explains others.
    Free,
}

/// All figures of a run.
pub struct Figures(Vec<Value>);

impl Figures {
    /// Starts with an entry about the environment. `postgres` is the server's version, `database` a folder on the
    /// database's disk.
    pub fn of(postgres: u32, database: &Path) -> Self {
        let mut context = machine::describe();
        let fsync = machine::fsync_time(database).round();
        println!(
            "{}, {} cores, load {:.2}, Postgres {postgres}, fsync {fsync} µs",
            context["processor"].as_str().unwrap_or("an unknown processor"),
            context["cpus"],
            machine::load()
        );
        println!("{:<58} {:>12} {:<9} {:>12} {:>7}  budget", "", "value", "", "peer", "ratio");
        context["name"] = json!("context");
        context["load"] = json!(machine::load());
        context["postgres"] = json!(postgres);
        context["fsync_microseconds"] = json!(fsync);
        context["greenstall"] = json!(env!("CARGO_PKG_VERSION"));
        Self(vec![context])
    }

    /// Adds a figure without a peer.
    pub fn add(&mut self, name: &str, value: f64, unit: &str, budget: Budget) {
        self.beside(name, value, unit, None, budget);
    }

    /// Adds a figure and its peer's figure in the same unit. The ratio is above 1 when ours is the better one.
    pub fn beside(&mut self, name: &str, value: f64, unit: &str, peer: Option<(&str, f64)>, budget: Budget) {
        let ratio =
            peer.map(|(_, theirs)| if unit.ends_with("/s") { value / theirs } else { theirs / value });
        let (limit, ok) = match budget {
            Budget::AtLeast(least) => (Some(least), value >= least),
            Budget::AtMost(most) => (Some(most), value <= most),
            Budget::Ratio(least) => (Some(least), ratio.is_some_and(|ratio| ratio >= least)),
            Budget::Free => (None, true),
        };
        let text = |number: Option<f64>| number.map_or(String::new(), short);
        let verdict = match (budget, ok) {
            (Budget::Free, _) => String::new(),
            (Budget::AtMost(_), true) => format!("≤ {} ok", text(limit)),
            (Budget::AtMost(_), false) => format!("≤ {} MISSED", text(limit)),
            (_, true) => format!("≥ {} ok", text(limit)),
            (_, false) => format!("≥ {} MISSED", text(limit)),
        };
        println!(
            "{name:<58} {:>12} {unit:<9} {:>12} {:>7}  {verdict}",
            short(value),
            text(peer.map(|(_, theirs)| theirs)),
            text(ratio)
        );
        self.0.push(json!({
            "name": name, "value": value, "unit": unit,
            "peer": peer.map(|(name, _)| name), "peer_value": peer.map(|(_, theirs)| theirs),
            "ratio": ratio, "budget": limit, "ok": ok, "load": machine::load(),
        }));
    }

    pub fn write(&self, folder: &Path, part: &str) {
        let text = serde_json::to_string_pretty(&self.0).expect("figures are plain data");
        fs::write(folder.join(part).with_extension("json"), text).expect("the results are written");
    }
}

fn short(number: f64) -> String {
    match number.abs() {
        0.0..10.0 => format!("{number:.2}"),
        10.0..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

/// The folder `target/bench` of this build.
pub fn results_folder() -> PathBuf {
    let program = std::env::current_exe().expect("a program knows where it is");
    let target = program.ancestors().nth(3).expect("target/release/deps/views").to_owned();
    let folder = target.join("bench");
    fs::create_dir_all(&folder).expect("a folder for the results");
    folder
}
