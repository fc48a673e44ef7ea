//! A batch's changes to the tables `stock` and `holds`.

use std::collections::{BTreeMap, BTreeSet};

use shared_events::events::StockEvent;
use uuid::Uuid;

/// A batch's stock events, in order, each with its product.
#[derive(Default)]
pub(crate) struct StockChanges(Vec<(Uuid, StockEvent)>);

/// The rows that a batch changes.
#[derive(Default)]
pub(crate) struct StockRows {
    /// By product: the units on hand, and the units held.
    pub(crate) stock: BTreeMap<Uuid, (i64, i64)>,
    /// By product and checkout: the units held; 0 when the hold has ended.
    pub(crate) holds: BTreeMap<(Uuid, Uuid), i64>,
    /// The holds that have rows in the table. During a rebuild, most holds begin and end within a batch and never get
    /// one.
    pub(crate) stored: BTreeSet<(Uuid, Uuid)>,
    /// The products that were in stock before the batch.
    pub(crate) in_stock: BTreeSet<Uuid>,
}

impl StockChanges {
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The products that the events are about.
    pub(crate) fn products(&self) -> BTreeSet<Uuid> {
        self.0.iter().map(|(product, _)| *product).collect()
    }

    /// The holds that the events are about, by product and checkout.
    pub(crate) fn holds(&self) -> BTreeSet<(Uuid, Uuid)> {
        self.0.iter().filter_map(|(product, event)| Some((*product, checkout_of(event)?))).collect()
    }

    /// Applies the events to these rows.
    pub(crate) fn apply(&self, rows: &mut StockRows) {
        for (product, event) in &self.0 {
            rows.apply(*product, event);
        }
    }

    pub(super) fn collect(&mut self, product: Uuid, event: StockEvent) {
        self.0.push((product, event));
    }
}

impl StockRows {
    fn apply(&mut self, product: Uuid, event: &StockEvent) {
        let hold = checkout_of(event).map(|checkout| self.holds.entry((product, checkout)).or_default());
        let (on_hand, held) = self.stock.entry(product).or_default();
        if let Some(hold) = hold {
            *held -= *hold;
            *hold = 0;
            if let StockEvent::UnitsHeld { quantity, .. } = event {
                *hold = i64::from(*quantity);
                *held += *hold;
            }
        }
        match event {
            StockEvent::StockCounted { quantity, .. } => *on_hand = i64::from(*quantity),
            StockEvent::UnitsSold { quantity, .. } => *on_hand = (*on_hand - i64::from(*quantity)).max(0),
            StockEvent::UnitsRestocked { quantity, .. } => *on_hand += i64::from(*quantity),
            StockEvent::UnitsHeld { .. } | StockEvent::HoldReleased { .. } => {}
        }
    }
}

/// The checkout whose hold the event creates or ends.
fn checkout_of(event: &StockEvent) -> Option<Uuid> {
    match event {
        StockEvent::UnitsHeld { checkout_id, .. }
        | StockEvent::HoldReleased { checkout_id, .. }
        | StockEvent::UnitsSold { checkout_id, .. } => Some(checkout_id.uuid()),
        StockEvent::StockCounted { .. } | StockEvent::UnitsRestocked { .. } => None,
    }
}
