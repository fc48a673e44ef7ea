//! A batch's changes to the tables `orders` and `timeline`.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use postgres_kit::bigint;
use shared_events::{
    Cents, RawEvent, Recorded,
    events::{CheckoutEvent, OrderEvent},
    shop::{Address, Amounts, BillingDetails, DeliveryMethod, Line, OrderStatus, ShippingDetails, Tracking},
};
use uuid::Uuid;

use crate::views::decode::{actor_word, known};

/// The status of a refund of nothing: others have paid the order's money back.
const SETTLED: &str = "settled";

/// An order that this batch placed.
pub(crate) struct Placed {
    pub(crate) checkout_id: Uuid,
    pub(crate) number: String,
    pub(crate) parent_number: String,
    pub(crate) customer_id: Uuid,
    pub(crate) customer_name: Option<String>,
    pub(crate) customer_email: Option<String>,
    pub(crate) merchant_id: Uuid,
    pub(crate) merchant_name: String,
    pub(crate) merchant_address: Option<Address>,
    pub(crate) lines: Vec<Line>,
    pub(crate) amounts: Amounts,
    pub(crate) delivery_method: DeliveryMethod,
    pub(crate) shipping: Option<ShippingDetails>,
    pub(crate) billing: Option<BillingDetails>,
    pub(crate) promised_for: Option<NaiveDate>,
    pub(crate) at: DateTime<Utc>,
}

/// A batch's changes to one order.
#[derive(Default)]
pub(crate) struct Change {
    pub(crate) placed: Option<Placed>,
    pub(crate) status: Option<OrderStatus>,
    pub(crate) tracking: Option<Tracking>,
    pub(crate) refund_amount: Option<Cents>,
    pub(crate) refund_status: Option<&'static str>,
    pub(crate) refund_reason: Option<String>,
    /// The amount of a recorded refund, when the batch has no earlier event about the refund's status.
    pub(crate) recorded: Option<Cents>,
}

/// One step in an order's life.
pub(crate) struct Step {
    pub(crate) order_id: Uuid,
    pub(crate) version: i64,
    pub(crate) status: OrderStatus,
    pub(crate) at: DateTime<Utc>,
    pub(crate) note: Option<String>,
    pub(crate) actor: &'static str,
}

/// A batch's changes to all orders.
#[derive(Default)]
pub(crate) struct OrderChanges {
    pub(crate) orders: HashMap<Uuid, Change>,
    pub(crate) timeline: Vec<Step>,
}

impl OrderChanges {
    pub(super) fn fold(&mut self, recorded: &Recorded<RawEvent>, event: OrderEvent) {
        let order_id = recorded.stream.id;
        let change = self.orders.entry(order_id).or_default();
        let (status, note) = match event {
            OrderEvent::OrderPlaced {
                order_id: _,
                checkout_id,
                number,
                parent_number,
                customer_id,
                customer_name,
                customer_email,
                merchant_id,
                merchant_name,
                merchant_address,
                lines,
                amounts,
                delivery_method,
                shipping,
                billing,
                promised_for,
            } => {
                change.placed = Some(Placed {
                    checkout_id: checkout_id.uuid(),
                    number,
                    parent_number,
                    customer_id: customer_id.uuid(),
                    customer_name: customer_name.into_inner(),
                    customer_email: customer_email.into_inner(),
                    merchant_id: merchant_id.uuid(),
                    merchant_name,
                    merchant_address: known(merchant_address),
                    lines,
                    amounts,
                    delivery_method,
                    shipping: shipping.into_inner(),
                    billing: billing.into_inner(),
                    promised_for,
                    at: recorded.recorded_at,
                });
                (OrderStatus::Pending, None)
            }
            OrderEvent::OrderConfirmed { note, .. } => (OrderStatus::Confirmed, note),
            OrderEvent::PreparationStarted { note, .. } => (OrderStatus::Preparing, note),
            OrderEvent::OrderMadeReady { note, .. } => (OrderStatus::ReadyForPickup, note),
            OrderEvent::OrderSentOut { tracking, note, .. } => {
                change.tracking = Some(tracking);
                (OrderStatus::OutForDelivery, note)
            }
            OrderEvent::OrderShipped { tracking, note, .. } => {
                change.tracking = Some(tracking);
                (OrderStatus::Shipped, note)
            }
            OrderEvent::OrderDelivered { note, .. } => (OrderStatus::Delivered, note),
            OrderEvent::OrderCancelled { reason, .. } => {
                change.refund_due(known(reason.clone()));
                (OrderStatus::Cancelled, reason)
            }
            OrderEvent::OrderReturned { reason, .. } => {
                change.refund_due(reason.get().cloned());
                (OrderStatus::Returned, Some(reason))
            }
            OrderEvent::OrderRefunded { amount, .. } => {
                change.refunded(amount);
                return;
            }
        };
        change.status = Some(status);
        self.timeline.push(Step {
            order_id,
            version: bigint(recorded.version),
            status,
            at: recorded.recorded_at,
            note: known(note),
            actor: actor_word(&recorded.actor),
        });
    }

    /// Applies an event of the checkout: the provider has sent an order's refund, or could not, or others have paid its
    /// money back.
    pub(super) fn follow(&mut self, event: &CheckoutEvent) {
        let (order_id, amount, status) = match event {
            CheckoutEvent::RefundIssued { order_id: Some(id), amount, .. } => (id, amount, "refunded"),
            CheckoutEvent::RefundFailed { order_id: Some(id), amount, .. } => (id, amount, "failed"),
            CheckoutEvent::RefundWithdrawn { order_id: Some(id), .. } => (id, &Cents::ZERO, SETTLED),
            _ => return,
        };
        let change = self.orders.entry(order_id.uuid()).or_default();
        change.refund_amount = Some(*amount);
        change.refund_status = Some(status);
    }
}

impl Change {
    fn refund_due(&mut self, reason: Option<String>) {
        self.refund_status = Some("pending");
        self.refund_reason = reason;
    }

    /// Records a refund. Does not overrule the provider: the refund may have failed before it was recorded.
    fn refunded(&mut self, amount: Cents) {
        match self.refund_status {
            Some("failed") => {}
            Some(_) => {
                let status = if amount == Cents::ZERO { SETTLED } else { "refunded" };
                (self.refund_amount, self.refund_status) = (Some(amount), Some(status));
            }
            None => self.recorded = Some(amount),
        }
    }
}
