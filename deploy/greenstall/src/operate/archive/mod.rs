//! `greenstall backup` and `restore`: everything that cannot be rebuilt, in one file. It holds the log, the keys of the
//! people in it, the process managers' agendas (without them a restored shop would repeat steps, or never do them),
//! what operators have skipped, and the books of the payment sandbox. Views are rebuilt from the log.

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

/// Where to write to.
#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// A new file; it holds keys, so nobody else may read it
    file: PathBuf,
}

/// What was restored.
#[derive(Debug, Args)]
pub(crate) struct Rehearsed {
    /// The backup that was restored into another data folder, and looked at there
    file: PathBuf,
}

/// What to fill the store from.
#[derive(Debug, Args)]
pub(crate) struct Restore {
    /// What `greenstall backup` has written
    file: PathBuf,
    /// People who were forgotten since, one id a line, as `greenstall person erased` prints them
    #[arg(long, value_name = "FILE")]
    erasures: Option<PathBuf>,
}
