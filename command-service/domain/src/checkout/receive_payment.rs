//! The provider has captured the payment. The same append records whether the goods are available, so that
//! every run of the settlement takes the same path.

use std::convert::Infallible;

use chrono::{DateTime, Utc};
use shared_events::{
    Cents,
    events::CheckoutEvent,
    ids::{CheckoutId, OrderId},
};
use uuid::Uuid;

use super::Checkout;
use crate::Command;

/// The provider has captured this payment.
#[derive(Clone, Debug)]
pub struct ReceivePayment {
    /// Id of the checkout.
    pub checkout_id: CheckoutId,
    /// The provider's id of the payment intent.
    pub intent_id: String,
    /// The captured amount.
    pub amount: Cents,
    /// The current time.
    pub now: DateTime<Utc>,
    /// The text for the customer when some units are gone; `None` when every line is sold to this checkout.
    pub gone: Option<String>,
    /// Refunds that the provider has already made. A restored log, or one that lost its newest events in a
    /// failover, may not contain the request for them.
    pub sent_back: Vec<SentBack>,
}

/// A refund that the provider made before the payment is in the log.
#[derive(Clone, Debug)]
pub struct SentBack {
    /// The provider's id of the refund.
    pub refund_id: String,
    pub amount: Cents,
    /// The order that was refunded, if it was a single one. Asking again for that order's refund sends no
    /// money: the provider answers with this refund.
    pub order_id: Option<OrderId>,
}

/// The text for the customer when all of the payment was refunded.
const REFUNDED: &str = "This payment was refunded. Please start the checkout again.";

impl Command for ReceivePayment {
    type Aggregate = Checkout;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.checkout_id.uuid()
    }

    /// A payment is received once. An abandoned checkout can still be paid: the provider's word counts.
    /// Nothing is ordered with money that was refunded, and only the rest is refunded.
    fn decide(&self, checkout: &Checkout) -> Result<Vec<CheckoutEvent>, Infallible> {
        let Some(started) = checkout.started.as_ref().filter(|_| checkout.payment.is_none()) else {
            return Ok(vec![]);
        };
        let (checkout_id, amount) = (started.checkout_id, self.amount);
        let mut events = vec![CheckoutEvent::PaymentReceived {
            checkout_id,
            intent_id: self.intent_id.clone(),
            amount,
            received_at: self.now,
        }];
        let mut left = amount;
        let mut sent_back = Vec::new();
        for refund in &self.sent_back {
            // All refunds together are at most the captured amount.
            let counted = refund.amount.min(left);
            left = left - counted;
            sent_back.push((refund, counted));
        }
        let nothing_left = || (!sent_back.is_empty() && left == Cents::ZERO).then(|| REFUNDED.to_owned());
        let unfulfillable = self.gone.clone().or_else(nothing_left);
        let forgotten = |(refund, counted): &(&SentBack, Cents)| {
            *counted > Cents::ZERO && (unfulfillable.is_some() || refund.order_id.is_none())
        };
        events.extend(sent_back.iter().copied().filter(forgotten).map(|(refund, counted)| {
            let refund_id = refund.refund_id.clone();
            CheckoutEvent::RefundedElsewhere { checkout_id, refund_id, amount: counted }
        }));
        if let Some(reason) = unfulfillable {
            events.push(CheckoutEvent::CheckoutUnfulfillable { checkout_id, reason });
            // A bank may have taken its part before the shop learns of the payment.
            let amount = left - checkout.lost();
            if amount > Cents::ZERO {
                events.push(CheckoutEvent::RefundDecided { checkout_id, order_id: None, amount });
            }
        }
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use shared_events::events::AbandonReason;

    use super::*;
    use crate::{checkout::testing::*, testing::given};

    #[track_caller]
    fn receiving(history: &[CheckoutEvent], gone: Option<&str>, expected: &[CheckoutEvent]) {
        receiving_less(history, gone, &[], expected);
    }

    /// `sent_back`: for each refund its id, its amount in cents and the merchant of its order.
    #[track_caller]
    fn receiving_less(
        history: &[CheckoutEvent],
        gone: Option<&str>,
        sent_back: &[(&str, i64, Option<u128>)],
        expected: &[CheckoutEvent],
    ) {
        let sent_back = sent_back.iter().map(|(refund_id, amount, merchant)| SentBack {
            refund_id: (*refund_id).to_owned(),
            amount: Cents(*amount),
            order_id: merchant.map(order_id),
        });
        let command = ReceivePayment {
            checkout_id: the_checkout(),
            intent_id: intent().id,
            amount: total(),
            now: paid_at(),
            gone: gone.map(str::to_owned),
            sent_back: sent_back.collect(),
        };
        given::<Checkout>(history).when(&command).then(expected);
    }

    #[test]
    fn a_payment_is_received_once() {
        receiving(&unpaid(), None, &[checkout().paid(paid_at())]);
        receiving(&paid(), None, &[]);
    }

    #[test]
    fn everything_is_refunded_when_the_goods_are_gone() {
        let expected = [
            checkout().paid(paid_at()),
            checkout().unfulfillable(GONE),
            checkout().refund_decided(None, total()),
        ];
        receiving(&unpaid(), Some(GONE), &expected);
    }

    #[test]
    fn nothing_is_ordered_with_refunded_money() {
        let refunded =
            CheckoutEvent::CheckoutUnfulfillable { checkout_id: the_checkout(), reason: REFUNDED.to_owned() };
        let whole = [("re_7", 8_91, None)];
        let expected =
            [checkout().paid(paid_at()), checkout().refunded_elsewhere(total(), "re_7"), refunded.clone()];
        receiving_less(&unpaid(), None, &whole, &expected);
        let expected = [
            checkout().paid(paid_at()),
            checkout().refunded_elsewhere(total(), "re_7"),
            checkout().unfulfillable(GONE),
        ];
        receiving_less(&unpaid(), Some(GONE), &whole, &expected);
        let both_orders = [("re_7", 7_56, Some(1)), ("re_8", 1_35, Some(2))];
        let [first, second] = [
            checkout().refunded_elsewhere(Cents(7_56), "re_7"),
            checkout().refunded_elsewhere(Cents(1_35), "re_8"),
        ];
        receiving_less(&unpaid(), None, &both_orders, &[checkout().paid(paid_at()), first, second, refunded]);
    }

    #[test]
    fn refunds_count_up_to_the_captured_amount() {
        let too_much = [("re_7", 3_00, None), ("re_8", 99_00, None), ("re_9", 1_00, None)];
        let [first, second] = [
            checkout().refunded_elsewhere(Cents(3_00), "re_7"),
            checkout().refunded_elsewhere(Cents(5_91), "re_8"),
        ];
        let expected = [checkout().paid(paid_at()), first, second, checkout().unfulfillable(GONE)];
        receiving_less(&unpaid(), Some(GONE), &too_much, &expected);
    }

    #[test]
    fn only_the_rest_is_refunded() {
        let one_order = [("re_7", 7_56, Some(1))];
        let back = checkout().refunded_elsewhere(Cents(7_56), "re_7");
        let expected = [
            checkout().paid(paid_at()),
            back,
            checkout().unfulfillable(GONE),
            checkout().refund_decided(None, Cents(1_35)),
        ];
        receiving_less(&unpaid(), Some(GONE), &one_order, &expected);
    }

    #[test]
    fn everything_is_ordered_when_a_part_was_refunded() {
        let in_part = [("re_7", 3_00, None), ("re_8", 1_35, Some(2))];
        let expected = [checkout().paid(paid_at()), checkout().refunded_elsewhere(Cents(3_00), "re_7")];
        receiving_less(&unpaid(), None, &in_part, &expected);
    }

    #[test]
    fn a_received_payment_is_not_decided_again() {
        receiving(&paid(), Some(GONE), &[]);
        receiving(
            &[
                checkout().started(),
                checkout().payment_requested(),
                checkout().paid(paid_at()),
                checkout().unfulfillable(GONE),
            ],
            None,
            &[],
        );
    }

    #[test]
    fn a_payment_for_an_abandoned_checkout_is_received() {
        let history = [
            checkout().started(),
            checkout().payment_requested(),
            checkout().abandoned(AbandonReason::Expired),
        ];
        receiving(&history, None, &[checkout().paid(paid_at())]);
    }
}
