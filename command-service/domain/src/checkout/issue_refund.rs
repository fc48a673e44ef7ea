//! The provider has accepted a refund.

use std::convert::Infallible;

use shared_events::{
    events::CheckoutEvent,
    ids::{CheckoutId, OrderId},
};
use uuid::Uuid;

use super::Checkout;
use crate::Command;

/// Record that the provider has accepted a refund.
#[derive(Clone, Debug)]
pub struct IssueRefund {
    /// Id of the checkout.
    pub checkout_id: CheckoutId,
    /// The refunded order; `None` if all of the payment is refunded.
    pub order_id: Option<OrderId>,
    /// The provider's id of the refund.
    pub refund_id: String,
}

impl Command for IssueRefund {
    type Aggregate = Checkout;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.checkout_id.uuid()
    }

    /// A decided refund is issued once, and again after the provider failed to send it, up to a limit.
    fn decide(&self, checkout: &Checkout) -> Result<Vec<CheckoutEvent>, Infallible> {
        let &Self { order_id, ref refund_id, .. } = self;
        let due = checkout.refund(order_id).filter(|refund| !refund.issued() && !refund.given_up());
        let issued =
            checkout.started.as_ref().zip(due).map(|(started, refund)| CheckoutEvent::RefundIssued {
                checkout_id: started.checkout_id,
                order_id,
                amount: refund.amount,
                refund_id: refund_id.to_owned(),
            });
        Ok(issued.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{checkout::testing::*, testing::given};

    #[track_caller]
    fn issuing(history: &[CheckoutEvent], order: Option<OrderId>, expected: &[CheckoutEvent]) {
        given::<Checkout>(history)
            .when(&IssueRefund { checkout_id: the_checkout(), order_id: order, refund_id: REFUND.to_owned() })
            .then(expected);
    }

    #[test]
    fn a_refund_that_was_decided_is_issued_once() {
        let order = Some(order_id(1));
        let amount = shared_events::Cents(7_56);
        let mut history = vec![
            checkout().started(),
            checkout().payment_requested(),
            checkout().paid(paid_at()),
            checkout().completed(),
            checkout().refund_decided(order, amount),
        ];
        issuing(&history, order, &[checkout().refund_issued(order, amount, REFUND)]);
        history.push(checkout().refund_issued(order, amount, REFUND));
        issuing(&history, order, &[]);
    }

    #[test]
    fn a_failed_refund_is_issued_again_until_it_is_given_up() {
        let order = Some(order_id(1));
        let amount = shared_events::Cents(7_56);
        let mut history = vec![
            checkout().started(),
            checkout().payment_requested(),
            checkout().paid(paid_at()),
            checkout().completed(),
            checkout().refund_decided(order, amount),
        ];
        for _ in 0..3 {
            issuing(&history, order, &[checkout().refund_issued(order, amount, REFUND)]);
            history.extend([
                checkout().refund_issued(order, amount, REFUND),
                checkout().refund_failed(order, amount, REFUND),
            ]);
        }
        issuing(&history, order, &[]);
    }

    #[test]
    fn a_refund_that_was_not_decided_is_not_issued() {
        issuing(&completed(), Some(order_id(1)), &[]);
    }
}
