//! The index that queries see.

use std::sync::{Arc, PoisonError, RwLock};

use catalog_index::{CatalogIndex, Snapshot};

/// The name under which a [`Waiter`](crate::Waiter) knows the index's position.
pub const INDEX: &str = "catalog index";

/// The index that queries see, once it has contained all products. Cloning is cheap.
#[derive(Clone, Default)]
pub(super) struct Published(Arc<RwLock<Option<CatalogIndex>>>);

impl Published {
    pub(super) fn set(&self, index: CatalogIndex) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(index);
    }

    /// The index as of its last commit.
    pub(super) fn snapshot(&self) -> Option<Arc<Snapshot>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).as_ref().map(CatalogIndex::snapshot)
    }
}
