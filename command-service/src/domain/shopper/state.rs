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

/// A customer's checkouts, as far as they matter for the next one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shopper {
    /// The checkout that was opened last. It may have ended since.
    pub open: Option<CheckoutId>,
    /// The one that it replaced.
    pub replaced: Option<CheckoutId>,
    /// An earlier checkout was paid.
    pub has_paid: bool,
    /// The open checkout has the end of one before it, which held goods.
    pub renews: bool,
    /// When holds ended that nobody paid for: the last ones, oldest first.
    pub unpaid: Vec<DateTime<Utc>>,
    /// Earlier checkouts of which no event tells what came of them.
    pub untold: Vec<CheckoutId>,
}

impl Shopper {
    fn learn(&mut self, former: FormerCheckout) {
        self.untold.clear();
        self.renews = former.outcome == FormerOutcome::Renewed;
        self.has_paid |= former.outcome == FormerOutcome::Paid;
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
