//! A merchant who is not approved uploads a file. A plain function: the file store counts the files, and no stream
//! has them.

/// The most bytes of files of a merchant before approval; documented in deploy/docs/handbook/limits.md.
pub const MAX_FILE_BYTES_BEFORE_APPROVAL: u64 = 100 * 1024 * 1024;

/// The most files of a merchant before approval, counting both sizes of a picture: enough for all pictures and
/// certificates of fifty products. Each upload lists all of them.
pub const MAX_FILES_BEFORE_APPROVAL: u64 = 2_500;

/// Reasons not to keep a file of a merchant who is not approved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The files are too large in total.
    #[error(
        "You can have up to {} MB of files until your account is approved. Please remove a file or wait for the approval.",
        MAX_FILE_BYTES_BEFORE_APPROVAL / (1024 * 1024)
    )]
    Bytes,
    /// There are too many files.
    #[error(
        "You can have up to {MAX_FILES_BEFORE_APPROVAL} files until your account is approved. Please remove a file or wait \
         for the approval."
    )]
    Files,
}

/// Whether there is room for a file of this many bytes beside these files, which have `kept_bytes` in total.
///
/// # Errors
/// There is no room.
pub fn check(kept_files: u64, kept_bytes: u64, bytes: u64) -> Result<(), Refusal> {
    if kept_bytes.saturating_add(bytes) > MAX_FILE_BYTES_BEFORE_APPROVAL {
        return Err(Refusal::Bytes);
    }
    if kept_files >= MAX_FILES_BEFORE_APPROVAL {
        return Err(Refusal::Files);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_files_are_limited_in_size_and_number() {
        let most = MAX_FILE_BYTES_BEFORE_APPROVAL;
        assert_eq!(check(0, 0, most), Ok(()));
        assert_eq!(check(0, 1, most), Err(Refusal::Bytes));
        assert_eq!(check(0, most, u64::MAX), Err(Refusal::Bytes));
        assert_eq!(check(MAX_FILES_BEFORE_APPROVAL - 1, 0, 1), Ok(()));
        assert_eq!(check(MAX_FILES_BEFORE_APPROVAL, 0, 1), Err(Refusal::Files));
    }
}
