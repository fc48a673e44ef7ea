//! A paid checkout is completed: all its orders are placed.

use shared_events::events::CheckoutEvent;

use super::Checkout;

/// Returns the events to append. A checkout is completed once, and only after its payment.
pub fn decide(checkout: &Checkout) -> Vec<CheckoutEvent> {
    let open = checkout.payment.is_some() && checkout.ending.is_none();
    let started = checkout.started.as_ref().filter(|_| open);
    started
        .map(|started| CheckoutEvent::CheckoutCompleted { checkout_id: started.checkout_id })
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{checkout::testing::*, testing::given};

    #[track_caller]
    fn completing(history: &[CheckoutEvent], expected: &[CheckoutEvent]) {
        given::<Checkout>(history).when(|checkout| Ok::<_, Infallible>(decide(checkout))).then(expected);
    }

    #[test]
    fn a_paid_checkout_is_completed_once() {
        completing(&[started(), requested(), received()], &[completed()]);
        completing(&[started(), requested(), received(), completed()], &[]);
    }

    #[test]
    fn an_unpaid_checkout_is_not_completed() {
        completing(&[], &[]);
        completing(&[started(), requested()], &[]);
        completing(&[started(), requested(), received(), unfulfillable()], &[]);
    }
}
