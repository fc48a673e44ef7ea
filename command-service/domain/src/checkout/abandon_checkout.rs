//! A checkout is abandoned without a payment.

use shared_events::events::{AbandonReason, CheckoutEvent};

use super::Checkout;

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the checkout is paid")]
    Paid,
}

/// Returns the events to append, or the refusal. A second call changes nothing.
pub fn decide(checkout: &Checkout, reason: AbandonReason) -> Result<Vec<CheckoutEvent>, Refusal> {
    let Some(started) = &checkout.started else { return Ok(vec![]) };
    if checkout.payment.is_some() {
        return Err(Refusal::Paid);
    }
    if checkout.abandoned.is_some() {
        return Ok(vec![]);
    }
    Ok(vec![CheckoutEvent::CheckoutAbandoned { checkout_id: started.checkout_id, reason }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        checkout::testing::{abandoned, received, requested, started},
        testing::given,
    };

    const EXPIRED: AbandonReason = AbandonReason::Expired;

    #[test]
    fn an_unpaid_checkout_is_abandoned_once() {
        given::<Checkout>(&[started(), requested()])
            .when(|checkout| decide(checkout, EXPIRED))
            .then(&[abandoned(EXPIRED)]);
        given::<Checkout>(&[started(), requested(), abandoned(AbandonReason::Replaced)])
            .when(|checkout| decide(checkout, EXPIRED))
            .then_nothing();
    }

    #[test]
    fn a_paid_one_is_not() {
        given::<Checkout>(&[started(), requested(), received()])
            .when(|checkout| decide(checkout, EXPIRED))
            .then_refused(Refusal::Paid);
    }

    #[test]
    fn a_checkout_that_never_started_is_not_abandoned() {
        given::<Checkout>(&[]).when(|checkout| decide(checkout, EXPIRED)).then_nothing();
    }
}
