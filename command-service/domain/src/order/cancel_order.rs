//! A customer cancels an order that its merchant has not accepted yet.

use shared_events::{
    events::OrderEvent,
    ids::{AccountId, OrderId},
    shop::OrderStatus,
};
use uuid::Uuid;

use super::{Order, remarks::remark};
use crate::{Command, form::FieldRefusal};

#[derive(Clone, Debug)]
pub struct CancelOrder {
    pub order_id: OrderId,
    /// The caller.
    pub by: AccountId,
    /// The customer's reason.
    pub reason: Option<String>,
}

/// Reasons to refuse the command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such order, or another customer bought it.
    #[error("Order not found")]
    NotFound,
    /// The merchant has already accepted the order, or it has ended.
    #[error("An order that is {} cannot be cancelled any more", .0.as_str())]
    TooLate(OrderStatus),
    /// The reason is too long.
    #[error(transparent)]
    Form(#[from] FieldRefusal),
}

impl Command for CancelOrder {
    type Aggregate = Order;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.order_id.uuid()
    }

    fn decide(&self, order: &Order) -> Result<Vec<OrderEvent>, Refusal> {
        let placed = order.placed.as_ref().filter(|placed| placed.customer_id == self.by);
        let placed = placed.ok_or(Refusal::NotFound)?;
        if placed.status != OrderStatus::Pending {
            return Err(Refusal::TooLate(placed.status));
        }
        let reason = remark("reason", "Reason", self.reason.as_deref())?;
        let reason = reason.map(|reason| placed.about_customer(reason));
        Ok(vec![OrderEvent::OrderCancelled { order_id: self.order_id, reason }])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::shop::DeliveryMethod;

    use super::*;
    use crate::{order::testing::*, testing::given};

    fn cancel() -> CancelOrder {
        CancelOrder { order_id: order_id(), by: customer_id(), reason: Some("Changed my mind".to_owned()) }
    }

    fn cancelled() -> OrderEvent {
        OrderEvent::OrderCancelled { order_id: order_id(), reason: Some(about("Changed my mind")) }
    }

    #[test]
    fn a_pending_order_is_cancelled() {
        given::<Order>(&[order(DeliveryMethod::Pickup).placed()]).when(&cancel()).then(&[cancelled()]);
    }

    #[test]
    fn a_reason_has_a_longest_length() {
        let long = CancelOrder { reason: Some("x".repeat(1_001)), ..cancel() };
        let refusal = FieldRefusal::new("reason", "Reason is too long: at most 1000 characters");
        given::<Order>(&[order(DeliveryMethod::Pickup).placed()])
            .when(&long)
            .then_refused(Refusal::Form(refusal));
    }

    #[test]
    fn only_a_pending_order_is_cancelled() {
        for status in OrderStatus::ALL.into_iter().filter(|status| *status != OrderStatus::Pending) {
            let history = history_to(status, DeliveryMethod::StandardDelivery)
                .or_else(|| history_to(status, DeliveryMethod::Pickup))
                .unwrap();
            given::<Order>(&history).when(&cancel()).then_refused(Refusal::TooLate(status));
        }
    }

    #[test]
    fn another_customers_order_is_not_found() {
        let stranger = CancelOrder { by: merchant_id(), ..cancel() };
        given::<Order>(&[order(DeliveryMethod::Pickup).placed()])
            .when(&stranger)
            .then_refused(Refusal::NotFound);
        given::<Order>(&[]).when(&cancel()).then_refused(Refusal::NotFound);
    }
}
