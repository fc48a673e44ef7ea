//! All stock is held, and the payment provider waits for the customer's payment.

use shared_events::{events::CheckoutEvent, ids::CheckoutId};
use uuid::Uuid;

use super::{Checkout, Intent};
use crate::Command;

/// Record that the provider waits for this payment.
#[derive(Clone, Debug)]
pub struct RequestPayment {
    /// Id of the checkout.
    pub checkout_id: CheckoutId,
    /// The payment at the provider.
    pub intent: Intent,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The customer has opened another checkout since.
    #[error("This checkout was replaced by another one. Please continue there.")]
    Replaced,
}

impl Command for RequestPayment {
    type Aggregate = Checkout;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.checkout_id.uuid()
    }

    fn decide(&self, checkout: &Checkout) -> Result<Vec<CheckoutEvent>, Refusal> {
        let Self { intent, .. } = self;
        let Some(started) = checkout.started.as_ref().filter(|_| checkout.abandoned.is_none()) else {
            return Err(Refusal::Replaced);
        };
        if checkout.intent.as_ref() == Some(intent) {
            return Ok(vec![]);
        }
        Ok(vec![CheckoutEvent::PaymentRequested {
            checkout_id: started.checkout_id,
            provider: intent.provider.clone(),
            intent_id: intent.id.clone(),
        }])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::events::AbandonReason;

    use super::*;
    use crate::{checkout::testing::*, testing::given};

    #[test]
    fn a_started_checkout_waits_for_its_payment() {
        given::<Checkout>(&[checkout().started()])
            .when(&RequestPayment { checkout_id: the_checkout(), intent: intent() })
            .then(&[checkout().payment_requested()]);
    }

    #[test]
    fn a_payment_is_requested_once() {
        given::<Checkout>(&unpaid())
            .when(&RequestPayment { checkout_id: the_checkout(), intent: intent() })
            .then_nothing();
    }

    #[test]
    fn an_abandoned_checkout_takes_no_payment() {
        given::<Checkout>(&[checkout().started(), checkout().abandoned(AbandonReason::Replaced)])
            .when(&RequestPayment { checkout_id: the_checkout(), intent: intent() })
            .then_refused(Refusal::Replaced);
    }
}
