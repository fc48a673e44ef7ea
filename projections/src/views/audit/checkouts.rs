//! What becomes of the money of whole checkouts: what cannot be fulfilled, refunds and disputes.

use serde_json::{Value, json};
use shared_events::{
    Cents,
    events::{CheckoutEvent, DisputeOutcome},
};

use super::thing::{Decision, Thing, object};

/// What the event makes of a checkout. A refund for one of its orders is told by that order.
pub(super) fn happen(thing: &mut Option<Thing>, event: CheckoutEvent) -> Option<Decision> {
    if let CheckoutEvent::CheckoutStarted { number, .. } = event {
        *thing = Some(Thing {
            kind: "checkout".to_owned(),
            merchant_id: None,
            name: Some(number),
            state: object(json!({ "paid": 0.0, "fulfillable": true, "refunded": 0.0, "disputes": [] })),
            details: None,
        });
        return None;
    }
    let checkout = thing.as_mut()?;
    Some(match event {
        CheckoutEvent::PaymentReceived { amount, .. } => {
            checkout.set(json!({ "paid": amount.dollars() }));
            return None;
        }
        CheckoutEvent::CheckoutUnfulfillable { reason, .. } => {
            checkout.becomes("unfulfillable", json!({ "fulfillable": false })).because(Some(reason))
        }
        CheckoutEvent::RefundIssued { order_id, amount, .. } => {
            let refunded = refund(checkout, "refunded", amount);
            return order_id.is_none().then_some(refunded);
        }
        CheckoutEvent::RefundedElsewhere { amount, .. } => refund(checkout, "refunded-elsewhere", amount),
        CheckoutEvent::RefundFailed { amount, reason, .. } => {
            refund(checkout, "refund-failed", Cents::ZERO - amount).because(Some(reason))
        }
        CheckoutEvent::ChargeDisputed { dispute_id, amount, reason, .. } => {
            let mut disputes = disputes_of(checkout);
            disputes.push(json!({ "id": dispute_id, "amount": amount.dollars(), "status": "open" }));
            checkout.becomes("disputed", json!({ "disputes": disputes })).because(Some(reason))
        }
        CheckoutEvent::ChargeDisputeClosed { dispute_id, outcome, .. } => {
            let mut disputes = disputes_of(checkout);
            for dispute in disputes.iter_mut().filter(|dispute| dispute["id"] == dispute_id) {
                dispute["status"] = word(outcome).into();
            }
            checkout.becomes("dispute-closed", json!({ "disputes": disputes }))
        }
        CheckoutEvent::CheckoutStarted { .. }
        | CheckoutEvent::PaymentRequested { .. }
        | CheckoutEvent::CheckoutCompleted { .. }
        | CheckoutEvent::CheckoutAbandoned { .. }
        | CheckoutEvent::RefundDecided { .. } => return None,
    })
}

fn refund(checkout: &mut Thing, action: &'static str, amount: Cents) -> Decision {
    let before = Cents::nearest_to(checkout.state["refunded"].as_f64().unwrap_or_default());
    checkout.becomes(action, json!({ "refunded": (before + amount).dollars() }))
}

fn disputes_of(checkout: &Thing) -> Vec<Value> {
    checkout.state["disputes"].as_array().cloned().unwrap_or_default()
}

const fn word(outcome: DisputeOutcome) -> &'static str {
    match outcome {
        DisputeOutcome::Won => "won",
        DisputeOutcome::Lost => "lost",
        DisputeOutcome::Withdrawn => "withdrawn",
    }
}
