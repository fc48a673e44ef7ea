//! One process per folder: a lock that the system releases when its holder dies, however it dies.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, Write},
    path::Path,
};

use nix::{errno::Errno, sys::signal::kill, unistd::Pid};

use crate::Error;

const FILE: &str = "lock";

/// The second line of the file, once the holder's server accepts connections.
const READY: &str = "ready";

/// Held as long as this value lives. The file stays; what counts is the lock on it.
#[derive(Debug)]
pub struct FolderLock {
    file: File,
}

impl FolderLock {
    /// Takes the lock of `folder`, which exists.
    ///
    /// # Errors
    /// [`Error::InUse`] with the holder's pid when another process has it.
    pub fn take(folder: &Path) -> Result<Self, Error> {
        let path = folder.join(FILE);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(Error::files("Could not open the lock", &path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut pid = String::new();
                let _ = file.read_to_string(&mut pid);
                let pid = if pid.trim().is_empty() { "?".to_owned() } else { pid.trim().to_owned() };
                return Err(Error::InUse { folder: folder.into(), pid });
            }
            Err(TryLockError::Error(error)) => return Err(Error::files("Could not lock", &path)(error)),
        }
        let written = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "{}", std::process::id()));
        written.map_err(Error::files("Could not write", &path))?;
        Ok(Self { file })
    }

    /// Tells those who wait for the server of this folder that it is there.
    pub(crate) fn announce_ready(&mut self, folder: &Path) -> Result<(), Error> {
        writeln!(self.file, "{READY}").map_err(Error::files("Could not write", &folder.join(FILE)))
    }

    /// Whether a live process holds the lock and its server accepts connections. Until then a server may be there that
    /// an earlier process has left behind, and that is about to be stopped.
    pub(crate) fn is_ready(folder: &Path) -> bool {
        let text = std::fs::read_to_string(folder.join(FILE)).unwrap_or_default();
        let mut lines = text.lines();
        let pid = lines.next().and_then(|pid| pid.parse().ok());
        // What a dead holder has written stands there until the next one has taken the lock.
        let alive = pid.is_some_and(|pid| kill(Pid::from_raw(pid), None) != Err(Errno::ESRCH));
        alive && lines.next() == Some(READY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_holder_is_told_who_has_it_and_may_take_it_afterwards() {
        let folder = tempfile::tempdir().unwrap();
        let first = FolderLock::take(folder.path()).unwrap();
        let error = FolderLock::take(folder.path()).unwrap_err().to_string();
        assert!(error.contains(&format!("Another Greenstall (pid {})", std::process::id())), "{error}");
        drop(first);
        FolderLock::take(folder.path()).unwrap();
    }

    #[test]
    fn a_server_is_ready_when_its_holder_says_so_and_lives() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!FolderLock::is_ready(folder.path()));
        let mut lock = FolderLock::take(folder.path()).unwrap();
        assert!(!FolderLock::is_ready(folder.path()));
        lock.announce_ready(folder.path()).unwrap();
        assert!(FolderLock::is_ready(folder.path()));
        // Beyond what the system gives to processes.
        std::fs::write(folder.path().join(FILE), "2147483647\nready\n").unwrap();
        assert!(!FolderLock::is_ready(folder.path()));
    }
}
