//! What decisions about an order need to know.

use serde::Serialize;
use shared_events::{
    Personal,
    events::{OrderEvent, RefundCause},
    ids::{AccountId, CheckoutId},
    shop::{Amounts, DeliveryMethod, Line, OrderStatus},
};

use crate::domain::Aggregate;

/// An order that exists.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Placed {
    /// Which payment it belongs to.
    pub checkout_id: CheckoutId,
    /// Who buys.
    pub customer_id: AccountId,
    /// Who sells.
    pub merchant_id: AccountId,
    /// What was bought.
    pub lines: Vec<Line>,
    /// What it cost.
    pub amounts: Amounts,
    /// How it reaches the customer.
    pub delivery_method: DeliveryMethod,
    /// Where it stands.
    pub status: OrderStatus,
    /// Its money is back with the customer.
    pub refunded: bool,
}

impl Placed {
    /// What somebody wrote about this order: it goes when its customer is forgotten.
    pub const fn about_customer(&self, text: String) -> Personal<String> {
        Personal::new(self.customer_id.uuid(), text)
    }

    /// What makes a refund due that has not been recorded yet.
    pub const fn refund_due(&self) -> Option<RefundCause> {
        match self.status {
            _ if self.refunded => None,
            OrderStatus::Cancelled => Some(RefundCause::Cancelled),
            OrderStatus::Returned => Some(RefundCause::Returned),
            _ => None,
        }
    }
}

/// An order, or none yet.
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
