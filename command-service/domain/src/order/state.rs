//! The state of an order, folded from its events, as far as decisions need it.

use serde::Serialize;
use shared_events::{
    Personal,
    events::{OrderEvent, RefundCause},
    ids::{AccountId, CheckoutId},
    shop::{Amounts, DeliveryMethod, Line, OrderStatus},
};

use crate::Aggregate;

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Placed {
    /// The checkout that paid for it.
    pub checkout_id: CheckoutId,
    /// The buyer.
    pub customer_id: AccountId,
    /// The seller.
    pub merchant_id: AccountId,
    /// The products bought.
    pub lines: Vec<Line>,
    /// What the order cost.
    pub amounts: Amounts,
    /// Delivery or pickup.
    pub delivery_method: DeliveryMethod,
    /// Current status.
    pub status: OrderStatus,
    /// The customer has got the money back.
    pub refunded: bool,
}

impl Placed {
    /// Personal data of the customer: a text about this order is erased with the customer.
    pub const fn about_customer(&self, text: String) -> Personal<String> {
        Personal::new(self.customer_id.uuid(), text)
    }

    /// The order has not reached its end. Only a return can follow a delivery.
    pub const fn is_under_way(&self) -> bool {
        !matches!(self.status, OrderStatus::Delivered | OrderStatus::Cancelled | OrderStatus::Returned)
    }

    /// The reason for a refund that is due and not recorded yet.
    pub const fn refund_due(&self) -> Option<RefundCause> {
        match self.status {
            _ if self.refunded => None,
            OrderStatus::Cancelled => Some(RefundCause::Cancelled),
            OrderStatus::Returned => Some(RefundCause::Returned),
            _ => None,
        }
    }
}

/// The order aggregate; empty before the order is placed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// Present once it is placed.
    pub placed: Option<Placed>,
}

impl Order {
    fn with(mut self, change: impl FnOnce(&mut Placed)) -> Self {
        if let Some(placed) = &mut self.placed {
            change(placed);
        }
        self
    }

    fn at(self, status: OrderStatus) -> Self {
        self.with(|placed| placed.status = status)
    }
}

impl Aggregate for Order {
    type Event = OrderEvent;

    fn evolve(self, event: &OrderEvent) -> Self {
        match event {
            OrderEvent::OrderPlaced {
                checkout_id,
                customer_id,
                merchant_id,
                lines,
                amounts,
                delivery_method,
                ..
            } => Self {
                placed: Some(Placed {
                    checkout_id: *checkout_id,
                    customer_id: *customer_id,
                    merchant_id: *merchant_id,
                    lines: lines.clone(),
                    amounts: *amounts,
                    delivery_method: *delivery_method,
                    status: OrderStatus::Pending,
                    refunded: false,
                }),
            },
            OrderEvent::OrderConfirmed { .. } => self.at(OrderStatus::Confirmed),
            OrderEvent::PreparationStarted { .. } => self.at(OrderStatus::Preparing),
            OrderEvent::OrderMadeReady { .. } => self.at(OrderStatus::ReadyForPickup),
            OrderEvent::OrderSentOut { .. } => self.at(OrderStatus::OutForDelivery),
            OrderEvent::OrderShipped { .. } => self.at(OrderStatus::Shipped),
            OrderEvent::OrderDelivered { .. } => self.at(OrderStatus::Delivered),
            OrderEvent::OrderCancelled { .. } => self.at(OrderStatus::Cancelled),
            OrderEvent::OrderReturned { .. } => self.at(OrderStatus::Returned),
            OrderEvent::OrderRefunded { .. } => self.with(|placed| placed.refunded = true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::testing::history_to;

    #[test]
    fn an_order_is_under_way_until_it_is_delivered_or_cancelled() {
        for status in OrderStatus::ALL {
            let histories = DeliveryMethod::ALL.into_iter().filter_map(|method| history_to(status, method));
            for history in histories {
                let ended = [OrderStatus::Delivered, OrderStatus::Cancelled, OrderStatus::Returned];
                let order = Order::fold(&history).placed.expect("it is placed");
                assert_eq!(order.is_under_way(), !ended.contains(&status), "{status:?}");
            }
        }
    }
}
