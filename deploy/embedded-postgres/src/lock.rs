//! One process for each folder: a lock that the system releases when its holder dies, in whatever way.

use std::{
    fs::{File, OpenOptions, Permissions, TryLockError},
    io::{Read, Seek, Write},
    os::unix::fs::{OpenOptionsExt, PermissionsExt},
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use nix::{errno::Errno, sys::signal::kill, unistd::Pid};

use crate::Error;

const LOCK_FILE: &str = "lock";
/// Only the account that runs Greenstall may read and write the file.
const LOCK_FILE_MODE: u32 = 0o600;

/// A line after the holder's pid: the holder's server accepts connections.
const READY_LINE: &str = "ready";
/// A line after the holder's pid: the holder is about to end.
const STOPPING_LINE: &str = "stopping";

/// The longest time in which a holder ends after announcing it: more than a lame-duck phase, requests in progress and a
/// fast shutdown of Postgres together.
const SHUTDOWN_LIMIT: Duration = Duration::from_secs(120);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Held as long as this value or a clone of it lives. The file is never deleted; only the lock on it counts.
#[derive(Clone, Debug)]
pub struct FolderLock {
    file: Arc<File>,
}

impl FolderLock {
    /// Takes the lock of this existing folder.
    ///
    /// # Errors
    /// [`Error::InUse`] with the holder's pid when another process holds it.
    pub fn take(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(LOCK_FILE);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .mode(LOCK_FILE_MODE)
            .open(&path)
            .map_err(Error::files("Could not open the lock", &path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                let _ = file.read_to_string(&mut text);
                let pid = text.lines().next().filter(|pid| !pid.is_empty()).unwrap_or("?").to_owned();
                return Err(Error::InUse { folder: folder.into(), pid });
            }
            Err(TryLockError::Error(error)) => return Err(Error::files("Could not lock", &path)(error)),
        }
        let written = file
            // The file may be from an older version that left it readable for others.
            .set_permissions(Permissions::from_mode(LOCK_FILE_MODE))
            .and_then(|()| file.set_len(0))
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        written.map_err(Error::files("Could not write", &path))?;
        Ok(Self { file: Arc::new(file) })
    }

    /// Like [`take`](Self::take), but waits for a holder that has announced its end.
    ///
    /// # Errors
    /// As for [`take`](Self::take).
    pub(crate) async fn take_from_stopping(folder: &Path) -> Result<Self, Error> {
        let began = Instant::now();
        let mut waits = false;
        loop {
            match Self::take(folder) {
                Err(Error::InUse { pid, .. })
                    if says(folder, STOPPING_LINE) && began.elapsed() < SHUTDOWN_LIMIT =>
                {
                    if !std::mem::replace(&mut waits, true) {
                        tracing::info!(%pid, folder = %folder.display(), "waiting for the previous Greenstall to end");
                    }
                }
                outcome => return outcome,
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Announces to other processes that this folder's server accepts connections.
    pub(crate) fn announce_ready(&self, folder: &Path) -> Result<(), Error> {
        self.announce(READY_LINE).map_err(Error::files("Could not write", folder.join(LOCK_FILE)))
    }

    /// Announces that this process is about to end: a process that starts meanwhile waits instead of failing. Best
    /// effort: without it that start fails and says why.
    pub fn announce_stopping(&self) {
        if let Err(error) = self.announce(STOPPING_LINE) {
            tracing::debug!(%error, "cannot write the lock file");
        }
    }

    fn announce(&self, state: &str) -> std::io::Result<()> {
        writeln!(&*self.file, "{state}")
    }

    /// Whether a live process holds the lock, its server accepts connections, and it has not announced its end. Before
    /// that, the folder's server may be a leftover that is about to be stopped.
    pub(crate) fn is_ready(folder: &Path) -> bool {
        says(folder, READY_LINE) && !says(folder, STOPPING_LINE)
    }
}

/// Whether a live holder has announced this state.
fn says(folder: &Path, state: &str) -> bool {
    let text = std::fs::read_to_string(folder.join(LOCK_FILE)).unwrap_or_default();
    let mut lines = text.lines();
    let pid = lines.next().and_then(|pid| pid.parse().ok());
    // A dead holder's text stays until the next holder takes the lock.
    let alive = pid.is_some_and(|pid| kill(Pid::from_raw(pid), None) != Err(Errno::ESRCH));
    alive && lines.any(|line| line == state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_process_learns_the_holders_pid_and_may_take_the_lock_later() {
        let folder = tempfile::tempdir().unwrap();
        let first = FolderLock::take(folder.path()).unwrap();
        first.announce_ready(folder.path()).unwrap();
        let error = FolderLock::take(folder.path()).unwrap_err().to_string();
        assert!(
            error.starts_with(&format!("Another Greenstall (pid {}) uses", std::process::id())),
            "{error}"
        );
        assert!(!error.contains('\n'), "{error}");
        drop(first);
        FolderLock::take(folder.path()).unwrap();
    }

    #[test]
    fn other_accounts_cannot_read_the_lock_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(LOCK_FILE);
        std::fs::write(&path, "").unwrap();
        std::fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        drop(FolderLock::take(folder.path()).unwrap());
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, LOCK_FILE_MODE);
    }

    #[test]
    fn a_server_is_ready_when_its_live_holder_says_so() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!FolderLock::is_ready(folder.path()));
        let lock = FolderLock::take(folder.path()).unwrap();
        assert!(!FolderLock::is_ready(folder.path()));
        lock.announce_ready(folder.path()).unwrap();
        assert!(FolderLock::is_ready(folder.path()));
        lock.announce_stopping();
        assert!(!FolderLock::is_ready(folder.path()));
        // A number that the system never assigns to a process.
        std::fs::write(folder.path().join(LOCK_FILE), "2147483647\nready\n").unwrap();
        assert!(!FolderLock::is_ready(folder.path()));
    }

    #[tokio::test]
    async fn a_start_waits_only_for_a_holder_that_is_stopping() {
        let folder = tempfile::tempdir().unwrap();
        let previous = FolderLock::take(folder.path()).unwrap();
        assert!(FolderLock::take_from_stopping(folder.path()).await.is_err(), "it does not stop");
        previous.announce_stopping();
        let path = folder.path().to_owned();
        let next = tokio::spawn(async move { FolderLock::take_from_stopping(&path).await });
        tokio::task::yield_now().await;
        assert!(!next.is_finished());
        drop(previous);
        next.await.unwrap().unwrap();
    }
}
