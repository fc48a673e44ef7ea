//! What a commit contains: the payload that the index keeps beside its files.

use serde::{Deserialize, Serialize};

/// The view's state that a commit contains.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// The view's position up to which its changes are in the index.
    pub position: u64,
    /// The version of the index' schema.
    pub(crate) schema: u32,
}
