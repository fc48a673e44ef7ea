//! The payload of a commit, which the index stores with its files.

use serde::{Deserialize, Serialize};

/// The view's state that a commit contains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// The position up to which the index contains the view's changes.
    pub position: u64,
    /// The version of the index's schema.
    pub(crate) schema: u32,
}
