//! Counts products by kind, because counting a million on request takes too long.

use std::collections::BTreeMap;

/// The columns by which admins filter products: category, active, organic, approval.
pub(crate) type Kind = (String, bool, bool, String);

/// How a batch changes the number of products of each kind.
#[derive(Default)]
pub(crate) struct TotalChanges(pub(crate) BTreeMap<Kind, i64>);

impl TotalChanges {
    /// Adds `each` to the number of products of these kinds: 1 for a product after the batch, -1 for one before it.
    pub(crate) fn add(&mut self, kinds: impl IntoIterator<Item = Kind>, each: i64) {
        for kind in kinds {
            *self.0.entry(kind).or_default() += each;
        }
    }
}
