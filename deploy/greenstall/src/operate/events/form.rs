//! How events are printed.

use clap::Args;

/// Options that choose the form in which events are printed.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Form {
    /// Print the payloads, too
    #[arg(long)]
    pub(super) data: bool,
    /// Print one JSON object a line, for programs
    #[arg(long)]
    pub(super) json: bool,
}
