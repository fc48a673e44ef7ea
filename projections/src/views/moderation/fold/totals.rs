//! Counts products by kind, because counting a million rows in a query takes too long.

use std::collections::BTreeMap;

/// The columns by which admins filter products: category, active, organic, approval.
pub(crate) type Kind = (String, bool, bool, String);

/// By kind: how many more products the batch makes, or fewer when negative.
#[derive(Default)]
pub(crate) struct TotalChanges(pub(crate) BTreeMap<Kind, i64>);

impl TotalChanges {
    /// Adds `each` to the count of these kinds: 1 for a product as it is after the batch, -1 as it was before.
    pub(crate) fn add(&mut self, kinds: impl IntoIterator<Item = Kind>, each: i64) {
        for kind in kinds {
            *self.0.entry(kind).or_default() += each;
        }
    }
}
