//! What processes use, as Linux tells it in `/proc`.

use std::{fs, io};

/// A process's resource usage so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Usage {
    /// Resident memory.
    pub megabytes: f64,
    /// Processor time in user and system mode.
    pub seconds: f64,
}

/// What a process uses.
///
/// # Errors
/// When there is no such process.
pub fn usage(process: u32) -> io::Result<Usage> {
    Ok(Usage { megabytes: kilobytes(process, "status", "VmRSS:")? / 1_024.0, seconds: seconds(process)? })
}

/// What these processes use together. Memory that several of them map, such as Postgres' shared buffers, counts once.
/// Processes that have ended do not count.
pub fn shared_usage(processes: &[u32]) -> Usage {
    let mut all = Usage::default();
    for process in processes {
        let memory = kilobytes(*process, "smaps_rollup", "Pss:");
        if let (Ok(memory), Ok(seconds)) = (memory, seconds(*process)) {
            all.megabytes += memory / 1_024.0;
            all.seconds += seconds;
        }
    }
    all
}

/// A process and all that it has started, directly or not.
///
/// # Errors
/// When `/proc` cannot be read.
pub fn with_descendants(process: u32) -> io::Result<Vec<u32>> {
    let mut parents = Vec::new();
    for entry in fs::read_dir("/proc")?.flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        if let Ok(fields) = fields(id)
            && let Some(parent) = fields.get(1).and_then(|field| field.parse::<u32>().ok())
        {
            parents.push((id, parent));
        }
    }
    let mut found = vec![process];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        found.extend(parents.iter().filter(|(_, of)| *of == parent).map(|(id, _)| *id));
        next += 1;
    }
    Ok(found)
}

fn kilobytes(process: u32, file: &str, key: &str) -> io::Result<f64> {
    let text = fs::read_to_string(format!("/proc/{process}/{file}"))?;
    let line = text.lines().find_map(|line| line.strip_prefix(key)).ok_or_else(|| untold(key))?;
    line.split_whitespace().next().and_then(|word| word.parse().ok()).ok_or_else(|| untold(key))
}

/// User and system time are fields 14 and 15 of `stat`, in hundredths of a second.
fn seconds(process: u32) -> io::Result<f64> {
    let fields = fields(process)?;
    let ticks: f64 = fields.iter().skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum();
    Ok(ticks / 100.0)
}

/// The fields of `stat` from the third on. The second one may contain blanks inside its parentheses.
fn fields(process: u32) -> io::Result<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{process}/stat"))?;
    let (_, fields) = text.rsplit_once(')').ok_or_else(|| untold("times"))?;
    Ok(fields.split_whitespace().map(str::to_owned).collect())
}

fn untold(what: &str) -> io::Error {
    io::Error::other(format!("Linux does not tell {what}"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_started_process_is_a_descendant_and_uses_memory() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let all = with_descendants(std::process::id()).unwrap();
        assert!(all.contains(&std::process::id()) && all.contains(&child.id()));
        let (one, both) = (shared_usage(&all[..1]), shared_usage(&all));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(one.megabytes > 0.0 && both.megabytes > one.megabytes);
        assert!(usage(std::process::id()).unwrap().megabytes > 0.0);
    }
}
