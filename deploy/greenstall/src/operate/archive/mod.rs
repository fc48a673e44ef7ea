//! `greenstall backup` and `restore`: everything that cannot be rebuilt, in one file.
//!
//! The file holds the log, the encryption keys of the people in it, the process managers' agendas (without them a
//! restored shop would repeat steps, or never do them), the operators' decisions to skip, and the books of the payment
//! sandbox. Views are rebuilt from the log.

mod backup;
mod check;
mod file;
mod record;
mod rehearsed;
mod restore;
mod tables;

use std::path::PathBuf;

use clap::Args;

pub(crate) use backup::backup;
pub(crate) use rehearsed::rehearsed;
pub(crate) use restore::restore;

/// The arguments of `greenstall backup`.
#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// The file to create; it contains encryption keys, so only its owner may read it
    file: PathBuf,
}

/// The arguments of `greenstall rehearsed`.
#[derive(Debug, Args)]
pub(crate) struct Rehearsed {
    /// The backup file that was restored into another data folder and inspected there
    file: PathBuf,
}

/// The arguments of `greenstall restore`.
#[derive(Debug, Args)]
pub(crate) struct Restore {
    /// A file that `greenstall backup` has written
    file: PathBuf,
    /// The ids of people erased since the backup, one a line, as `greenstall person erased` prints them
    #[arg(long, value_name = "FILE")]
    erasures: Option<PathBuf>,
}
