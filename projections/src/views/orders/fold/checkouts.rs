//! A batch's changes to the table `checkouts`.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use shared_events::{
    events::{CheckoutEvent, DisputeOutcome},
    ids::AccountId,
    shop::Amounts,
};
use uuid::Uuid;

/// A checkout that this batch started.
pub(crate) struct Started {
    pub(crate) customer_id: AccountId,
    pub(crate) number: String,
    pub(crate) amounts: Amounts,
    pub(crate) at: DateTime<Utc>,
}

/// A batch's changes to one checkout.
#[derive(Default)]
pub(crate) struct Change {
    pub(crate) started: Option<Started>,
    pub(crate) state: Option<&'static str>,
    pub(crate) refunded: i64,
    pub(crate) paid_at: Option<DateTime<Utc>>,
    pub(crate) disputed: Option<Disputed>,
    /// The outcomes of disputes from earlier batches, by dispute id. The latest dispute may be one of them.
    pub(crate) closed: BTreeMap<String, &'static str>,
}

/// The latest dispute.
pub(crate) struct Disputed {
    pub(crate) id: String,
    pub(crate) amount: i64,
    pub(crate) reason: String,
    pub(crate) status: &'static str,
}

/// A batch's changes to all checkouts.
#[derive(Default)]
pub(crate) struct CheckoutChanges(pub(crate) HashMap<Uuid, Change>);

impl CheckoutChanges {
    pub(super) fn fold(&mut self, at: DateTime<Utc>, event: CheckoutEvent) {
        match event {
            CheckoutEvent::CheckoutStarted { checkout_id, customer_id, number, amounts, .. } => {
                let change = self.of(checkout_id.uuid());
                change.started = Some(Started { customer_id, number, amounts, at });
                change.state = Some("started");
            }
            CheckoutEvent::PaymentRequested { checkout_id, .. } => {
                self.of(checkout_id.uuid()).state = Some("requested");
            }
            CheckoutEvent::PaymentReceived { checkout_id, received_at, .. } => {
                let change = self.of(checkout_id.uuid());
                change.state = Some("paid");
                change.paid_at = Some(received_at);
            }
            CheckoutEvent::CheckoutCompleted { checkout_id } => {
                self.of(checkout_id.uuid()).state = Some("completed");
            }
            CheckoutEvent::CheckoutAbandoned { checkout_id, .. } => {
                self.of(checkout_id.uuid()).state = Some("abandoned");
            }
            CheckoutEvent::CheckoutUnfulfillable { checkout_id, .. } => {
                self.of(checkout_id.uuid()).state = Some("unfulfillable");
            }
            CheckoutEvent::RefundIssued { checkout_id, amount, .. }
            | CheckoutEvent::RefundedElsewhere { checkout_id, amount, .. } => {
                self.of(checkout_id.uuid()).refunded += amount.0;
            }
            CheckoutEvent::RefundFailed { checkout_id, amount, .. } => {
                self.of(checkout_id.uuid()).refunded -= amount.0;
            }
            CheckoutEvent::ChargeDisputed { checkout_id, dispute_id: id, amount, reason } => {
                let disputed = Disputed { id, amount: amount.0, reason, status: "open" };
                self.of(checkout_id.uuid()).disputed = Some(disputed);
            }
            CheckoutEvent::ChargeDisputeClosed { checkout_id, dispute_id, outcome } => {
                let status = match outcome {
                    DisputeOutcome::Won => "won",
                    DisputeOutcome::Lost => "lost",
                    DisputeOutcome::Withdrawn => "withdrawn",
                };
                let change = self.of(checkout_id.uuid());
                match &mut change.disputed {
                    Some(latest) if latest.id == dispute_id => latest.status = status,
                    // The event is about an earlier dispute, which is not shown.
                    Some(_) => {}
                    None => {
                        change.closed.insert(dispute_id, status);
                    }
                }
            }
            CheckoutEvent::RefundDecided { .. } | CheckoutEvent::RefundWithdrawn { .. } => {}
        }
    }

    fn of(&mut self, checkout: Uuid) -> &mut Change {
        self.0.entry(checkout).or_default()
    }
}
