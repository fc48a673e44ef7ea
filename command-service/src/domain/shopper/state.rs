//! What decisions about a customer's open checkout need to know.

use shared_events::{events::ShopperEvent, ids::CheckoutId};

use crate::domain::Aggregate;

/// A customer's checkouts, as far as they matter for the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shopper {
    /// The checkout that was opened last. It may have ended since.
    pub open: Option<CheckoutId>,
    /// The one that it replaced.
    pub replaced: Option<CheckoutId>,
}

impl Aggregate for Shopper {
    type Event = ShopperEvent;
    const KEPT: bool = true;

    fn evolve(self, event: &ShopperEvent) -> Self {
        match event {
            ShopperEvent::CheckoutOpened { checkout_id } => {
                Self { open: Some(*checkout_id), replaced: self.open }
            }
        }
    }
}
