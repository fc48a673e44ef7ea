//! Stops a server that outlived the process that started it (after a kill -9 or a crash), before a new one starts.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use nix::{
    errno::Errno,
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use crate::Error;

/// Time limits of a fast shutdown, which writes a checkpoint, and of the immediate one after it.
pub(crate) const FAST_SHUTDOWN_LIMIT: Duration = Duration::from_secs(20);
pub(crate) const IMMEDIATE_SHUTDOWN_LIMIT: Duration = Duration::from_secs(5);

/// Stops the server that still runs in `cluster`, if there is one. The caller holds the folder's lock, so no other
/// process needs that server.
pub(crate) async fn stop(cluster: &Path) -> Result<(), Error> {
    let file = cluster.join("postmaster.pid");
    let Some(pid) = pid_in(&file, cluster) else { return Ok(()) };
    if !is_alive(pid) {
        // Postgres notices by itself that the file is stale, and checks that no child of that server is left.
        return Ok(());
    }
    if !serves(pid, cluster) {
        // The pid now belongs to another program, which Postgres would mistake for a server.
        return fs::remove_file(&file).map_err(Error::files("Could not remove", &file));
    }
    tracing::info!(pid, "stopping the Postgres server that an earlier process left behind");
    for (signal, patience) in
        [(Signal::SIGINT, FAST_SHUTDOWN_LIMIT), (Signal::SIGQUIT, IMMEDIATE_SHUTDOWN_LIMIT)]
    {
        // It may end between the check and the signal.
        let _ = kill(Pid::from_raw(pid), signal);
        let deadline = Instant::now() + patience;
        while Instant::now() < deadline {
            if !is_alive(pid) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
    Err(Error::LeftoverStays { pid, folder: cluster.into() })
}

/// The pid in the pid file, if the file names this cluster.
fn pid_in(file: &Path, cluster: &Path) -> Option<i32> {
    let text = fs::read_to_string(file).ok()?;
    let mut lines = text.lines();
    let pid: i32 = lines.next()?.trim().parse().ok()?;
    let folder = fs::canonicalize(lines.next()?).ok()?;
    // A zero or negative number would signal a whole process group.
    (pid > 1 && folder == cluster).then_some(pid)
}

/// Whether the process is running and not a zombie that its parent has not waited for.
fn is_alive(pid: i32) -> bool {
    let there = !matches!(kill(Pid::from_raw(pid), None), Err(Errno::ESRCH));
    let zombie = fs::read_to_string(format!("/proc/{pid}/stat"))
        .is_ok_and(|stat| stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')));
    there && !zombie
}

/// Whether the process works in the cluster's folder, as a postmaster does. Without /proc the pid file is believed.
fn serves(pid: i32, cluster: &Path) -> bool {
    match fs::read_link(PathBuf::from(format!("/proc/{pid}/cwd"))) {
        Ok(folder) => folder == cluster,
        Err(_) => !Path::new("/proc/self").exists(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_pid_that_another_program_now_has_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let cluster = fs::canonicalize(folder.path()).unwrap();
        let file = cluster.join("postmaster.pid");
        let ourselves = std::process::id();
        fs::write(&file, format!("{ourselves}\n{}\n0\n5432\n", cluster.display())).unwrap();
        stop(&cluster).await.unwrap();
        assert!(!file.exists(), "the stale file is out of the way");
    }

    #[test]
    fn only_a_pid_file_of_this_cluster_counts() {
        let folder = tempfile::tempdir().unwrap();
        let cluster = fs::canonicalize(folder.path()).unwrap();
        let file = cluster.join("postmaster.pid");
        fs::write(&file, "4711\n/somewhere/else\n").unwrap();
        assert_eq!(pid_in(&file, &cluster), None);
        fs::write(&file, format!("-1\n{}\n", cluster.display())).unwrap();
        assert_eq!(pid_in(&file, &cluster), None);
        fs::write(&file, format!("4711\n{}\n", cluster.display())).unwrap();
        assert_eq!(pid_in(&file, &cluster), Some(4711));
    }
}
