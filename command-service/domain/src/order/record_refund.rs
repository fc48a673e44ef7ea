//! The refund of a cancelled or returned order is recorded.

use std::convert::Infallible;

use shared_events::{events::OrderEvent, ids::OrderId};
use uuid::Uuid;

use super::Order;
use crate::Command;

/// Record that the order is refunded.
#[derive(Clone, Copy, Debug)]
pub struct RecordRefund {
    /// Id of the order.
    pub order_id: OrderId,
}

impl Command for RecordRefund {
    type Aggregate = Order;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.order_id.uuid()
    }

    /// A refund is recorded once, and only for a cancelled or returned order.
    fn decide(&self, order: &Order) -> Result<Vec<OrderEvent>, Infallible> {
        let Self { order_id } = *self;
        let due = order.placed.as_ref().and_then(|placed| Some((placed, placed.refund_due()?)));
        Ok(due
            .map(|(placed, cause)| OrderEvent::OrderRefunded {
                order_id,
                amount: placed.amounts.total,
                cause,
            })
            .into_iter()
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use shared_events::{
        events::RefundCause,
        shop::{DeliveryMethod, OrderStatus},
    };

    use super::*;
    use crate::{order::testing::*, testing::given};

    #[track_caller]
    fn recording(history: &[OrderEvent], expected: &[OrderEvent]) {
        given::<Order>(history).when(&RecordRefund { order_id: order_id() }).then(expected);
    }

    fn refunded(cause: RefundCause) -> OrderEvent {
        OrderEvent::OrderRefunded {
            order_id: order_id(),
            amount: order(DeliveryMethod::Pickup).amounts.total,
            cause,
        }
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
        recording(&[order(DeliveryMethod::Pickup).placed()], &[]);
        recording(&[], &[]);
    }
}
