//! Where the index is kept.

use std::path::PathBuf;

use catalog_index::{Error, Writer};

/// Where the index is kept.
#[derive(Clone, Debug)]
pub(super) enum Folder {
    /// In memory; it ends with the process.
    InMemory,
    /// In a folder below this one.
    Below(PathBuf),
}

/// At most this many processes share the folder, each with an index of its own. During an upgrade there are two.
const MAX_PROCESSES: usize = 64;

impl Folder {
    /// Opens the index with the lowest number that no other process has open. An index whose folder cannot be written is
    /// kept in memory.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub(super) fn open(&self) -> Result<Writer, Error> {
        let Self::Below(folder) = self else { return Writer::in_memory() };
        let mut number = 1;
        loop {
            match Writer::open(&folder.join(number.to_string())) {
                Ok(opened) => return Ok(opened),
                Err(error) if error.is_in_use() && number < MAX_PROCESSES => number += 1,
                Err(error) => {
                    let folder = folder.display();
                    tracing::warn!(%error, "the catalog's index cannot be kept in {folder}; it is kept in memory");
                    return Writer::in_memory();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_whose_folder_cannot_be_written_is_kept_in_memory() {
        let file = tempfile::NamedTempFile::new().unwrap();
        Folder::Below(file.path().to_owned()).open().unwrap();
    }
}
