//! Where the money of a cancelled or returned order stands: a refund can be sent, waits for a dispute, or is not needed
//! any more because others have paid the money back.

use shared_events::{
    Cents,
    events::{CheckoutEvent, PaidBackBy},
    ids::OrderId,
};

use super::{Checkout, Refund};

/// How the customer gets an order's money back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoneyBack {
    /// The shop refunds it now.
    Refund,
    /// The customer's bank disputes the payment. The refund waits until the bank has decided.
    AfterDispute,
    /// The customer has it already.
    PaidBack(PaidBackBy),
}

impl Checkout {
    /// What an order cost; zero if it is not part of this checkout.
    fn total_of(&self, order_id: OrderId) -> Cents {
        let mut orders = self.started.iter().flat_map(|started| &started.orders);
        orders.find(|order| order.order_id == order_id).map_or(Cents::ZERO, |order| order.amounts.total)
    }

    /// How the customer gets the money of a cancelled or returned order back.
    pub fn money_back(&self, order_id: OrderId) -> MoneyBack {
        let left = self.refundable();
        let by = self.paid_back_by().filter(|_| left == Cents::ZERO);
        match by {
            _ if self.refund(Some(order_id)).is_some() => MoneyBack::Refund,
            _ if self.held() > Cents::ZERO && self.total_of(order_id) > left => MoneyBack::AfterDispute,
            Some(by) => MoneyBack::PaidBack(by),
            None => MoneyBack::Refund,
        }
    }

    /// What the shop refunded for an order, and who had paid the rest back before.
    pub fn refunded_for(&self, order_id: OrderId) -> (Cents, Option<PaidBackBy>) {
        let refunded = self.refund(Some(order_id)).map_or(Cents::ZERO, |refund| refund.amount);
        (refunded, self.paid_back_by().filter(|_| refunded < self.total_of(order_id)))
    }

    /// Who has paid money back without the shop; the bank, if both have.
    fn paid_back_by(&self) -> Option<PaidBackBy> {
        match (self.lost(), self.elsewhere.is_empty()) {
            (Cents::ZERO, true) => None,
            (Cents::ZERO, false) => Some(PaidBackBy::Provider),
            _ => Some(PaidBackBy::Bank),
        }
    }

    /// Whether an open dispute holds the money of a refund that was decided.
    pub fn must_wait(&self, refund: &Refund) -> bool {
        self.held() > Cents::ZERO && refund.amount > self.unspent() - self.held()
    }

    /// The captured amount, minus the refunds that were sent, by us or at the provider.
    pub(super) fn not_sent_back(&self) -> Cents {
        let issued = self.refunds.iter().filter(|refund| refund.issued()).map(|refund| refund.amount);
        let elsewhere = self.elsewhere.iter().map(|refund| refund.amount);
        self.captured() - issued.chain(elsewhere).sum()
    }

    /// The captured amount, minus what was sent back, and minus what a bank has taken.
    fn unspent(&self) -> Cents {
        self.not_sent_back() - self.lost()
    }

    /// Withdraws the decided refunds whose money others have paid back meanwhile, and decides about what is left.
    pub(super) fn withdrawals(&self) -> Vec<CheckoutEvent> {
        let Some(checkout_id) = self.started.as_ref().map(|started| started.checkout_id) else {
            return vec![];
        };
        let mut left = self.unspent().max(Cents::ZERO);
        let mut events = Vec::new();
        for &Refund { order_id, amount, .. } in
            self.refunds.iter().filter(|refund| !refund.issued() && !refund.given_up())
        {
            let rest = amount.min(left);
            left = left - rest;
            if rest == amount {
                continue;
            }
            events.push(CheckoutEvent::RefundWithdrawn { checkout_id, order_id, amount });
            if rest > Cents::ZERO {
                events.push(CheckoutEvent::RefundDecided { checkout_id, order_id, amount: rest });
            }
        }
        events
    }
}

#[cfg(test)]
mod tests {
    use shared_events::events::DisputeOutcome;

    use super::*;
    use crate::{Aggregate, checkout::testing::*};

    fn after(events: &[CheckoutEvent]) -> Checkout {
        Checkout::fold(&[completed(), events.to_vec()].concat())
    }

    fn lost(amount: Cents) -> [CheckoutEvent; 2] {
        [checkout().disputed("dp_1", amount), checkout().dispute_closed("dp_1", DisputeOutcome::Lost)]
    }

    #[test]
    fn a_refund_waits_for_a_dispute_that_holds_its_money() {
        let of = |events: &[CheckoutEvent], order| after(events).money_back(order_id(order));
        assert_eq!(of(&[], 1), MoneyBack::Refund);
        let all = [checkout().disputed("dp_1", total())];
        assert_eq!(of(&all, 1), MoneyBack::AfterDispute);
        let part = [checkout().disputed("dp_1", Cents(3_00))];
        assert_eq!([of(&part, 1), of(&part, 2)], [MoneyBack::AfterDispute, MoneyBack::Refund]);
        assert_eq!(of(&lost(total()), 1), MoneyBack::PaidBack(PaidBackBy::Bank));
        assert_eq!(of(&lost(Cents(3_00)), 1), MoneyBack::Refund, "5.91 are left");
        let back = [checkout().refunded_elsewhere(total(), "re_7")];
        assert_eq!(of(&back, 1), MoneyBack::PaidBack(PaidBackBy::Provider));
    }

    #[test]
    fn a_decided_refund_waits_for_a_dispute_that_holds_its_money() {
        let refund = |events: &[CheckoutEvent]| {
            let decided = checkout().refund_decided(Some(order_id(1)), Cents(7_56));
            let checkout = after(&[&[decided], events].concat());
            checkout.must_wait(checkout.refund(Some(order_id(1))).unwrap())
        };
        assert!(!refund(&[]));
        assert!(!refund(&[checkout().disputed("dp_1", Cents(1_35))]));
        assert!(refund(&[checkout().disputed("dp_1", Cents(1_36))]));
        assert!(refund(&[checkout().disputed("dp_1", total())]));
    }

    #[test]
    fn the_order_says_what_the_shop_refunded() {
        let of = |events: &[CheckoutEvent]| after(events).refunded_for(order_id(1));
        let decided = |amount| checkout().refund_decided(Some(order_id(1)), amount);
        assert_eq!(of(&[decided(Cents(7_56))]), (Cents(7_56), None));
        assert_eq!(of(&lost(total())), (Cents::ZERO, Some(PaidBackBy::Bank)));
        let [disputed, closed] = lost(Cents(3_00));
        assert_eq!(of(&[disputed, closed, decided(Cents(5_91))]), (Cents(5_91), Some(PaidBackBy::Bank)));
        let back = checkout().refunded_elsewhere(Cents(3_00), "re_7");
        assert_eq!(of(&[back, decided(Cents(5_91))]), (Cents(5_91), Some(PaidBackBy::Provider)));
    }
}
