//! A segment's products in the orders of lists, so that a page reads the first products of its order and not all.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tantivy::DocId;

use crate::sorts::Sort;

/// The orders that a segment keeps: 4 bytes a product each. The least recently used one makes room for a new one.
const MAX_ORDERS: usize = 12;

/// The sorted products of a segment by order. A segment's files do not change, so neither do they.
#[derive(Default)]
pub(crate) struct Permutations(Mutex<Vec<Asked>>);

/// An order that lists have asked for.
struct Asked {
    sorts: Vec<Sort>,
    lists: u32,
    products: Option<Arc<[DocId]>>,
}

impl Permutations {
    /// The products in this order; otherwise how many lists have asked for it, this one included.
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

    /// Keeps the products in this order, if it is still among those that lists ask for.
    pub(crate) fn keep(&self, sorts: &[Sort], products: Arc<[DocId]>) {
        if let Some(asked) = self.lock().iter_mut().find(|asked| asked.sorts == sorts) {
            asked.products = Some(products);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Asked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
