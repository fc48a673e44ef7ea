//! The refund of a cancelled or returned order is recorded.

use shared_events::{events::OrderEvent, ids::OrderId};

use super::Order;

/// Returns the events to append. A refund is recorded once, and only for a cancelled or returned order.
pub fn decide(order: &Order, order_id: OrderId) -> Vec<OrderEvent> {
    let due = order.placed.as_ref().and_then(|placed| Some((placed, placed.refund_due()?)));
    due.map(|(placed, cause)| OrderEvent::OrderRefunded { order_id, amount: placed.amounts.total, cause })
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use shared_events::{
        events::RefundCause,
        shop::{DeliveryMethod, OrderStatus},
    };

    use super::*;
    use crate::{order::testing::*, testing::given};

    #[track_caller]
    fn recording(history: &[OrderEvent], expected: &[OrderEvent]) {
        given::<Order>(history).when(|order| Ok::<_, Infallible>(decide(order, order_id()))).then(expected);
    }

    fn refunded(cause: RefundCause) -> OrderEvent {
        OrderEvent::OrderRefunded { order_id: order_id(), amount: amounts().total, cause }
    }

    #[test]
    fn a_cancelled_and_a_returned_order_are_refunded_in_full_once() {
        let rows = [
            (OrderStatus::Cancelled, RefundCause::Cancelled),
            (OrderStatus::Returned, RefundCause::Returned),
        ];
        for (status, cause) in rows {
            let mut history = history_to(status, DeliveryMethod::Pickup).unwrap();
            recording(&history, &[refunded(cause)]);
            history.push(refunded(cause));
            recording(&history, &[]);
        }
    }

    #[test]
    fn an_order_without_a_cause_is_not_refunded() {
        recording(&[placed(DeliveryMethod::Pickup)], &[]);
        recording(&[], &[]);
    }
}
