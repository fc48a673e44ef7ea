//! A batch's changes to the tables `orders` and `timeline`.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shared_events::{
    Cents, RawEvent, Recorded,
    events::{CheckoutEvent, OrderEvent},
    shop::{Address, Amounts, BillingDetails, DeliveryMethod, Line, OrderStatus, ShippingDetails, Tracking},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::super::{
    columns::{column, json_column},
    reading::{actor_word, known},
};
use crate::engine::ApplyError;

/// An order that was placed in this batch.
struct Placed {
    checkout_id: Uuid,
    number: String,
    parent_number: String,
    customer_id: Uuid,
    customer_name: Option<String>,
    customer_email: Option<String>,
    merchant_id: Uuid,
    merchant_name: String,
    merchant_address: Option<Address>,
    lines: Vec<Line>,
    amounts: Amounts,
    delivery_method: DeliveryMethod,
    shipping: Option<ShippingDetails>,
    billing: Option<BillingDetails>,
    at: DateTime<Utc>,
}

/// A batch's changes to one order.
#[derive(Default)]
struct Change {
    placed: Option<Placed>,
    status: Option<OrderStatus>,
    tracking: Option<Tracking>,
    refund_amount: Option<Cents>,
    refund_status: Option<&'static str>,
    refund_reason: Option<String>,
    /// The recorded refund, when the batch does not have the refund's status before it.
    recorded: Option<Cents>,
}

/// One step in an order's life.
struct Step {
    order_id: Uuid,
    version: i64,
    status: OrderStatus,
    at: DateTime<Utc>,
    note: Option<String>,
    actor: &'static str,
}

/// A batch's changes to all orders.
#[derive(Default)]
pub(super) struct OrderChanges {
    orders: HashMap<Uuid, Change>,
    timeline: Vec<Step>,
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
            version: i64::try_from(recorded.version).expect("a stream has fewer than 2^63 events"),
            status,
            at: recorded.recorded_at,
            note: known(note),
            actor: actor_word(&recorded.actor),
        });
    }

    /// Applies an event of the checkout: whether the provider has sent an order's refund.
    pub(super) fn follow(&mut self, event: &CheckoutEvent) {
        let (order_id, amount, status) = match event {
            CheckoutEvent::RefundIssued { order_id: Some(id), amount, .. } => (id, amount, "refunded"),
            CheckoutEvent::RefundFailed { order_id: Some(id), amount, .. } => (id, amount, "failed"),
            _ => return,
        };
        let change = self.orders.entry(order_id.uuid()).or_default();
        change.refund_amount = Some(*amount);
        change.refund_status = Some(status);
    }

    pub(super) async fn write(self, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let mut new = Vec::new();
        let mut changed = Vec::new();
        for (id, mut change) in self.orders {
            match change.placed.take() {
                Some(placed) => new.push((id, placed, change)),
                None => changed.push((id, change)),
            }
        }
        insert(tx, &new).await?;
        update(tx, &changed).await?;
        insert_timeline(tx, &self.timeline).await
    }
}

impl Change {
    fn refund_due(&mut self, reason: Option<String>) {
        self.refund_status = Some("pending");
        self.refund_reason = reason;
    }

    /// Records a refund. The provider's word counts for more: the refund may have failed before it was recorded.
    fn refunded(&mut self, amount: Cents) {
        match self.refund_status {
            Some("failed") => {}
            Some(_) => (self.refund_amount, self.refund_status) = (Some(amount), Some("refunded")),
            None => self.recorded = Some(amount),
        }
    }
}

async fn insert(tx: &mut PgConnection, rows: &[(Uuid, Placed, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    let refund = |(_, placed, change): &(Uuid, Placed, Change)| {
        change.refund_status.map(|_| change.refund_amount.unwrap_or(placed.amounts.total).0)
    };
    sqlx::query(include_str!("insert_orders.sql"))
        .bind(column(rows, |(id, ..)| *id))
        .bind(column(rows, |(_, placed, _)| placed.checkout_id))
        .bind(column(rows, |(_, placed, _)| placed.number.as_str()))
        .bind(column(rows, |(_, placed, _)| placed.parent_number.as_str()))
        .bind(column(rows, |(_, placed, _)| placed.customer_id))
        .bind(column(rows, |(_, placed, _)| placed.customer_name.as_deref()))
        .bind(column(rows, |(_, placed, _)| placed.customer_email.as_deref()))
        .bind(column(rows, |(_, placed, _)| placed.merchant_id))
        .bind(column(rows, |(_, placed, _)| placed.merchant_name.as_str()))
        .bind(json_column(rows, |(_, placed, _)| placed.merchant_address.as_ref()))
        .bind(json_column(rows, |(_, placed, _)| &placed.lines))
        .bind(column(rows, |(_, placed, _)| placed.amounts.subtotal.0))
        .bind(column(rows, |(_, placed, _)| placed.amounts.tax.0))
        .bind(column(rows, |(_, placed, _)| placed.amounts.delivery_fee.0))
        .bind(column(rows, |(_, placed, _)| placed.amounts.total.0))
        .bind(column(rows, |(_, placed, _)| placed.delivery_method.as_str()))
        .bind(json_column(rows, |(_, placed, _)| placed.shipping.as_ref()))
        .bind(json_column(rows, |(_, placed, _)| placed.billing.as_ref()))
        .bind(column(rows, |(.., change)| change.status.map(OrderStatus::as_str)))
        .bind(json_column(rows, |(.., change)| change.tracking.clone().unwrap_or_default()))
        .bind(column(rows, refund))
        .bind(column(rows, |(.., change)| change.refund_status))
        .bind(column(rows, |(.., change)| change.refund_reason.as_deref()))
        .bind(column(rows, |(_, placed, _)| placed.at))
        .execute(tx)
        .await?;
    Ok(())
}

async fn update(tx: &mut PgConnection, rows: &[(Uuid, Change)]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("update_orders.sql"))
        .bind(column(rows, |(id, _)| *id))
        .bind(column(rows, |(_, change)| change.status.map(OrderStatus::as_str)))
        .bind(json_column(rows, |(_, change)| change.tracking.as_ref()))
        .bind(column(rows, |(_, change)| change.refund_amount.map(|amount| amount.0)))
        .bind(column(rows, |(_, change)| change.refund_status))
        .bind(column(rows, |(_, change)| change.refund_reason.as_deref()))
        .bind(column(rows, |(_, change)| change.recorded.map(|amount| amount.0)))
        .execute(tx)
        .await?;
    Ok(())
}

async fn insert_timeline(tx: &mut PgConnection, rows: &[Step]) -> Result<(), ApplyError> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(include_str!("insert_timeline.sql"))
        .bind(column(rows, |step| step.order_id))
        .bind(column(rows, |step| step.version))
        .bind(column(rows, |step| step.status.as_str()))
        .bind(column(rows, |step| step.at))
        .bind(column(rows, |step| step.note.as_deref()))
        .bind(column(rows, |step| step.actor))
        .execute(tx)
        .await?;
    Ok(())
}
