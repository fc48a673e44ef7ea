//! Audit entries about orders.

use serde_json::json;
use shared_events::{
    Actor, Personal, Role,
    events::{OrderEvent, PaidBackBy, RefundCause},
    shop::OrderStatus,
};

use super::subject::{Decision, Subject, object};

/// Applies the event to an order. A note is an admin's reason for acting in the merchant's place. Notes that customer and
/// merchant write to each other are no reasons, and are not recorded here.
pub(super) fn apply(subject: &mut Option<Subject>, actor: &Actor, event: OrderEvent) -> Option<Decision> {
    if let OrderEvent::OrderPlaced { merchant_id, number, .. } = event {
        let placed = subject.insert(Subject {
            kind: "order".to_owned(),
            merchant_id: Some(merchant_id.uuid()),
            name: Some(number),
            state: object(json!({ "status": OrderStatus::Pending.as_str(), "refunded": 0.0 })),
            details: None,
            instructions: None,
        });
        return Some(placed.begins("placed"));
    }
    let order = subject.as_mut()?;
    let by_admin = matches!(actor, Actor::Account { role: Role::Admin, .. });
    let admins = |note: Option<Personal<String>>| note.filter(|_| by_admin);
    let (status, reason) = match event {
        OrderEvent::OrderPlaced { .. } => return None,
        OrderEvent::OrderConfirmed { note, .. } => (OrderStatus::Confirmed, admins(note)),
        OrderEvent::PreparationStarted { note, .. } => (OrderStatus::Preparing, admins(note)),
        OrderEvent::OrderMadeReady { note, .. } => (OrderStatus::ReadyForPickup, admins(note)),
        OrderEvent::OrderSentOut { note, .. } => (OrderStatus::OutForDelivery, admins(note)),
        OrderEvent::OrderShipped { note, .. } => (OrderStatus::Shipped, admins(note)),
        OrderEvent::OrderDelivered { note, .. } => (OrderStatus::Delivered, admins(note)),
        OrderEvent::OrderCancelled { reason, .. } => (OrderStatus::Cancelled, reason),
        OrderEvent::OrderReturned { reason, .. } => (OrderStatus::Returned, Some(reason)),
        OrderEvent::OrderRefunded { amount, cause, rest_paid_back_by, .. } => {
            let cause = match cause {
                RefundCause::Cancelled => "Cancelled",
                RefundCause::Returned => "Returned",
            };
            let rest = match rest_paid_back_by {
                None => "",
                Some(PaidBackBy::Bank) => "; the rest was paid back by the customer's bank",
                Some(PaidBackBy::Provider) => "; the rest was refunded at the payment provider",
            };
            let refunded = order.becomes("refunded", json!({ "refunded": amount.dollars() }));
            return Some(refunded.because(Some(format!("{cause}{rest}"))));
        }
    };
    Some(order.becomes(status.as_str(), json!({ "status": status.as_str() })).because(reason))
}
