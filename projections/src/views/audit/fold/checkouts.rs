//! Audit entries about the money of whole checkouts: unfulfillable checkouts, refunds and disputes.

use serde_json::{Value, json};
use shared_events::{
    Cents,
    events::{CheckoutEvent, DisputeOutcome},
};

use super::subject::{Decision, Subject, object};

/// Applies the event to a checkout. An order's own stream makes the entry for its refund. When a failed refund is sent
/// again, that entry exists already.
pub(super) fn apply(subject: &mut Option<Subject>, event: CheckoutEvent) -> Option<Decision> {
    if let CheckoutEvent::CheckoutStarted { number, .. } = event {
        *subject = Some(Subject {
            kind: "checkout".to_owned(),
            merchant_id: None,
            name: Some(number),
            state: object(json!({
                "paid": 0.0, "fulfillable": true, "refunded": 0.0, "failedRefunds": [], "disputes": [],
            })),
            details: None,
            instructions: None,
        });
        return None;
    }
    let checkout = subject.as_mut()?;
    Some(match event {
        CheckoutEvent::PaymentReceived { amount, .. } => {
            checkout.set(json!({ "paid": amount.dollars() }));
            return None;
        }
        CheckoutEvent::CheckoutUnfulfillable { reason, .. } => {
            checkout.becomes("unfulfillable", json!({ "fulfillable": false })).because(Some(reason))
        }
        CheckoutEvent::RefundIssued { order_id: None, amount, .. } => {
            refund(checkout, "refunded", amount, json!({}))
        }
        CheckoutEvent::RefundIssued { order_id: Some(order), amount, .. } => {
            let failed = members(checkout, "failedRefunds");
            let others: Vec<Value> = failed.iter().filter(|one| **one != json!(order)).cloned().collect();
            let is_again = others.len() < failed.len();
            let refunded = refund(checkout, "refunded", amount, json!({ "failedRefunds": others }));
            return is_again.then_some(refunded);
        }
        CheckoutEvent::RefundedElsewhere { amount, .. } => {
            refund(checkout, "refunded-elsewhere", amount, json!({}))
        }
        CheckoutEvent::RefundFailed { order_id, amount, reason, .. } => {
            let mut failed = members(checkout, "failedRefunds");
            failed.extend(order_id.map(|order| json!(order)));
            let failed = json!({ "failedRefunds": failed });
            refund(checkout, "refund-failed", Cents::ZERO - amount, failed).because(Some(reason))
        }
        CheckoutEvent::ChargeDisputed { dispute_id, amount, reason, .. } => {
            let mut disputes = members(checkout, "disputes");
            disputes.push(json!({ "id": dispute_id, "amount": amount.dollars(), "status": "open" }));
            checkout.becomes("disputed", json!({ "disputes": disputes })).because(Some(reason))
        }
        CheckoutEvent::ChargeDisputeClosed { dispute_id, outcome, .. } => {
            let mut disputes = members(checkout, "disputes");
            for dispute in disputes.iter_mut().filter(|dispute| dispute["id"] == dispute_id) {
                dispute["status"] = word(outcome).into();
            }
            checkout.becomes("dispute-closed", json!({ "disputes": disputes }))
        }
        CheckoutEvent::CheckoutStarted { .. }
        | CheckoutEvent::PaymentRequested { .. }
        | CheckoutEvent::CheckoutCompleted { .. }
        | CheckoutEvent::CheckoutAbandoned { .. }
        | CheckoutEvent::RefundDecided { .. }
        | CheckoutEvent::RefundWithdrawn { .. } => return None,
    })
}

/// Adds to the refunded amount, and makes an entry that also contains the other changes.
fn refund(checkout: &mut Subject, action: &'static str, amount: Cents, mut also: Value) -> Decision {
    let before = Cents::nearest_to(checkout.state["refunded"].as_f64().unwrap_or_default());
    also["refunded"] = (before + amount).dollars().into();
    checkout.becomes(action, also)
}

fn members(checkout: &Subject, list: &str) -> Vec<Value> {
    checkout.state[list].as_array().cloned().unwrap_or_default()
}

const fn word(outcome: DisputeOutcome) -> &'static str {
    match outcome {
        DisputeOutcome::Won => "won",
        DisputeOutcome::Lost => "lost",
        DisputeOutcome::Withdrawn => "withdrawn",
    }
}
