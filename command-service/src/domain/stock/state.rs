//! What decisions about a product's stock need to know.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use shared_events::{
    events::{ReleaseReason, StockEvent},
    ids::{CheckoutId, OrderId},
};

use crate::domain::Aggregate;

/// Units that a checkout has set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// How many.
    pub quantity: u32,
    /// From then on they no longer count against others.
    pub until: DateTime<Utc>,
}

/// Units that have left the shelf for an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sale {
    /// How many.
    pub quantity: u32,
    /// They are back on the shelf.
    pub restocked: bool,
}

/// A product's stock. Before the first count there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stock {
    /// The merchant has counted at least once.
    pub counted: bool,
    /// Units on the shelf, held ones included.
    pub on_hand: u32,
    /// By checkout; ended ones are removed, expired ones stay until they are released.
    pub holds: BTreeMap<CheckoutId, Hold>,
    /// By order.
    pub sales: BTreeMap<OrderId, Sale>,
    /// Checkouts that will never be sold anything.
    pub closed: BTreeSet<CheckoutId>,
}

impl Stock {
    /// How many units this checkout can have at this moment: what is on hand and not set aside for others. A hold that
    /// has expired no longer counts against others.
    pub fn available_to(&self, checkout: CheckoutId, now: DateTime<Utc>) -> u32 {
        let others = self.holds.iter().filter(|(holder, hold)| **holder != checkout && hold.until > now);
        others.fold(self.on_hand, |left, (_, hold)| left.saturating_sub(hold.quantity))
    }

    /// The checkout's hold that has not expired.
    pub fn live_hold(&self, checkout: CheckoutId, now: DateTime<Utc>) -> Option<Hold> {
        self.holds.get(&checkout).copied().filter(|hold| hold.until > now)
    }
}

impl Aggregate for Stock {
    type Event = StockEvent;
    const KEPT: bool = true;

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
