//! The customer's bank disputes a payment, or has decided a dispute.

use shared_events::{
    Cents,
    events::{CheckoutEvent, DisputeOutcome},
};

use super::Checkout;

/// The provider's report about a dispute.
#[derive(Clone, Debug)]
pub struct RecordDispute {
    /// The provider's id of the dispute.
    pub id: String,
    pub amount: Cents,
    /// Reason code of the provider.
    pub reason: String,
    /// Present once the bank has decided.
    pub outcome: Option<DisputeOutcome>,
}

/// Returns the events to append. Each dispute and each outcome is recorded once, in whatever order the messages
/// arrive: a closed dispute counts as opened, and a late message does not open it again.
pub fn decide(checkout: &Checkout, command: &RecordDispute) -> Vec<CheckoutEvent> {
    let Some(started) = &checkout.started else { return vec![] };
    let checkout_id = started.checkout_id;
    let known = checkout.dispute(&command.id);
    let mut events = Vec::new();
    if known.is_none() {
        events.push(CheckoutEvent::ChargeDisputed {
            checkout_id,
            dispute_id: command.id.clone(),
            amount: command.amount,
            reason: command.reason.clone(),
        });
    }
    let outcome = command.outcome.filter(|outcome| known.and_then(|known| known.outcome) != Some(*outcome));
    events.extend(outcome.map(|outcome| CheckoutEvent::ChargeDisputeClosed {
        checkout_id,
        dispute_id: command.id.clone(),
        outcome,
    }));
    events
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;
    use crate::{checkout::testing::*, testing::given};

    #[track_caller]
    fn recording(history: &[CheckoutEvent], outcome: Option<DisputeOutcome>, expected: &[CheckoutEvent]) {
        let (id, reason) = ("dp_1".to_owned(), "fraudulent".to_owned());
        let command = RecordDispute { id, amount: total(), reason, outcome };
        given::<Checkout>(history)
            .when(|checkout| Ok::<_, Infallible>(decide(checkout, &command)))
            .then(expected);
    }

    #[test]
    fn a_dispute_is_recorded_once_and_so_is_its_outcome() {
        let lost = DisputeOutcome::Lost;
        let mut history = vec![started(), requested(), received(), completed()];
        recording(&history, None, &[disputed("dp_1", total())]);
        history.push(disputed("dp_1", total()));
        recording(&history, None, &[]);
        recording(&history, Some(lost), &[dispute_closed("dp_1", lost)]);
        history.push(dispute_closed("dp_1", lost));
        recording(&history, Some(lost), &[]);
        recording(&history, None, &[]);
    }

    #[test]
    fn the_outcome_may_come_first() {
        let history = [started(), requested(), received(), completed()];
        let won = DisputeOutcome::Won;
        recording(&history, Some(won), &[disputed("dp_1", total()), dispute_closed("dp_1", won)]);
    }

    #[test]
    fn a_checkout_that_never_started_is_not_disputed() {
        recording(&[], None, &[]);
    }
}
