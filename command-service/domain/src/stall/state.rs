//! The state of a stall, folded from its events, as far as decisions need it.

use std::collections::BTreeSet;

use shared_events::{events::StallEvent, ids::ProductId};

use crate::Aggregate;

/// The stall aggregate: products of a merchant who is not approved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stall {
    /// Products that occupy a place.
    pub places: BTreeSet<ProductId>,
}

impl Aggregate for Stall {
    type Event = StallEvent;

    fn evolve(mut self, event: &StallEvent) -> Self {
        match event {
            StallEvent::PlaceTaken { product_id, .. } => {
                self.places.insert(*product_id);
            }
            StallEvent::PlaceFreed { product_id, .. } => {
                self.places.remove(product_id);
            }
        }
        self
    }
}
