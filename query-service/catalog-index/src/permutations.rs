//! A segment's products in the sort orders of lists, so that a page reads only the first products of its order.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tantivy::DocId;

use crate::sorts::Sort;

/// The most sort orders that a segment keeps, at 4 bytes a product. A new one replaces the least recently used one.
const MAX_ORDERS: usize = 12;

/// A segment's products in each sort order. They stay valid, because a segment's files do not change.
#[derive(Default)]
pub(crate) struct Permutations(Mutex<Vec<Asked>>);

/// A sort order that lists have requested.
struct Asked {
    sorts: Vec<Sort>,
    lists: u32,
    products: Option<Arc<[DocId]>>,
}

impl Permutations {
    /// The products in this order, or else the number of lists that have requested the order, including this one.
    pub(crate) fn ask(&self, sorts: &[Sort]) -> Result<Arc<[DocId]>, u32> {
        let mut kept = self.lock();
        let mut asked = match kept.iter().position(|asked| asked.sorts == sorts) {
            Some(place) => kept.remove(place),
            None => Asked { sorts: sorts.to_vec(), lists: 0, products: None },
        };
        asked.lists = asked.lists.saturating_add(1);
        let answer = asked.products.clone().ok_or(asked.lists);
        if kept.len() >= MAX_ORDERS {
            kept.remove(0);
        }
        kept.push(asked);
        answer
    }

    /// Keeps the products in this order, unless a newer order has replaced it.
    pub(crate) fn keep(&self, sorts: &[Sort], products: Arc<[DocId]>) {
        if let Some(asked) = self.lock().iter_mut().find(|asked| asked.sorts == sorts) {
            asked.products = Some(products);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Asked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
