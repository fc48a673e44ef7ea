use serde_json::{Value, json};
use shared_events::{
    Actor, Cents, Personal, Role,
    events::{CheckoutEvent, DisputeOutcome, OrderEvent, RefundCause},
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
async fn every_step_of_an_order_is_on_its_timeline() {
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
async fn a_refund_that_could_not_be_sent_has_failed_until_it_is_sent_again() {
    let (order_id, checkout_id) = (order_id(), checkout_id());
    let mut history = History::default();
    history.system(checkout_id.uuid(), &started());
    history.system(order_id.uuid(), &placed());
    history.system(order_id.uuid(), &OrderEvent::OrderCancelled { order_id, reason: None });
    let (order, amount) = (Some(order_id), Cents(14_72));
    let issued = |id: &str| CheckoutEvent::RefundIssued {
        checkout_id,
        order_id: order,
        amount,
        refund_id: id.to_owned(),
    };
    let (refund_id, reason) = ("re_1".to_owned(), "expired_or_canceled_card".to_owned());
    let refunded = OrderEvent::OrderRefunded { order_id, amount, cause: RefundCause::Cancelled };
    history.system(checkout_id.uuid(), &issued("re_1"));
    history.system(order_id.uuid(), &refunded);
    history.system(
        checkout_id.uuid(),
        &CheckoutEvent::RefundFailed { checkout_id, order_id: order, amount, refund_id, reason },
    );
    history.system(checkout_id.uuid(), &issued("re_2"));
    let query =
        "SELECT refund_status, refund_amount, refunded FROM orders JOIN checkouts USING (checkout_id)";
    let row = |status: &str, refunded: i64| json!({ "refund_status": status, "refund_amount": 1472, "refunded": refunded });
    let mut tables = Tables::of(&Orders).await;
    for (up_to, expected) in [(5, row("refunded", 1472)), (6, row("failed", 0)), (7, row("refunded", 1472))] {
        tables.clear().await;
        tables.apply(&Orders, &history.events()[..up_to]).await;
        assert_eq!(tables.row(query).await, expected, "{up_to} events in one batch");
        tables.clear().await;
        for event in &history.events()[..up_to] {
            tables.apply(&Orders, std::slice::from_ref(event)).await;
        }
        assert_eq!(tables.row(query).await, expected, "{up_to} events one by one");
    }
}

#[tokio::test]
async fn a_refund_that_failed_before_it_was_written_down_has_failed() {
    let (order_id, checkout_id, amount) = (order_id(), checkout_id(), Cents(14_72));
    let (order, refund_id, reason) = (Some(order_id), "re_1".to_owned(), "lost_or_stolen_card".to_owned());
    let mut history = History::default();
    history.system(checkout_id.uuid(), &started());
    history.system(order_id.uuid(), &placed());
    history.system(order_id.uuid(), &OrderEvent::OrderCancelled { order_id, reason: None });
    let refund_of = refund_id.clone();
    let issued = CheckoutEvent::RefundIssued { checkout_id, order_id: order, amount, refund_id: refund_of };
    let failed = CheckoutEvent::RefundFailed { checkout_id, order_id: order, amount, refund_id, reason };
    history.system(checkout_id.uuid(), &issued);
    history.system(checkout_id.uuid(), &failed);
    let cause = RefundCause::Cancelled;
    history.system(order_id.uuid(), &OrderEvent::OrderRefunded { order_id, amount, cause });
    let query = "SELECT refund_status, refund_amount FROM orders";
    let mut tables = Tables::of(&Orders).await;
    for size in [1, 2, 5, 6] {
        tables.clear().await;
        for batch in history.events().chunks(size) {
            tables.apply(&Orders, batch).await;
        }
        let expected = json!({ "refund_status": "failed", "refund_amount": 1472 });
        assert_eq!(tables.row(query).await, expected, "in batches of {size}");
    }
}

#[tokio::test]
async fn a_checkout_remembers_its_latest_dispute() {
    let checkout_id = checkout_id();
    let mut history = History::default();
    history.system(checkout_id.uuid(), &started());
    let disputed = |id: &str, amount| CheckoutEvent::ChargeDisputed {
        checkout_id,
        dispute_id: id.to_owned(),
        amount,
        reason: "fraudulent".to_owned(),
    };
    let closed = |id: &str, outcome| CheckoutEvent::ChargeDisputeClosed {
        checkout_id,
        dispute_id: id.to_owned(),
        outcome,
    };
    history.system(checkout_id.uuid(), &disputed("dp_1", Cents(4_00)));
    history.system(checkout_id.uuid(), &closed("dp_1", DisputeOutcome::Won));
    history.system(checkout_id.uuid(), &disputed("dp_2", Cents(14_72)));
    history.system(checkout_id.uuid(), &closed("dp_2", DisputeOutcome::Lost));
    // The bank changes its decision about the earlier dispute.
    history.system(checkout_id.uuid(), &closed("dp_1", DisputeOutcome::Withdrawn));
    let query = "SELECT dispute_amount, dispute_reason, dispute_status FROM checkouts";
    let row = |amount: i64, status: &str| json!({ "dispute_amount": amount, "dispute_reason": "fraudulent", "dispute_status": status });
    let mut tables = Tables::of(&Orders).await;
    tables.apply(&Orders, &history.events()[..2]).await;
    let rows = [row(400, "open"), row(400, "won"), row(1472, "open"), row(1472, "lost"), row(1472, "lost")];
    for (index, expected) in rows.iter().enumerate() {
        if index > 0 {
            tables.apply(&Orders, &history.events()[index + 1..index + 2]).await;
        }
        assert_eq!(tables.row(query).await, *expected);
    }
}

#[tokio::test]
async fn a_checkout_keeps_the_paid_and_the_refunded_amount() {
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
