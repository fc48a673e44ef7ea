//! Describes the machine on which the figures were measured.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
    time::Instant,
};

use serde_json::{Value, json};

use super::median;

/// Processor, memory, and the machine's load by other processes.
pub fn describe() -> Value {
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

/// The load average of the last minute.
pub fn load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or(f64::NAN)
}

/// The median time, in microseconds, of a durable write of 8 KB to the folder's disk.
pub fn fsync_time(folder: &Path) -> f64 {
    let path = folder.join("fsync");
    let mut file = File::create(&path).expect("the disk takes it");
    let mut times: Vec<f64> = (0..50)
        .map(|_| {
            file.write_all(&[0; 8192]).expect("the disk takes it");
            let start = Instant::now();
            file.sync_data().expect("the disk takes it");
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    let _ = fs::remove_file(path);
    median(&mut times)
}

/// This process's peak memory since [`forget_peak`], in megabytes.
pub fn peak_memory() -> f64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux tells about processes");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("VmHWM is among it");
    let kilobytes = line.split_whitespace().nth(1).and_then(|word| word.parse::<f64>().ok());
    kilobytes.expect("it is a number") / 1024.0
}

/// Resets the peak to the memory that is in use now.
pub fn forget_peak() {
    fs::write("/proc/self/clear_refs", "5").expect("Linux forgets a peak");
}
