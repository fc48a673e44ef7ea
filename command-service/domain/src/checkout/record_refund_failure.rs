//! The provider failed to send a refund that it had accepted.

use std::convert::Infallible;

use shared_events::{events::CheckoutEvent, ids::CheckoutId};
use uuid::Uuid;

use super::Checkout;
use crate::{Aggregate, Command};

/// Record that the provider failed to send a refund.
#[derive(Clone, Debug)]
pub struct RecordRefundFailure {
    /// Id of the checkout.
    pub checkout_id: CheckoutId,
    /// The provider's id of the refund.
    pub refund_id: String,
    /// The provider's reason.
    pub reason: String,
}

impl Command for RecordRefundFailure {
    type Aggregate = Checkout;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.checkout_id.uuid()
    }

    /// Each failure is recorded once; an unknown refund is ignored. The refund is withdrawn if a bank has taken its
    /// money meanwhile.
    fn decide(&self, checkout: &Checkout) -> Result<Vec<CheckoutEvent>, Infallible> {
        let Self { refund_id, reason, .. } = self;
        let ours = checkout.refunds.iter().find(|refund| refund.refund_id.as_deref() == Some(refund_id));
        let elsewhere = checkout.elsewhere.iter().find(|refund| refund.refund_id == *refund_id);
        let failed = ours
            .map(|refund| (refund.order_id, refund.amount))
            .or_else(|| elsewhere.map(|refund| (None, refund.amount)));
        let Some((started, (order_id, amount))) = checkout.started.as_ref().zip(failed) else {
            return Ok(vec![]);
        };
        let failed = CheckoutEvent::RefundFailed {
            checkout_id: started.checkout_id,
            order_id,
            amount,
            refund_id: refund_id.to_owned(),
            reason: reason.to_owned(),
        };
        let withdrawals = checkout.clone().evolve(&failed).withdrawals();
        Ok([vec![failed], withdrawals].concat())
    }
}

#[cfg(test)]
mod tests {
    use shared_events::{Cents, events::DisputeOutcome};

    use super::*;
    use crate::{Aggregate, checkout::testing::*, testing::given};

    #[track_caller]
    fn recording(history: &[CheckoutEvent], refund_id: &str, expected: &[CheckoutEvent]) {
        given::<Checkout>(history)
            .when(&RecordRefundFailure {
                checkout_id: the_checkout(),
                refund_id: refund_id.to_owned(),
                reason: FAILURE.to_owned(),
            })
            .then(expected);
    }

    #[test]
    fn a_failure_is_recorded_once() {
        let (order, amount) = (Some(order_id(1)), Cents(7_56));
        let mut history = completed();
        history.extend([
            checkout().refund_decided(order, amount),
            checkout().refund_issued(order, amount, REFUND),
        ]);
        let failed = checkout().refund_failed(order, amount, REFUND);
        recording(&history, REFUND, std::slice::from_ref(&failed));
        history.push(failed);
        recording(&history, REFUND, &[]);
    }

    #[test]
    fn a_failed_refund_made_elsewhere_can_be_refunded_again() {
        let mut history = completed();
        history.push(checkout().refunded_elsewhere(Cents(3_00), REFUND));
        recording(&history, REFUND, &[checkout().refund_failed(None, Cents(3_00), REFUND)]);
        history.push(checkout().refund_failed(None, Cents(3_00), REFUND));
        recording(&history, REFUND, &[]);
        assert_eq!(Checkout::fold(&history).refundable(), total());
    }

    #[test]
    fn a_failed_refund_whose_money_a_bank_has_taken_is_withdrawn() {
        let (order, amount) = (Some(order_id(1)), Cents(7_56));
        let mut history = completed();
        history.extend([
            checkout().refund_decided(order, amount),
            checkout().refund_issued(order, amount, REFUND),
            checkout().disputed("dp_1", total()),
            checkout().dispute_closed("dp_1", DisputeOutcome::Lost),
        ]);
        let expected =
            [checkout().refund_failed(order, amount, REFUND), checkout().refund_withdrawn(order, amount)];
        recording(&history, REFUND, &expected);
    }

    #[test]
    fn an_unknown_refund_is_ignored() {
        let (order, amount) = (Some(order_id(1)), Cents(7_56));
        let mut history = completed();
        history.extend([
            checkout().refund_decided(order, amount),
            checkout().refund_issued(order, amount, REFUND),
        ]);
        recording(&history, "re_other", &[]);
        recording(&[], REFUND, &[]);
    }

    #[test]
    fn a_refund_given_up_can_be_made_elsewhere() {
        let (order, amount) = (Some(order_id(1)), Cents(7_56));
        let mut history = completed();
        history.push(checkout().refund_decided(order, amount));
        for left in [Cents(1_35), Cents(1_35), total()] {
            history.extend([
                checkout().refund_issued(order, amount, REFUND),
                checkout().refund_failed(order, amount, REFUND),
            ]);
            assert_eq!(Checkout::fold(&history).refundable(), left);
        }
    }
}
