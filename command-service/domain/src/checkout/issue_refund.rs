//! The provider has accepted a refund.

use shared_events::{events::CheckoutEvent, ids::OrderId};

use super::Checkout;

/// Returns the events to append. A decided refund is issued once, and again after the provider failed to send
/// it, up to a limit.
pub fn decide(checkout: &Checkout, order_id: Option<OrderId>, refund_id: &str) -> Vec<CheckoutEvent> {
    let due = checkout.refund(order_id).filter(|refund| !refund.issued() && !refund.given_up());
    let issued = checkout.started.as_ref().zip(due).map(|(started, refund)| CheckoutEvent::RefundIssued {
        checkout_id: started.checkout_id,
        order_id,
        amount: refund.amount,
        refund_id: refund_id.to_owned(),
    });
    issued.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{checkout::testing::*, testing::given};

    #[track_caller]
    fn issuing(history: &[CheckoutEvent], order: Option<OrderId>, expected: &[CheckoutEvent]) {
        given::<Checkout>(history)
            .when(|checkout| Ok::<_, Infallible>(decide(checkout, order, REFUND)))
            .then(expected);
    }

    #[test]
    fn a_refund_that_was_decided_is_issued_once() {
        let order = Some(order_id(1));
        let amount = shared_events::Cents(7_56);
        let mut history =
            vec![started(), requested(), received(), completed(), refund_decided(order, amount)];
        issuing(&history, order, &[refund_issued(order, amount)]);
        history.push(refund_issued(order, amount));
        issuing(&history, order, &[]);
    }

    #[test]
    fn a_failed_refund_is_issued_again_until_it_is_given_up() {
        let order = Some(order_id(1));
        let amount = shared_events::Cents(7_56);
        let mut history =
            vec![started(), requested(), received(), completed(), refund_decided(order, amount)];
        for _ in 0..3 {
            issuing(&history, order, &[refund_issued(order, amount)]);
            history.extend([refund_issued(order, amount), refund_failed(order, amount)]);
        }
        issuing(&history, order, &[]);
    }

    #[test]
    fn a_refund_that_was_not_decided_is_not_issued() {
        issuing(&[started(), requested(), received(), completed()], Some(order_id(1)), &[]);
    }
}
