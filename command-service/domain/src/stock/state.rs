//! The state of a product's stock, folded from its events, as far as decisions need it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared_events::{
    events::{ReleaseReason, StockEvent},
    ids::{CheckoutId, OrderId},
};

use crate::{Aggregate, SnapshotFormat};

/// Raised whenever a field of [`Stock`] or its `evolve` changes. `snapshot.v<N>.json` is the snapshot of this
/// version.
const FOLD_VERSION: i32 = 1;

/// Units that a checkout holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// Number of units.
    pub quantity: u32,
    /// When the hold expires: from then on it does not count against other checkouts.
    pub until: DateTime<Utc>,
}

/// Units that were sold to an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sale {
    /// Number of units.
    pub quantity: u32,
    /// They have returned to the shelf.
    pub restocked: bool,
}

/// The stock aggregate. Before the first count it is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stock {
    /// The merchant has counted at least once.
    pub counted: bool,
    /// Units on the shelf, held ones included.
    pub on_hand: u32,
    /// By checkout. Ended holds are removed; expired ones stay until they are released.
    pub holds: BTreeMap<CheckoutId, Hold>,
    pub sales: BTreeMap<OrderId, Sale>,
    /// Checkouts that get no more units of this product.
    pub closed: BTreeSet<CheckoutId>,
}

impl Stock {
    /// Units available to this checkout now: those on the shelf minus the live holds of other checkouts.
    pub fn available_to(&self, checkout: CheckoutId, now: DateTime<Utc>) -> u32 {
        let others = self.holds.iter().filter(|(holder, hold)| **holder != checkout && hold.until > now);
        others.fold(self.on_hand, |left, (_, hold)| left.saturating_sub(hold.quantity))
    }

    /// The checkout's hold, unless it has expired.
    pub fn live_hold(&self, checkout: CheckoutId, now: DateTime<Utc>) -> Option<Hold> {
        self.holds.get(&checkout).copied().filter(|hold| hold.until > now)
    }
}

impl Aggregate for Stock {
    type Event = StockEvent;
    const STAYS_IN_MEMORY: bool = true;
    const SNAPSHOTS: Option<SnapshotFormat<Self>> = Some(SnapshotFormat::json(FOLD_VERSION));

    fn evolve(mut self, event: &StockEvent) -> Self {
        match event {
            StockEvent::StockCounted { quantity, .. } => {
                self.counted = true;
                self.on_hand = *quantity;
            }
            StockEvent::UnitsHeld { checkout_id, quantity, until, .. } => {
                self.holds.insert(*checkout_id, Hold { quantity: *quantity, until: *until });
            }
            StockEvent::HoldReleased { checkout_id, reason, .. } => {
                self.holds.remove(checkout_id);
                if *reason == ReleaseReason::Unfulfillable {
                    self.closed.insert(*checkout_id);
                }
            }
            StockEvent::UnitsSold { checkout_id, order_id, quantity, .. } => {
                self.holds.remove(checkout_id);
                self.on_hand = self.on_hand.saturating_sub(*quantity);
                self.sales.insert(*order_id, Sale { quantity: *quantity, restocked: false });
            }
            StockEvent::UnitsRestocked { order_id, quantity, .. } => {
                self.on_hand = self.on_hand.saturating_add(*quantity);
                if let Some(sale) = self.sales.get_mut(order_id) {
                    sale.restocked = true;
                }
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use shared_events::ids::ProductId;
    use uuid::Uuid;

    use super::*;

    /// A history with every event type, each with an effect on the final state.
    fn history() -> Vec<StockEvent> {
        let product_id = ProductId::new(Uuid::from_u128(1));
        let checkout = |number| CheckoutId::new(Uuid::from_u128(number));
        let order_id = |number| OrderId::new(Uuid::from_u128(number));
        let until = DateTime::from_timestamp(1_790_000_900, 0).unwrap();
        let held = |number, quantity| StockEvent::UnitsHeld {
            product_id,
            checkout_id: checkout(number),
            quantity,
            until,
        };
        let released = |number, reason| StockEvent::HoldReleased {
            product_id,
            checkout_id: checkout(number),
            quantity: 1,
            reason,
        };
        let sold = |number, quantity| StockEvent::UnitsSold {
            product_id,
            checkout_id: checkout(number),
            order_id: order_id(number),
            quantity,
        };
        vec![
            StockEvent::StockCounted { product_id, quantity: 40 },
            held(2, 3),
            held(3, 4),
            held(4, 5),
            held(5, 6),
            held(6, 7),
            sold(2, 3),
            sold(3, 4),
            StockEvent::UnitsRestocked { product_id, order_id: order_id(3), quantity: 4 },
            released(4, ReleaseReason::Expired),
            released(5, ReleaseReason::Unfulfillable),
        ]
    }

    /// A program reads only snapshots of its own version. So a change of the state or of `evolve` needs the
    /// next version and a file for it; existing files are never edited.
    #[test]
    fn the_snapshot_matches_the_file_of_its_version() {
        let state = Stock::fold(&history());
        let made = serde_json::to_value(&state).unwrap();
        let file = format!("src/stock/snapshot.v{FOLD_VERSION}.json");
        let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), &file].iter().collect();
        let promised =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}: {made:#}"));
        let promised: serde_json::Value = serde_json::from_str(&promised).unwrap();
        assert_eq!(made, promised, "raise FOLD_VERSION and add a file for it");
        assert_eq!(serde_json::from_value::<Stock>(promised).unwrap(), state);
    }
}
