//! A checkout is abandoned without a payment.

use shared_events::{
    events::{AbandonReason, CheckoutEvent},
    ids::CheckoutId,
};
use uuid::Uuid;

use super::Checkout;
use crate::Command;

/// Abandon the checkout.
#[derive(Clone, Copy, Debug)]
pub struct AbandonCheckout {
    /// Id of the checkout.
    pub checkout_id: CheckoutId,
    /// Why.
    pub reason: AbandonReason,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the checkout is paid")]
    Paid,
}

impl Command for AbandonCheckout {
    type Aggregate = Checkout;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.checkout_id.uuid()
    }

    /// A second call changes nothing.
    fn decide(&self, checkout: &Checkout) -> Result<Vec<CheckoutEvent>, Refusal> {
        let Self { reason, .. } = *self;
        let Some(started) = &checkout.started else { return Ok(vec![]) };
        if checkout.payment.is_some() {
            return Err(Refusal::Paid);
        }
        if checkout.abandoned.is_some() {
            return Ok(vec![]);
        }
        Ok(vec![CheckoutEvent::CheckoutAbandoned { checkout_id: started.checkout_id, reason }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{checkout::testing::*, testing::given};

    const EXPIRED: AbandonReason = AbandonReason::Expired;

    #[test]
    fn an_unpaid_checkout_is_abandoned_once() {
        given::<Checkout>(&unpaid())
            .when(&AbandonCheckout { checkout_id: the_checkout(), reason: EXPIRED })
            .then(&[checkout().abandoned(EXPIRED)]);
        given::<Checkout>(&[
            checkout().started(),
            checkout().payment_requested(),
            checkout().abandoned(AbandonReason::Replaced),
        ])
        .when(&AbandonCheckout { checkout_id: the_checkout(), reason: EXPIRED })
        .then_nothing();
    }

    #[test]
    fn a_paid_checkout_is_not_abandoned() {
        given::<Checkout>(&paid())
            .when(&AbandonCheckout { checkout_id: the_checkout(), reason: EXPIRED })
            .then_refused(Refusal::Paid);
    }

    #[test]
    fn a_checkout_that_never_started_is_not_abandoned() {
        given::<Checkout>(&[])
            .when(&AbandonCheckout { checkout_id: the_checkout(), reason: EXPIRED })
            .then_nothing();
    }
}
