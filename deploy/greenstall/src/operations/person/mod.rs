//! Reports on what the log holds about a person. The HTTP interface and the command line both use them.

pub(crate) mod export;
pub(crate) mod plain;
pub(crate) mod tally;
