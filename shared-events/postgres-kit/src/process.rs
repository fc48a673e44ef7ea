//! Names database sessions after their process. Sessions that hold leases have such a name, and operators see it in
//! `pg_stat_activity`.

use std::{fs, process};

/// The session name of this process. Postgres truncates it to 63 bytes, so the host comes last.
pub fn session_name(what: &str) -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let process = format!("{what}, process {}", process::id());
    match host.trim() {
        "" => process,
        host => format!("{process} on {host}"),
    }
}

/// The process id and host in a session name.
pub fn process_of(session_name: &str) -> Option<(u32, Option<&str>)> {
    let (_, process) = session_name.rsplit_once(", process ")?;
    let (id, host) = match process.split_once(" on ") {
        Some((id, host)) => (id, Some(host)),
        None => (process, None),
    };
    Some((id.parse().ok()?, host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_name_contains_its_process() {
        let name = session_name("greenstall catalog v3");
        assert!(name.starts_with("greenstall catalog v3, process "), "{name}");
        assert_eq!(process_of(&name).map(|(id, _)| id), Some(process::id()));
        assert_eq!(process_of("greenstall, process 7 on stall-1"), Some((7, Some("stall-1"))));
        assert_eq!(process_of("greenstall, process 7"), Some((7, None)));
        assert_eq!(process_of("greenstall"), None);
    }
}
