//! The customer's bank disputes a payment, or has decided a dispute.

use std::convert::Infallible;

use shared_events::{
    Cents,
    events::{CheckoutEvent, DisputeOutcome},
    ids::CheckoutId,
};
use uuid::Uuid;

use super::Checkout;
use crate::{Aggregate, Command};

/// The provider's report about a dispute.
#[derive(Clone, Debug)]
pub struct RecordDispute {
    /// Id of the checkout.
    pub checkout_id: CheckoutId,
    /// The provider's id of the dispute.
    pub id: String,
    pub amount: Cents,
    /// Reason code of the provider.
    pub reason: String,
    /// Present once the bank has decided.
    pub outcome: Option<DisputeOutcome>,
}

impl Command for RecordDispute {
    type Aggregate = Checkout;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.checkout_id.uuid()
    }

    /// Each dispute and each outcome is recorded once, in whatever order the messages arrive: a closed
    /// dispute counts as opened, and a late message does not open it again. A lost dispute withdraws refunds that
    /// were decided and not sent, as far as the bank has taken their money.
    fn decide(&self, checkout: &Checkout) -> Result<Vec<CheckoutEvent>, Infallible> {
        let Some(started) = &checkout.started else { return Ok(vec![]) };
        let checkout_id = started.checkout_id;
        let known = checkout.dispute(&self.id);
        let mut events = Vec::new();
        if known.is_none() {
            events.push(CheckoutEvent::ChargeDisputed {
                checkout_id,
                dispute_id: self.id.clone(),
                amount: self.amount,
                reason: self.reason.clone(),
            });
        }
        let outcome = self.outcome.filter(|outcome| known.and_then(|known| known.outcome) != Some(*outcome));
        events.extend(outcome.map(|outcome| CheckoutEvent::ChargeDisputeClosed {
            checkout_id,
            dispute_id: self.id.clone(),
            outcome,
        }));
        let after = events.iter().fold(checkout.clone(), Checkout::evolve);
        events.extend(after.withdrawals());
        Ok(events)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{checkout::testing::*, testing::given};

    #[track_caller]
    fn recording(history: &[CheckoutEvent], outcome: Option<DisputeOutcome>, expected: &[CheckoutEvent]) {
        let (id, reason) = ("dp_1".to_owned(), "fraudulent".to_owned());
        let command = RecordDispute { checkout_id: the_checkout(), id, amount: total(), reason, outcome };
        given::<Checkout>(history).when(&command).then(expected);
    }

    #[test]
    fn a_dispute_is_recorded_once_and_so_is_its_outcome() {
        let lost = DisputeOutcome::Lost;
        let mut history = completed();
        recording(&history, None, &[checkout().disputed("dp_1", total())]);
        history.push(checkout().disputed("dp_1", total()));
        recording(&history, None, &[]);
        recording(&history, Some(lost), &[checkout().dispute_closed("dp_1", lost)]);
        history.push(checkout().dispute_closed("dp_1", lost));
        recording(&history, Some(lost), &[]);
        recording(&history, None, &[]);
    }

    #[test]
    fn the_outcome_of_a_dispute_may_arrive_before_the_dispute() {
        let history = completed();
        let won = DisputeOutcome::Won;
        recording(
            &history,
            Some(won),
            &[checkout().disputed("dp_1", total()), checkout().dispute_closed("dp_1", won)],
        );
    }

    #[test]
    fn a_lost_dispute_withdraws_refunds_that_were_not_sent() {
        let order = Some(order_id(1));
        let mut history = completed();
        history.push(checkout().refund_decided(order, Cents(7_56)));
        recording(&history, None, &[checkout().disputed("dp_1", total())]);
        history.push(checkout().disputed("dp_1", total()));
        let lost = checkout().dispute_closed("dp_1", DisputeOutcome::Lost);
        let withdrawn = checkout().refund_withdrawn(order, Cents(7_56));
        recording(&history, Some(DisputeOutcome::Lost), &[lost.clone(), withdrawn]);
        recording(
            &history,
            Some(DisputeOutcome::Won),
            &[checkout().dispute_closed("dp_1", DisputeOutcome::Won)],
        );
        history.insert(5, checkout().refund_issued(order, Cents(7_56), REFUND));
        recording(&history, Some(DisputeOutcome::Lost), &[lost]);
    }

    #[test]
    fn what_a_lost_dispute_leaves_is_refunded() {
        let order = Some(order_id(1));
        let mut history = completed();
        history.push(checkout().refund_decided(order, Cents(7_56)));
        history.push(checkout().disputed("dp_1", Cents(3_00)));
        let command = RecordDispute {
            checkout_id: the_checkout(),
            id: "dp_1".to_owned(),
            amount: Cents(3_00),
            reason: "fraudulent".to_owned(),
            outcome: Some(DisputeOutcome::Lost),
        };
        given::<Checkout>(&history).when(&command).then(&[
            checkout().dispute_closed("dp_1", DisputeOutcome::Lost),
            checkout().refund_withdrawn(order, Cents(7_56)),
            checkout().refund_decided(order, Cents(5_91)),
        ]);
    }

    #[test]
    fn a_checkout_that_never_started_is_not_disputed() {
        recording(&[], None, &[]);
    }
}
