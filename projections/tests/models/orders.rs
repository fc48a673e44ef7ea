use std::{collections::BTreeMap, sync::Arc};

use projections::{engine::View, views};
use serde_json::{Value, json};
use shared_events::{
    Actor, Cents, RawEvent, Recorded,
    events::{AccountEvent, CheckoutEvent, OrderEvent},
    ids::{CheckoutId, OrderId},
    shop::{OrderStatus, Tracking},
};

use crate::model::{Answer, Model, answer, moment, read, readable, readable_option};

const ORDERS: &str = concat!(
    "SELECT order_id, number, parent_number, customer_id, customer_name, customer_email, merchant_id, merchant_name, \
     merchant_address, lines, subtotal, tax, delivery_fee, total, delivery_method, shipping, billing, status, tracking, \
     refund_amount, refund_status, refund_reason, placed_at, promised_for, parent_total, parent_refunded FROM (",
    include_str!("../../../query-service/src/queries/orders/select_orders.sql"),
    ") AS shown"
);
const TIMELINES: &str = "SELECT order_id, jsonb_agg(jsonb_build_object('status', status, 'at', at, 'note', note, \
     'actor', actor) ORDER BY version) AS steps FROM read.orders_timeline GROUP BY order_id";
const CHECKOUTS: &str = "SELECT checkout_id, customer_id, number, subtotal, tax, delivery_fee, total, state, refunded, \
     started_at, paid_at, dispute_amount, dispute_reason, dispute_status FROM read.orders_checkouts";

#[derive(Default)]
pub(crate) struct Orders {
    orders: BTreeMap<OrderId, (CheckoutId, Value)>,
    steps: BTreeMap<OrderId, Vec<Value>>,
    checkouts: BTreeMap<CheckoutId, Value>,
    /// The disputes of each checkout with their ids, in order of arrival.
    disputes: BTreeMap<CheckoutId, Vec<(String, Value)>>,
}

impl Orders {
    fn order(&mut self, recorded: &Recorded<RawEvent>, event: &OrderEvent) {
        let id = OrderId::new(recorded.stream.id);
        let (status, note) = match event {
            OrderEvent::OrderPlaced { .. } => {
                self.place(recorded, event);
                (OrderStatus::Pending, None)
            }
            OrderEvent::OrderConfirmed { note, .. } => (OrderStatus::Confirmed, readable_option(note)),
            OrderEvent::PreparationStarted { note, .. } => (OrderStatus::Preparing, readable_option(note)),
            OrderEvent::OrderMadeReady { note, .. } => (OrderStatus::ReadyForPickup, readable_option(note)),
            OrderEvent::OrderSentOut { tracking, note, .. } => {
                self.set(id, "tracking", json!(tracking));
                (OrderStatus::OutForDelivery, readable_option(note))
            }
            OrderEvent::OrderShipped { tracking, note, .. } => {
                self.set(id, "tracking", json!(tracking));
                (OrderStatus::Shipped, readable_option(note))
            }
            OrderEvent::OrderDelivered { note, .. } => (OrderStatus::Delivered, readable_option(note)),
            OrderEvent::OrderCancelled { reason, .. } => {
                self.owe(id, &readable_option(reason));
                (OrderStatus::Cancelled, readable_option(reason))
            }
            OrderEvent::OrderReturned { reason, .. } => {
                self.owe(id, &readable(reason));
                (OrderStatus::Returned, readable(reason))
            }
            // The refund is recorded. The order's status does not change.
            OrderEvent::OrderRefunded { amount, .. } => {
                // A refund that failed before it was recorded stays failed.
                if self.orders[&id].1["refund_status"] != "failed" {
                    self.set(id, "refund_amount", json!(amount.0));
                    let status = if *amount == Cents::ZERO { "settled" } else { "refunded" };
                    self.set(id, "refund_status", json!(status));
                }
                return;
            }
        };
        self.set(id, "status", json!(status));
        let actor = match &recorded.actor {
            Actor::Account { role, .. } => json!(role),
            Actor::System { .. } => json!("system"),
        };
        let step =
            json!({ "status": status, "at": moment(recorded.recorded_at), "note": note, "actor": actor });
        self.steps.entry(id).or_default().push(step);
    }

    fn place(&mut self, recorded: &Recorded<RawEvent>, event: &OrderEvent) {
        let OrderEvent::OrderPlaced {
            order_id,
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
        } = event
        else {
            return;
        };
        let order = json!({
            "order_id": order_id, "number": number, "parent_number": parent_number, "customer_id": customer_id,
            "customer_name": readable(customer_name), "customer_email": readable(customer_email),
            "merchant_id": merchant_id, "merchant_name": merchant_name, "merchant_address": readable_option(merchant_address),
            "lines": lines, "subtotal": amounts.subtotal.0, "tax": amounts.tax.0,
            "delivery_fee": amounts.delivery_fee.0, "total": amounts.total.0, "delivery_method": delivery_method,
            "shipping": readable(shipping), "billing": readable(billing), "status": "pending",
            "tracking": Tracking::default(), "refund_amount": null, "refund_status": null, "refund_reason": null,
            "placed_at": moment(recorded.recorded_at), "promised_for": promised_for,
        });
        self.orders.insert(*order_id, (*checkout_id, order));
    }

    /// Marks the order's total as due for a refund.
    fn owe(&mut self, id: OrderId, reason: &Option<String>) {
        let total = self.orders[&id].1["total"].clone();
        self.set(id, "refund_amount", total);
        self.set(id, "refund_status", json!("pending"));
        self.set(id, "refund_reason", json!(reason));
    }

    fn set(&mut self, id: OrderId, member: &str, value: Value) {
        self.orders.get_mut(&id).expect("it was placed").1[member] = value;
    }

    fn checkout(&mut self, recorded: &Recorded<RawEvent>, event: &CheckoutEvent) {
        let id = CheckoutId::new(recorded.stream.id);
        if let CheckoutEvent::CheckoutStarted { customer_id, number, amounts, .. } = event {
            let checkout = json!({
                "checkout_id": id, "customer_id": customer_id, "number": number, "subtotal": amounts.subtotal.0,
                "tax": amounts.tax.0, "delivery_fee": amounts.delivery_fee.0, "total": amounts.total.0,
                "state": "started", "refunded": 0, "started_at": moment(recorded.recorded_at), "paid_at": null,
            });
            self.checkouts.insert(id, checkout);
            return;
        }
        let checkout = self.checkouts.get_mut(&id).expect("it was started");
        let goes_back = |checkout: &mut Value, amount: Cents| {
            checkout["refunded"] = json!(checkout["refunded"].as_i64().expect("cents") + amount.0);
        };
        match event {
            CheckoutEvent::CheckoutStarted { .. }
            | CheckoutEvent::RefundDecided { .. }
            | CheckoutEvent::RefundWithdrawn { .. } => {}
            CheckoutEvent::PaymentRequested { .. } => checkout["state"] = json!("requested"),
            CheckoutEvent::PaymentReceived { received_at, .. } => {
                checkout["state"] = json!("paid");
                checkout["paid_at"] = moment(*received_at);
            }
            CheckoutEvent::CheckoutCompleted { .. } => checkout["state"] = json!("completed"),
            CheckoutEvent::CheckoutAbandoned { .. } => checkout["state"] = json!("abandoned"),
            CheckoutEvent::CheckoutUnfulfillable { .. } => checkout["state"] = json!("unfulfillable"),
            CheckoutEvent::RefundIssued { amount, .. } | CheckoutEvent::RefundedElsewhere { amount, .. } => {
                goes_back(checkout, *amount);
            }
            CheckoutEvent::RefundFailed { amount, .. } => goes_back(checkout, Cents::ZERO - *amount),
            CheckoutEvent::ChargeDisputed { dispute_id, amount, reason, .. } => {
                let dispute =
                    json!({ "dispute_amount": amount.0, "dispute_reason": reason, "dispute_status": "open" });
                self.disputes.entry(id).or_default().push((dispute_id.clone(), dispute));
            }
            CheckoutEvent::ChargeDisputeClosed { dispute_id, outcome, .. } => {
                let disputes = self.disputes.get_mut(&id).expect("there is one");
                let closed = disputes.iter_mut().filter(|(one, _)| one == dispute_id);
                closed.for_each(|(_, dispute)| dispute["dispute_status"] = json!(outcome));
            }
        }
        let (order, amount, status) = match event {
            CheckoutEvent::RefundIssued { order_id: Some(order), amount, .. } => {
                (order, amount.0, "refunded")
            }
            CheckoutEvent::RefundFailed { order_id: Some(order), amount, .. } => (order, amount.0, "failed"),
            // Others have paid the money back.
            CheckoutEvent::RefundWithdrawn { order_id: Some(order), .. } => (order, 0, "settled"),
            _ => return,
        };
        self.set(*order, "refund_amount", json!(amount));
        self.set(*order, "refund_status", json!(status));
    }

    fn forget(&mut self, person: &Value) {
        for (id, (_, order)) in &mut self.orders {
            if order["customer_id"] == *person {
                let personal = ["customer_name", "customer_email", "shipping", "billing", "refund_reason"];
                personal.into_iter().for_each(|member| order[member] = Value::Null);
                let steps = self.steps.get_mut(id).into_iter().flatten();
                steps.for_each(|step| step["note"] = Value::Null);
            }
            if order["merchant_id"] == *person {
                order["merchant_address"] = Value::Null;
            }
        }
    }

    /// A checkout's row, with its latest dispute.
    fn checkout_row(&self, id: &CheckoutId, checkout: &Value) -> Value {
        let mut row = checkout.clone();
        let latest = self.disputes.get(id).and_then(|all| all.last());
        for member in ["dispute_amount", "dispute_reason", "dispute_status"] {
            row[member] = latest.map_or(Value::Null, |(_, dispute)| dispute[member].clone());
        }
        row
    }

    /// An order's row, with the amounts and refunds of its checkout.
    fn row(&self, checkout: &CheckoutId, order: &Value) -> Value {
        let mut row = order.clone();
        let checkout = self.checkouts.get(checkout).unwrap_or(&Value::Null);
        row["parent_total"] = checkout["total"].clone();
        row["parent_refunded"] = checkout["refunded"].clone();
        row
    }
}

impl Model for Orders {
    fn view(&self) -> Arc<dyn View> {
        Arc::new(views::orders::Orders)
    }

    fn note(&mut self, recorded: &Recorded<RawEvent>) {
        if let Some(event) = read::<OrderEvent>(recorded) {
            self.order(recorded, &event);
        }
        if let Some(event) = read::<CheckoutEvent>(recorded) {
            self.checkout(recorded, &event);
        }
        if let Some(AccountEvent::AccountErased { account_id }) = read(recorded) {
            self.forget(&json!(account_id));
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let steps = self.steps.iter().map(|(id, steps)| json!({ "order_id": id, "steps": steps }));
        vec![
            answer(ORDERS, self.orders.values().map(|(checkout, order)| self.row(checkout, order))),
            answer(TIMELINES, steps),
            answer(CHECKOUTS, self.checkouts.iter().map(|(id, checkout)| self.checkout_row(id, checkout))),
        ]
    }
}

#[test]
fn orders_agree_with_their_model() {
    crate::folding::agrees::<Orders>();
}
