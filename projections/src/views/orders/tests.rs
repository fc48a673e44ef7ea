use serde_json::{Value, json};
use shared_events::{
    Actor, Cents, Personal, Role,
    events::{CheckoutEvent, OrderEvent, RefundCause},
    ids::{CheckoutId, OrderId},
    shop::{Amounts, BillingDetails, DeliveryMethod, Line, ShippingDetails, Tracking},
};
use uuid::Uuid;

use super::{super::testing::*, Orders};

const AMOUNTS: Amounts =
    Amounts { subtotal: Cents(9_00), tax: Cents(72), delivery_fee: Cents(5_00), total: Cents(14_72) };

fn checkout_id() -> CheckoutId {
    CheckoutId::new(Uuid::from_u128(0xC000))
}

fn order_id() -> OrderId {
    OrderId::new(Uuid::from_u128(0xD000))
}

fn merchant() -> Actor {
    Actor::Account { id: account_id(1), role: Role::Merchant }
}

fn started() -> CheckoutEvent {
    let customer = account_id(2);
    CheckoutEvent::CheckoutStarted {
        checkout_id: checkout_id(),
        customer_id: customer,
        number: "GS-261121-7K2QF".to_owned(),
        lines: vec![],
        orders: vec![],
        amounts: AMOUNTS,
        delivery_method: DeliveryMethod::StandardDelivery,
        shipping: Personal::new(customer.uuid(), ShippingDetails::default()),
        billing: Personal::new(customer.uuid(), BillingDetails::default()),
        expires_at: at(15),
    }
}

fn placed() -> OrderEvent {
    let customer = account_id(2);
    OrderEvent::OrderPlaced {
        order_id: order_id(),
        checkout_id: checkout_id(),
        number: "GS-261121-7K2QF-1".to_owned(),
        parent_number: "GS-261121-7K2QF".to_owned(),
        customer_id: customer,
        customer_name: Personal::new(customer.uuid(), "Ada".to_owned()),
        customer_email: Personal::erased(customer.uuid()),
        merchant_id: account_id(1),
        merchant_name: "Farm 1".to_owned(),
        merchant_address: None,
        lines: vec![Line {
            product_id: product_id(1),
            merchant_id: account_id(1),
            merchant_name: "Farm 1".to_owned(),
            name: "Tomato".to_owned(),
            unit: "pound".to_owned(),
            image_url: None,
            price: Cents(4_50),
            quantity: 2,
        }],
        amounts: AMOUNTS,
        delivery_method: DeliveryMethod::StandardDelivery,
        shipping: Personal::new(customer.uuid(), ShippingDetails::default()),
        billing: Personal::new(customer.uuid(), BillingDetails::default()),
    }
}

/// Applies each event as a batch of its own.
async fn folded(history: &History) -> Tables {
    let mut tables = Tables::of(&Orders).await;
    for event in history.events() {
        tables.apply(&Orders, std::slice::from_ref(event)).await;
    }
    tables
}

#[tokio::test]
async fn an_order_goes_its_way_and_every_step_is_on_the_timeline() {
    let order_id = order_id();
    let mut history = History::default();
    history.system(order_id.uuid(), &placed());
    let tracking = Tracking { tracking_number: Some("1Z".to_owned()), tracking_url: None };
    for event in [
        OrderEvent::OrderConfirmed {
            order_id,
            note: Some(Personal::new(account_id(2).uuid(), "Thanks".to_owned())),
        },
        OrderEvent::PreparationStarted { order_id, note: None },
        OrderEvent::OrderShipped { order_id, tracking, note: None },
        OrderEvent::OrderDelivered { order_id, note: None },
    ] {
        history.add(order_id.uuid(), merchant(), &event);
    }
    let mut tables = folded(&history).await;
    let query =
        "SELECT status, total, customer_name, customer_email, tracking->>'trackingNumber' AS tracking,
                 refund_status, lines->0->>'quantity' AS quantity FROM orders";
    assert_eq!(
        tables.row(query).await,
        json!({ "status": "delivered", "total": 1472, "customer_name": "Ada", "customer_email": null, "tracking": "1Z",
                "refund_status": null, "quantity": "2" })
    );
    let timeline = tables.rows("SELECT status, note, actor FROM timeline ORDER BY version").await;
    assert_eq!(
        timeline,
        [
            json!({ "status": "pending", "note": null, "actor": "system" }),
            json!({ "status": "confirmed", "note": "Thanks", "actor": "merchant" }),
            json!({ "status": "preparing", "note": null, "actor": "merchant" }),
            json!({ "status": "shipped", "note": null, "actor": "merchant" }),
            json!({ "status": "delivered", "note": null, "actor": "merchant" }),
        ]
    );
}

async fn refund(tables: &mut Tables) -> Value {
    tables.row("SELECT status, refund_amount, refund_status, refund_reason FROM orders").await
}

#[tokio::test]
async fn a_cancelled_order_is_refunded_what_it_cost() {
    let order_id = order_id();
    let mut history = History::default();
    history.system(order_id.uuid(), &placed());
    let cancelled = OrderEvent::OrderCancelled {
        order_id,
        reason: Some(Personal::new(account_id(2).uuid(), "Too late".to_owned())),
    };
    history.add(order_id.uuid(), Actor::Account { id: account_id(2), role: Role::Customer }, &cancelled);
    let pending = json!({ "status": "cancelled", "refund_amount": 1472, "refund_status": "pending",
                          "refund_reason": "Too late" });
    let mut tables = folded(&history).await;
    assert_eq!(refund(&mut tables).await, pending);
    tables.clear().await;
    tables.apply(&Orders, history.events()).await;
    assert_eq!(refund(&mut tables).await, pending, "in one batch");

    history.system(
        order_id.uuid(),
        &OrderEvent::OrderRefunded { order_id, amount: Cents(14_72), cause: RefundCause::Cancelled },
    );
    tables.apply(&Orders, &history.events()[2..]).await;
    assert_eq!(refund(&mut tables).await["refund_status"], "refunded");
    assert_eq!(refund(&mut tables).await["refund_reason"], "Too late");
}

#[tokio::test]
async fn a_checkout_remembers_what_was_paid_and_what_went_back() {
    let checkout_id = checkout_id();
    let mut history = History::default();
    let intent_id = "sbx_1".to_owned();
    for event in [
        started(),
        CheckoutEvent::PaymentRequested {
            checkout_id,
            provider: "sandbox".to_owned(),
            intent_id: intent_id.clone(),
        },
        CheckoutEvent::PaymentReceived { checkout_id, intent_id, amount: Cents(14_72), received_at: at(7) },
        CheckoutEvent::CheckoutCompleted { checkout_id },
        CheckoutEvent::RefundDecided { checkout_id, order_id: Some(order_id()), amount: Cents(4_00) },
        CheckoutEvent::RefundIssued {
            checkout_id,
            order_id: Some(order_id()),
            amount: Cents(4_00),
            refund_id: "r1".to_owned(),
        },
    ] {
        history.system(checkout_id.uuid(), &event);
    }
    let mut tables = folded(&history).await;
    let query =
        "SELECT number, state, total, refunded, extract(epoch FROM paid_at)::bigint AS paid FROM checkouts";
    assert_eq!(
        tables.row(query).await,
        json!({ "number": "GS-261121-7K2QF", "state": "completed", "total": 1472, "refunded": 400,
                "paid": at(7).timestamp() })
    );
}
