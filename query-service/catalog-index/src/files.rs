//! The index's files, which are written without waiting for the disk.
//!
//! Postgres has all data of the index, so the index need not be durable. A durable commit would wait for the disk a
//! dozen times, and shoppers would wait for the commit. Files in the system's memory survive the end of the process,
//! but not a crash of the machine: after a power cut any of them can be old, empty or torn. So the folder records under
//! which boot of the machine its files were written. After another boot, the index is used only if it was closed, which
//! writes everything to the disk; otherwise it is built anew.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use tantivy::directory::{
    AntiCallToken, Directory, DirectoryLock, FileHandle, Lock, MmapDirectory, TerminatingWrite,
    WatchCallback, WatchHandle, WritePtr,
    error::{DeleteError, LockError, OpenDirectoryError, OpenReadError, OpenWriteError},
};

/// The file that records under which boot the others were written.
const WRITTEN: &str = "written";
/// The content of [`WRITTEN`] when all files are on the disk.
const CLOSED: &str = "closed";
/// The content of [`WRITTEN`] on a system that does not report its boot.
const UNKNOWN_BOOT: &str = "unknown";

/// A folder whose files are not synced.
#[derive(Clone, Debug)]
pub(crate) struct UnsyncedDirectory {
    files: MmapDirectory,
    folder: PathBuf,
}

impl UnsyncedDirectory {
    pub(crate) fn open(folder: &Path) -> Result<Self, OpenDirectoryError> {
        Ok(Self { files: MmapDirectory::open(folder)?, folder: folder.to_owned() })
    }
}

impl Directory for UnsyncedDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.files.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.files.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.files.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let opened = OpenOptions::new().write(true).create_new(true).open(self.folder.join(path));
        let file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => OpenWriteError::FileAlreadyExists(path.to_owned()),
            _ => OpenWriteError::wrap_io_error(error, path.to_owned()),
        })?;
        Ok(BufWriter::new(Box::new(UnsyncedFile(file))))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.files.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, content: &[u8]) -> io::Result<()> {
        let path = self.folder.join(path);
        let new = path.with_extension("new");
        fs::write(&new, content)?;
        fs::rename(new, path)
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        self.files.acquire_lock(lock)
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.files.watch(callback)
    }
}

struct UnsyncedFile(File);

impl Write for UnsyncedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl TerminatingWrite for UnsyncedFile {
    fn terminate_ref(&mut self, _: AntiCallToken) -> io::Result<()> {
        self.0.flush()
    }
}

/// The id of the machine's boot; `None` on a system that does not report it.
pub(crate) fn current_boot() -> Option<String> {
    let id = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    Some(id.trim().to_owned()).filter(|id| !id.is_empty())
}

/// Whether all files are intact: they were written since this boot, or the index was closed.
pub(crate) fn is_complete(folder: &Path, boot: Option<&str>) -> bool {
    fs::read_to_string(folder.join(WRITTEN))
        .is_ok_and(|written| written == CLOSED || Some(written.as_str()) == boot)
}

/// Records on the disk that the files may be torn after the end of this boot.
pub(crate) fn mark_open(folder: &Path, boot: Option<&str>) -> io::Result<()> {
    mark(folder, boot.unwrap_or(UNKNOWN_BOOT))
}

/// Writes all files to the disk, and records that they are complete.
pub(crate) fn mark_closed(folder: &Path) -> io::Result<()> {
    for file in files(folder)? {
        File::open(file)?.sync_all()?;
    }
    File::open(folder)?.sync_all()?;
    mark(folder, CLOSED)
}

fn mark(folder: &Path, content: &str) -> io::Result<()> {
    let mut file = File::create(folder.join(WRITTEN))?;
    file.write_all(content.as_bytes())?;
    file.sync_all()?;
    File::open(folder)?.sync_all()
}

/// Deletes all files except [`WRITTEN`].
pub(crate) fn delete_all(folder: &Path) -> io::Result<()> {
    for file in files(folder)?.into_iter().filter(|file| !file.ends_with(WRITTEN)) {
        fs::remove_file(file)?;
    }
    Ok(())
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_another_boot_are_complete_only_when_they_were_closed() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        assert!(!is_complete(folder, Some("1")), "nothing was written");
        mark_open(folder, Some("1")).expect("writable");
        assert!(is_complete(folder, Some("1")));
        assert!(!is_complete(folder, Some("2")));
        assert!(!is_complete(folder, None));
        mark_open(folder, None).expect("writable");
        assert!(!is_complete(folder, None), "boots cannot be told from each other");
        mark_closed(folder).expect("writable");
        assert!(is_complete(folder, Some("2")) && is_complete(folder, None));
        delete_all(folder).expect("writable");
        assert!(is_complete(folder, None));
    }
}
