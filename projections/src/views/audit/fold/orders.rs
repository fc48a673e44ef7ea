//! Audit entries about orders.

use serde_json::json;
use shared_events::{
    events::{OrderEvent, RefundCause},
    shop::OrderStatus,
};

use super::subject::{Decision, Subject, object};

/// Applies the event to an order. Notes that customer and merchant write to each other are no reasons, and are not
/// recorded here.
pub(super) fn apply(subject: &mut Option<Subject>, event: OrderEvent) -> Option<Decision> {
    if let OrderEvent::OrderPlaced { merchant_id, number, .. } = event {
        let placed = subject.insert(Subject {
            kind: "order".to_owned(),
            merchant_id: Some(merchant_id.uuid()),
            name: Some(number),
            state: object(json!({ "status": OrderStatus::Pending.as_str(), "refunded": 0.0 })),
            details: None,
        });
        return Some(placed.begins("placed"));
    }
    let order = subject.as_mut()?;
    let (status, reason) = match event {
        OrderEvent::OrderPlaced { .. } => return None,
        OrderEvent::OrderConfirmed { .. } => (OrderStatus::Confirmed, None),
        OrderEvent::PreparationStarted { .. } => (OrderStatus::Preparing, None),
        OrderEvent::OrderMadeReady { .. } => (OrderStatus::ReadyForPickup, None),
        OrderEvent::OrderSentOut { .. } => (OrderStatus::OutForDelivery, None),
        OrderEvent::OrderShipped { .. } => (OrderStatus::Shipped, None),
        OrderEvent::OrderDelivered { .. } => (OrderStatus::Delivered, None),
        OrderEvent::OrderCancelled { reason, .. } => (OrderStatus::Cancelled, reason),
        OrderEvent::OrderReturned { reason, .. } => (OrderStatus::Returned, Some(reason)),
        OrderEvent::OrderRefunded { amount, cause, .. } => {
            let cause = match cause {
                RefundCause::Cancelled => "Cancelled",
                RefundCause::Returned => "Returned",
            };
            let refunded = order.becomes("refunded", json!({ "refunded": amount.dollars() }));
            return Some(refunded.because(Some(cause.to_owned())));
        }
    };
    Some(order.becomes(status.as_str(), json!({ "status": status.as_str() })).because(reason))
}
