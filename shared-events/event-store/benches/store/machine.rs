//! What the figures depend on.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
    time::Instant,
};

use serde_json::{Value, json};

/// Processor, memory, and how busy the machine is with other things.
pub(crate) fn describe() -> Value {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let after = |text: &str, key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key));
        line.map(|line| line.trim_start_matches([' ', '\t', ':']).to_owned())
    };
    json!({
        "processor": after(&read("/proc/cpuinfo"), "model name"),
        "cpus": std::thread::available_parallelism().map_or(1, usize::from),
        "memory": after(&read("/proc/meminfo"), "MemTotal"),
        "kernel": read("/proc/sys/kernel/osrelease").trim(),
    })
}

/// Processes that wanted to run, on average over the last minute.
pub(crate) fn load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(f64::NAN)
}

/// The median time, in microseconds, that the disk below the folder takes for a durable write of 8 KB.
pub(crate) fn fsync_time(folder: &Path) -> f64 {
    let path = folder.join("fsync");
    let mut file = File::create(&path).unwrap();
    let mut times: Vec<f64> = (0..50)
        .map(|_| {
            file.write_all(&[0; 8192]).unwrap();
            let start = Instant::now();
            file.sync_data().unwrap();
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    let _ = fs::remove_file(path);
    median(&mut times)
}

/// The value in the middle; NaN of none.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
