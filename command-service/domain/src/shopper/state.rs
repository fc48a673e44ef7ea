//! The state of a customer's checkouts, folded from their events, as far as decisions need it.

use chrono::{DateTime, Utc};
use shared_events::{
    events::{FormerCheckout, FormerOutcome, ShopperEvent},
    ids::CheckoutId,
};

use crate::Aggregate;

/// Unpaid holds within a day before the account has to wait; no more are remembered.
pub(super) const MAX_UNPAID_HOLDS: usize = 3;

/// How many checkouts with an unknown outcome are remembered.
const UNTOLD: usize = 20;

/// How many paid checkouts are remembered. Only the streams of a checkout and its orders say what became of it.
const PAID: usize = 100;

/// The shopper aggregate: a customer's checkouts, as far as they matter for the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shopper {
    /// The checkout that was opened last. It may have ended since.
    pub open: Option<CheckoutId>,
    pub replaced: Option<CheckoutId>,
    /// Earlier checkouts that were paid, oldest first.
    pub paid: Vec<CheckoutId>,
    /// The open checkout inherited the expiry of an earlier one that held goods.
    pub renews: bool,
    /// When the last unpaid holds expired, oldest first.
    pub unpaid: Vec<DateTime<Utc>>,
    /// Earlier checkouts whose outcome no event reveals.
    pub untold: Vec<CheckoutId>,
}

impl Shopper {
    fn learn(&mut self, former: FormerCheckout) {
        let untold = std::mem::take(&mut self.untold);
        self.renews = former.outcome == FormerOutcome::Renewed;
        if former.outcome == FormerOutcome::Paid {
            // The payment was for the open checkout or for one with an unknown outcome.
            self.paid.extend(untold.into_iter().chain(self.open));
            keep_last(&mut self.paid, PAID);
        }
        if former.outcome == FormerOutcome::Unpaid {
            self.unpaid.push(former.expires_at);
            keep_last(&mut self.unpaid, MAX_UNPAID_HOLDS);
        }
    }
}

fn keep_last<T>(list: &mut Vec<T>, most: usize) {
    list.drain(..list.len().saturating_sub(most));
}

impl Aggregate for Shopper {
    type Event = ShopperEvent;
    const STAYS_IN_MEMORY: bool = true;

    fn evolve(mut self, event: &ShopperEvent) -> Self {
        let ShopperEvent::CheckoutOpened { checkout_id, former } = event;
        match former {
            Some(former) => self.learn(*former),
            None => self.untold.extend(self.open),
        }
        keep_last(&mut self.untold, UNTOLD);
        self.replaced = self.open.replace(*checkout_id);
        self
    }
}
