//! How events are printed.

use clap::Args;

/// How events are printed.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Form {
    /// With the payloads
    #[arg(long)]
    pub(super) data: bool,
    /// One JSON object a line, for programs
    #[arg(long)]
    pub(super) json: bool,
}
