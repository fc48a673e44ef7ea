//! What the log holds about somebody. The HTTP interface and the command line both use it.

pub(crate) mod export;
pub(crate) mod plain;
pub(crate) mod tally;
