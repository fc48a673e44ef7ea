//! What decisions about a customer's open checkout need to know.

use chrono::{DateTime, Utc};
use shared_events::{
    events::{FormerCheckout, FormerOutcome, ShopperEvent},
    ids::CheckoutId,
};

use super::open_checkout::UNPAID_HOLDS;
use crate::domain::Aggregate;

/// How many checkouts are remembered of which no event tells what came of them.
const UNTOLD: usize = 20;

/// How many paid checkouts are remembered. Whether one was paid back since only its own stream tells.
const PAID: usize = 5;

/// A customer's checkouts, as far as they matter for the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shopper {
    /// The checkout that was opened last. It may have ended since.
    pub open: Option<CheckoutId>,
    /// The one that it replaced.
    pub replaced: Option<CheckoutId>,
    /// Earlier checkouts that were paid, oldest first.
    pub paid: Vec<CheckoutId>,
    /// The open checkout has the end of one before it, which held goods.
    pub renews: bool,
    /// When holds ended that nobody paid for: the last ones, oldest first.
    pub unpaid: Vec<DateTime<Utc>>,
    /// Earlier checkouts of which no event tells what came of them.
    pub untold: Vec<CheckoutId>,
}

impl Shopper {
    fn learn(&mut self, former: FormerCheckout) {
        let untold = std::mem::take(&mut self.untold);
        self.renews = former.outcome == FormerOutcome::Renewed;
        if former.outcome == FormerOutcome::Paid {
            // It, or one of which no event tells.
            self.paid.extend(untold.into_iter().chain(self.open));
            keep_last(&mut self.paid, PAID);
        }
        if former.outcome == FormerOutcome::Unpaid {
            self.unpaid.push(former.expires_at);
            keep_last(&mut self.unpaid, UNPAID_HOLDS);
        }
    }
}

fn keep_last<T>(list: &mut Vec<T>, most: usize) {
    list.drain(..list.len().saturating_sub(most));
}

impl Aggregate for Shopper {
    type Event = ShopperEvent;
    const KEPT: bool = true;

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
