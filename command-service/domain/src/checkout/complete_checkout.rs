//! A paid checkout is completed: all its orders are placed.

use std::convert::Infallible;

use shared_events::{events::CheckoutEvent, ids::CheckoutId};
use uuid::Uuid;

use super::Checkout;
use crate::Command;

/// Complete the checkout.
#[derive(Clone, Copy, Debug)]
pub struct CompleteCheckout {
    /// Id of the checkout.
    pub checkout_id: CheckoutId,
}

impl Command for CompleteCheckout {
    type Aggregate = Checkout;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.checkout_id.uuid()
    }

    /// A checkout is completed once, and only after its payment.
    fn decide(&self, checkout: &Checkout) -> Result<Vec<CheckoutEvent>, Infallible> {
        let started = checkout.started.as_ref().filter(|_| checkout.is_unsettled());
        Ok(started
            .map(|started| CheckoutEvent::CheckoutCompleted { checkout_id: started.checkout_id })
            .into_iter()
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{checkout::testing::*, testing::given};

    #[track_caller]
    fn completing(history: &[CheckoutEvent], expected: &[CheckoutEvent]) {
        given::<Checkout>(history).when(&CompleteCheckout { checkout_id: the_checkout() }).then(expected);
    }

    #[test]
    fn a_paid_checkout_is_completed_once() {
        completing(&paid(), &[checkout().completed()]);
        completing(&completed(), &[]);
    }

    #[test]
    fn an_unpaid_checkout_is_not_completed() {
        completing(&[], &[]);
        completing(&unpaid(), &[]);
        completing(
            &[
                checkout().started(),
                checkout().payment_requested(),
                checkout().paid(paid_at()),
                checkout().unfulfillable(GONE),
            ],
            &[],
        );
    }
}
