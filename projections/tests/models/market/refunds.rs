//! Refunds, failed refunds, and disputes.

use shared_events::{
    Cents,
    events::{CheckoutEvent, DisputeOutcome, OrderEvent, PaidBackBy, RefundCause},
    ids::OrderId,
    shop::OrderStatus,
};

use super::{Market, payments::Payment, pick, places};

/// A refund is abandoned after this many failures.
const MAX_FAILURES: u32 = 3;

/// A refund that the shop has decided on.
pub(super) struct Refund {
    /// `None` for the whole checkout.
    order_id: Option<OrderId>,
    amount: Cents,
    /// The provider's id of the refund; `None` until the provider has accepted it.
    taken: Option<String>,
    failures: u32,
}

/// A refund that was made at the provider directly.
pub(super) struct Elsewhere {
    id: String,
    amount: Cents,
}

/// A bank's dispute.
pub(super) struct Dispute {
    id: String,
    amount: Cents,
    outcome: Option<DisputeOutcome>,
}

impl Payment {
    fn lost_outside_the_shop(&self) -> Cents {
        let lost = self.disputes.iter().filter(|one| one.outcome == Some(DisputeOutcome::Lost));
        self.elsewhere.iter().map(|one| one.amount).chain(lost.map(|one| one.amount)).sum()
    }

    /// The paid amount that is not refunded yet.
    fn left(&self) -> Cents {
        let under_way = self.refunds.iter().filter(|refund| refund.failures < MAX_FAILURES);
        let refunded: Cents = under_way.map(|refund| refund.amount).sum();
        (self.captured() - refunded - self.lost_outside_the_shop()).max(Cents::ZERO)
    }
}

impl Market {
    pub(super) fn refund(&mut self, who: u8, how: u8) {
        match how % 4 {
            0 => self.fail_refund(who, how / 4),
            1 => self.send_again(who),
            _ => self.refund_order(who, how / 4),
        }
    }

    /// Refunds a cancelled or returned order, less the amount refunded already. A refund that was begun and not
    /// finished continues in a later throw.
    fn refund_order(&mut self, who: u8, how: u8) {
        let due = places(&self.purchases, |one| {
            matches!(one.status, OrderStatus::Cancelled | OrderStatus::Returned) && !one.refunded
        });
        let Some(place) = pick(&due, who) else { return };
        let (id, payment) = (self.purchases[place].id, self.purchases[place].payment);
        let (total, status) = (self.purchases[place].total, self.purchases[place].status);
        let begun = self.payments[payment].refunds.iter().position(|one| one.order_id == Some(id));
        match begun {
            None => self.decide_refund(payment, Some(id), total),
            Some(refund) if how.is_multiple_of(3) => self.issue(payment, refund),
            Some(_) => {}
        }
        if how.is_multiple_of(5) {
            return;
        }
        // The provider may report the refund before the shop has recorded it.
        if let (Some(refund), true) = (self.taken(payment, id), how.is_multiple_of(2)) {
            self.fail(payment, refund, how);
            if how.is_multiple_of(4) {
                return;
            }
        }
        let cause =
            if status == OrderStatus::Returned { RefundCause::Returned } else { RefundCause::Cancelled };
        let paid_back = &self.payments[payment];
        let sent = paid_back.refunds.iter().find(|one| one.order_id == Some(id));
        let amount = sent.map_or(Cents::ZERO, |one| one.amount);
        let by = if paid_back.elsewhere.is_empty() { PaidBackBy::Bank } else { PaidBackBy::Provider };
        let rest_paid_back_by = (amount < total).then_some(by);
        let refunded = OrderEvent::OrderRefunded { order_id: id, amount, rest_paid_back_by, cause };
        let notification = self.system(id.uuid(), &refunded);
        self.notified.push((self.people[self.purchases[place].customer].id, notification));
        self.purchases[place].refunded = true;
    }

    /// Decides on a refund of this amount, or of the rest if that is less.
    pub(super) fn decide_refund(&mut self, payment: usize, order_id: Option<OrderId>, wanted: Cents) {
        let amount = wanted.min(self.payments[payment].left());
        if amount == Cents::ZERO {
            return;
        }
        let checkout_id = self.payments[payment].id;
        self.system(checkout_id.uuid(), &CheckoutEvent::RefundDecided { checkout_id, order_id, amount });
        self.payments[payment].refunds.push(Refund { order_id, amount, taken: None, failures: 0 });
        self.issue(payment, self.payments[payment].refunds.len() - 1);
    }

    /// Lets the provider accept the refund, unless it did before or the refund was abandoned.
    fn issue(&mut self, payment: usize, refund: usize) {
        let Refund { order_id, amount, ref taken, failures } = self.payments[payment].refunds[refund];
        if taken.is_some() || failures >= MAX_FAILURES {
            return;
        }
        let (checkout_id, refund_id) = (self.payments[payment].id, format!("re_{}", self.fresh()));
        self.payments[payment].refunds[refund].taken = Some(refund_id.clone());
        let issued = CheckoutEvent::RefundIssued { checkout_id, order_id, amount, refund_id };
        self.system(checkout_id.uuid(), &issued);
    }

    fn send_again(&mut self, who: u8) {
        let failed = |one: &Refund| one.taken.is_none() && one.failures < MAX_FAILURES;
        let waiting = places(&self.payments, |one| one.refunds.iter().any(failed));
        let Some(payment) = pick(&waiting, who) else { return };
        for refund in places(&self.payments[payment].refunds, failed) {
            self.issue(payment, refund);
        }
    }

    /// Lets a refund that the provider had accepted fail.
    fn fail_refund(&mut self, who: u8, how: u8) {
        let sent = |one: &Payment| {
            !one.elsewhere.is_empty() || one.refunds.iter().any(|refund| refund.taken.is_some())
        };
        let Some(place) = pick(&places(&self.payments, sent), who) else { return };
        let payment = &mut self.payments[place];
        match pick(&places(&payment.refunds, |refund| refund.taken.is_some()), how) {
            Some(refund) if payment.elsewhere.is_empty() || how.is_multiple_of(2) => {
                self.fail(place, refund, how);
            }
            _ => {
                let Elsewhere { id, amount } = payment.elsewhere.remove(0);
                self.note_failure(place, None, amount, id, how);
            }
        }
    }

    /// The refund of this order, if the provider has accepted it.
    fn taken(&self, payment: usize, order: OrderId) -> Option<usize> {
        let of_order = |one: &Refund| one.order_id == Some(order) && one.taken.is_some();
        self.payments[payment].refunds.iter().position(of_order)
    }

    fn fail(&mut self, payment: usize, refund: usize, how: u8) {
        let refund = &mut self.payments[payment].refunds[refund];
        let Some(refund_id) = refund.taken.take() else { return };
        refund.failures += 1;
        let (order_id, amount) = (refund.order_id, refund.amount);
        self.note_failure(payment, order_id, amount, refund_id, how);
    }

    fn note_failure(
        &mut self,
        payment: usize,
        order_id: Option<OrderId>,
        amount: Cents,
        refund_id: String,
        how: u8,
    ) {
        let (checkout_id, reason) = (self.payments[payment].id, format!("expired_or_canceled_card {how}"));
        let failed = CheckoutEvent::RefundFailed { checkout_id, order_id, amount, refund_id, reason };
        self.system(checkout_id.uuid(), &failed);
    }

    /// Opens or closes a bank's dispute, or adds a refund that was made at the provider directly.
    pub(super) fn dispute(&mut self, who: u8, how: u8) {
        let Some(place) = pick(&places(&self.payments, |one| one.captured() > Cents::ZERO), who) else {
            return;
        };
        let name = self.fresh();
        let payment = &mut self.payments[place];
        let (checkout_id, left) = (payment.id, payment.left());
        let event = match (how % 4, pick(&places(&payment.disputes, |_| true), how / 16)) {
            (0, _) if left > Cents::ZERO => {
                let (refund_id, amount) = (format!("re_{name}"), Cents(1.max(left.0 / 3)));
                payment.elsewhere.push(Elsewhere { id: refund_id.clone(), amount });
                CheckoutEvent::RefundedElsewhere { checkout_id, refund_id, amount }
            }
            (0 | 1, _) | (_, None) if payment.disputes.len() < 3 => {
                let (dispute_id, amount) = (format!("dp_{name}"), payment.captured());
                payment.disputes.push(Dispute { id: dispute_id.clone(), amount, outcome: None });
                let reason = if how.is_multiple_of(3) { "fraudulent" } else { "product_not_received" };
                CheckoutEvent::ChargeDisputed { checkout_id, dispute_id, amount, reason: reason.to_owned() }
            }
            (_, Some(dispute)) => {
                let outcomes = [DisputeOutcome::Won, DisputeOutcome::Lost, DisputeOutcome::Withdrawn];
                let outcome = outcomes[usize::from(how / 4) % 3];
                let dispute = &mut payment.disputes[dispute];
                // A bank may change its decision.
                if dispute.outcome.replace(outcome) == Some(outcome) {
                    return;
                }
                CheckoutEvent::ChargeDisputeClosed { checkout_id, dispute_id: dispute.id.clone(), outcome }
            }
            (_, None) => return,
        };
        self.system(checkout_id.uuid(), &event);
        if self.payments[place].lost_outside_the_shop() > Cents::ZERO {
            self.withdraw(place);
        }
    }

    /// Withdraws a refund that the provider has not accepted yet.
    fn withdraw(&mut self, payment: usize) {
        let not_sent = |one: &Refund| one.taken.is_none() && one.failures < MAX_FAILURES;
        let Some(place) = places(&self.payments[payment].refunds, not_sent).first().copied() else { return };
        let Refund { order_id, amount, .. } = self.payments[payment].refunds.remove(place);
        let checkout_id = self.payments[payment].id;
        self.system(checkout_id.uuid(), &CheckoutEvent::RefundWithdrawn { checkout_id, order_id, amount });
    }
}
