//! The refund of a cancelled or returned order is recorded.

use std::convert::Infallible;

use shared_events::{
    Cents,
    events::{OrderEvent, PaidBackBy},
    ids::OrderId,
};
use uuid::Uuid;

use super::{Order, Placed};
use crate::Command;

/// Record that the customer has the order's money back.
#[derive(Clone, Copy, Debug)]
pub struct RecordRefund {
    /// Id of the order.
    pub order_id: OrderId,
    /// The amount that the shop refunded.
    pub amount: Cents,
    /// Who had paid the rest back before.
    pub rest_paid_back_by: Option<PaidBackBy>,
}

impl Command for RecordRefund {
    type Aggregate = Order;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.order_id.uuid()
    }

    /// A refund is recorded once, and only for a cancelled or returned order.
    fn decide(&self, order: &Order) -> Result<Vec<OrderEvent>, Infallible> {
        let Self { order_id, amount, rest_paid_back_by } = *self;
        let cause = order.placed.as_ref().and_then(Placed::refund_due);
        let refunded = |cause| OrderEvent::OrderRefunded { order_id, amount, rest_paid_back_by, cause };
        Ok(cause.map(refunded).into_iter().collect())
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

    /// The bank has paid a part back.
    #[track_caller]
    fn recording(history: &[OrderEvent], expected: &[OrderEvent]) {
        let command = RecordRefund {
            order_id: order_id(),
            amount: Cents(3_00),
            rest_paid_back_by: Some(PaidBackBy::Bank),
        };
        given::<Order>(history).when(&command).then(expected);
    }

    fn refunded(cause: RefundCause) -> OrderEvent {
        order(DeliveryMethod::Pickup).refunded_in_part(cause, Cents(3_00), Some(PaidBackBy::Bank))
    }

    #[test]
    fn the_refund_of_a_cancelled_or_returned_order_is_recorded_once() {
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
