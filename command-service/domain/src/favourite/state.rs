//! A person's favourites, folded from their events.

use std::collections::BTreeSet;

use shared_events::{events::FavouriteEvent, ids::ProductId};

use crate::Aggregate;

/// The favourites aggregate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Favourites {
    /// Ids of the products.
    pub products: BTreeSet<ProductId>,
}

impl Aggregate for Favourites {
    type Event = FavouriteEvent;

    fn evolve(mut self, event: &FavouriteEvent) -> Self {
        match event {
            FavouriteEvent::FavouriteAdded { product_id, .. } => {
                self.products.insert(*product_id);
            }
            FavouriteEvent::FavouriteRemoved { product_id, .. } => {
                self.products.remove(product_id);
            }
        }
        self
    }
}
