//! What is measured: printed as a table, written as `target/bench/views.json`.

use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};

use serde_json::{Value, json};

/// What a figure must be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Budget {
    /// At least this.
    AtLeast(f64),
    /// At most this.
    AtMost(f64),
    /// The ratio to the peer must be at least this.
    Ratio(f64),
    /// None: it explains others.
    Free,
}

/// All figures of a run.
pub(crate) struct Figures(Vec<Value>);

impl Figures {
    /// The first entry says where all others were measured.
    pub(crate) fn of(postgres: u32, home: &Path) -> Self {
        let fsync = fsync_time(home);
        let processor = processor();
        let cpus = std::thread::available_parallelism().map_or(1, usize::from);
        println!("{processor}, {cpus} cores, load {}, Postgres {postgres}, fsync {fsync:.0} µs", load());
        println!("{:<58} {:>12} {:<9} {:>12} {:>7}  budget", "", "value", "", "peer", "ratio");
        Self(vec![json!({
            "name": "context", "processor": processor, "cpus": cpus, "load": load(), "postgres": postgres,
            "fsync_microseconds": fsync.round(), "greenstall": env!("CARGO_PKG_VERSION"),
        })])
    }

    /// A figure alone.
    pub(crate) fn add(&mut self, name: &str, value: f64, unit: &str, budget: Budget) {
        self.beside(name, value, unit, None, budget);
    }

    /// A figure and its peer's, in the same unit; the ratio is larger where we are better.
    pub(crate) fn beside(
        &mut self,
        name: &str,
        value: f64,
        unit: &str,
        peer: Option<(&str, f64)>,
        budget: Budget,
    ) {
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
            "ratio": ratio, "budget": limit, "ok": ok, "load": load(),
        }));
    }

    /// Writes them all.
    pub(crate) fn write(&self, folder: &Path) {
        let text = serde_json::to_string_pretty(&self.0).expect("figures are plain data");
        fs::write(folder.join("views.json"), text).expect("the results are written");
    }
}

fn short(number: f64) -> String {
    match number.abs() {
        0.0..10.0 => format!("{number:.2}"),
        10.0..100.0 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

/// `target/bench`, where cargo builds.
pub(crate) fn results_folder() -> PathBuf {
    let program = std::env::current_exe().expect("a program knows where it is");
    let target = program.ancestors().nth(3).expect("target/release/deps/views").to_owned();
    let folder = target.join("bench");
    fs::create_dir_all(&folder).expect("a folder for the results");
    folder
}

/// The most memory that this process has had since [`forget_peak`], in megabytes.
pub(crate) fn peak_memory() -> f64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells about processes");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("VmHWM is among it");
    let kilobytes = line.split_whitespace().nth(1).and_then(|word| word.parse::<f64>().ok());
    kilobytes.expect("it is a number") / 1024.0
}

/// The peak is what is used now.
pub(crate) fn forget_peak() {
    fs::write("/proc/self/clear_refs", "5").expect("Linux forgets a peak");
}

/// The mean number of processes that wanted a processor in the last minute.
fn load() -> String {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or_default().to_owned()
}

fn processor() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("model name"));
    line.map_or("unknown", |line| line.trim_start_matches([' ', '\t', ':'])).to_owned()
}

/// The median time that the disk below the database takes for a durable write of 8 KB, in microseconds.
fn fsync_time(folder: &Path) -> f64 {
    let path = folder.join("fsync");
    let mut file = File::create(&path).expect("a file");
    let mut times: Vec<f64> = (0..200)
        .map(|_| {
            file.write_all(&[0; 8192]).expect("8 KB are written");
            let start = Instant::now();
            file.sync_data().expect("the disk has it");
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    let _ = fs::remove_file(path);
    percentile(&mut times, 50)
}

/// Of the values, so many of 100 are not above it.
pub(crate) fn percentile(values: &mut [f64], percent: usize) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values[(values.len() - 1) * percent / 100]
}
