//! The provider has the money. In one append it is decided whether the goods are there: after that, every run of the
//! settlement goes the same way.

use chrono::{DateTime, Utc};
use shared_events::{Cents, events::CheckoutEvent};

use super::Checkout;

/// The provider has the money.
#[derive(Clone, Debug)]
pub struct ReceivePayment {
    /// The provider's id of the payment intent.
    pub intent_id: String,
    /// How much was captured.
    pub amount: Cents,
    /// The present moment.
    pub now: DateTime<Utc>,
    /// What the customer is told when some units are gone; none when every line is sold to this checkout.
    pub gone: Option<String>,
}

/// Decides. A payment is received once. An abandoned checkout can still be paid: the provider's word comes first.
pub fn decide(checkout: &Checkout, command: &ReceivePayment) -> Vec<CheckoutEvent> {
    let Some(started) = checkout.started.as_ref().filter(|_| checkout.payment.is_none()) else {
        return vec![];
    };
    let (checkout_id, amount) = (started.checkout_id, command.amount);
    let mut events = vec![CheckoutEvent::PaymentReceived {
        checkout_id,
        intent_id: command.intent_id.clone(),
        amount,
        received_at: command.now,
    }];
    if let Some(reason) = command.gone.clone() {
        events.push(CheckoutEvent::CheckoutUnfulfillable { checkout_id, reason });
        events.push(CheckoutEvent::RefundDecided { checkout_id, order_id: None, amount });
    }
    events
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use shared_events::events::AbandonReason;

    use super::*;
    use crate::domain::{checkout::testing::*, testing::given};

    #[track_caller]
    fn receiving(history: &[CheckoutEvent], gone: Option<&str>, expected: &[CheckoutEvent]) {
        let command = ReceivePayment {
            intent_id: intent().id,
            amount: total(),
            now: paid_at(),
            gone: gone.map(str::to_owned),
        };
        given::<Checkout>(history)
            .when(|checkout| Ok::<_, Infallible>(decide(checkout, &command)))
            .then(expected);
    }

    #[test]
    fn a_payment_is_received_once() {
        receiving(&[started(), requested()], None, &[received()]);
        receiving(&[started(), requested(), received()], None, &[]);
    }

    #[test]
    fn without_the_goods_all_of_it_goes_back() {
        let expected = [received(), unfulfillable(), refund_decided(None, total())];
        receiving(&[started(), requested()], Some(GONE), &expected);
    }

    #[test]
    fn what_was_decided_stays_decided() {
        receiving(&[started(), requested(), received()], Some(GONE), &[]);
        receiving(&[started(), requested(), received(), unfulfillable()], None, &[]);
    }

    #[test]
    fn money_for_an_abandoned_checkout_counts() {
        let history = [started(), requested(), abandoned(AbandonReason::Expired)];
        receiving(&history, None, &[received()]);
    }
}
