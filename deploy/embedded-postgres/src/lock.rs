//! One process per folder: a lock that the system releases when its holder dies, however it dies.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, Write},
    path::Path,
};

use crate::Error;

const FILE: &str = "lock";

/// Held as long as this value lives. The file stays; what counts is the lock on it.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
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
        Ok(Self { _file: file })
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
}
