//! A refund was made at the provider itself, for example in its dashboard.

use std::convert::Infallible;

use shared_events::{Cents, events::CheckoutEvent, ids::CheckoutId};
use uuid::Uuid;

use super::Checkout;
use crate::{Aggregate, Command};

/// Record a refund that was made at the provider.
#[derive(Clone, Debug)]
pub struct RecordElsewhere {
    /// Id of the checkout.
    pub checkout_id: CheckoutId,
    /// The provider's id of the refund.
    pub refund_id: String,
    /// The amount.
    pub amount: Cents,
}

impl Command for RecordElsewhere {
    type Aggregate = Checkout;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.checkout_id.uuid()
    }

    /// Each refund is recorded once, and all refunds that were sent are together at most the captured amount. A refund
    /// that we have decided and not sent is withdrawn as far as its money has gone this way.
    fn decide(&self, checkout: &Checkout) -> Result<Vec<CheckoutEvent>, Infallible> {
        let &Self { ref refund_id, amount, .. } = self;
        let known = checkout.elsewhere.iter().any(|refund| refund.refund_id == *refund_id);
        let amount = amount.min(checkout.not_sent_back());
        let started = checkout.started.as_ref().filter(|_| !known && amount > Cents::ZERO);
        let Some(started) = started else { return Ok(vec![]) };
        let recorded = CheckoutEvent::RefundedElsewhere {
            checkout_id: started.checkout_id,
            refund_id: refund_id.to_owned(),
            amount,
        };
        let withdrawals = checkout.clone().evolve(&recorded).withdrawals();
        Ok([vec![recorded], withdrawals].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{checkout::testing::*, testing::given};

    #[track_caller]
    fn recording(history: &[CheckoutEvent], amount: Cents, expected: &[CheckoutEvent]) {
        given::<Checkout>(history)
            .when(&RecordElsewhere { checkout_id: the_checkout(), refund_id: "re_7".to_owned(), amount })
            .then(expected);
    }

    #[test]
    fn a_refund_is_recorded_once() {
        let mut history = completed();
        let refunded = checkout().refunded_elsewhere(Cents(3_00), "re_7");
        recording(&history, Cents(3_00), std::slice::from_ref(&refunded));
        history.push(refunded);
        recording(&history, Cents(3_00), &[]);
    }

    #[test]
    fn a_recorded_refund_is_at_most_what_is_left_of_the_payment() {
        let mut history = completed();
        recording(&history, Cents(9_00), &[checkout().refunded_elsewhere(total(), "re_7")]);
        history.push(checkout().refund_decided(Some(order_id(1)), Cents(7_56)));
        history.push(checkout().refund_issued(Some(order_id(1)), Cents(7_56), REFUND));
        recording(&history, total(), &[checkout().refunded_elsewhere(Cents(1_35), "re_7")]);
        history.push(checkout().refunded_elsewhere(Cents(1_35), "re_6"));
        recording(&history, Cents(1), &[]);
    }

    #[test]
    fn a_refund_that_was_not_sent_gives_way() {
        let order = Some(order_id(1));
        let mut history = completed();
        history.push(checkout().refund_decided(order, Cents(7_56)));
        recording(&history, Cents(1_35), &[checkout().refunded_elsewhere(Cents(1_35), "re_7")]);
        recording(
            &history,
            Cents(3_35),
            &[
                checkout().refunded_elsewhere(Cents(3_35), "re_7"),
                checkout().refund_withdrawn(order, Cents(7_56)),
                checkout().refund_decided(order, Cents(5_56)),
            ],
        );
        let all =
            [checkout().refunded_elsewhere(total(), "re_7"), checkout().refund_withdrawn(order, Cents(7_56))];
        recording(&history, total(), &all);
    }

    #[test]
    fn a_refund_without_a_payment_is_not_recorded() {
        recording(&[], Cents(1), &[]);
        recording(&unpaid(), Cents(1), &[]);
    }
}
