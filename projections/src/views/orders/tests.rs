use histories::{Checkout, History, Order, at, customer, merchant, product};
use serde_json::{Value, json};
use shared_events::{
    Cents, Personal,
    events::{DisputeOutcome, OrderEvent, RefundCause},
    shop::DeliveryMethod,
};

use super::{super::testing::*, Orders};

/// An order of two pounds of tomatoes at $4.50 each, delivered for $5.00.
fn order() -> Order {
    let lines = vec![product(1).line("Farm 1", 2)];
    let order = Order::new(0, &customer(2), &merchant(1)).of(lines).with_fee(Cents(5_00));
    Order { delivery_method: DeliveryMethod::StandardDelivery, ..order }
}

fn checkout() -> Checkout {
    Checkout::of(vec![order()])
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
    let (order, farm) = (order(), merchant(1));
    let mut placed = order.placed();
    let OrderEvent::OrderPlaced { customer_email, .. } = &mut placed else { unreachable!("it is placed") };
    *customer_email = Personal::erased(order.customer.id.uuid());
    let mut history = History::default();
    history
        .system(placed)
        .by(&farm, order.confirmed_with("Thanks"))
        .by(&farm, order.preparation_started())
        .by(&farm, order.shipped("1Z"))
        .by(&farm, order.delivered());
    let mut tables = folded(&history).await;
    let query =
        "SELECT status, total, customer_name, customer_email, tracking->>'trackingNumber' AS tracking,
                 refund_status, lines->0->>'quantity' AS quantity FROM orders";
    assert_eq!(
        tables.row(query).await,
        json!({ "status": "delivered", "total": 1472, "customer_name": "Customer 2", "customer_email": null, "tracking": "1Z",
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
async fn a_cancelled_order_is_refunded_its_total() {
    let order = order();
    let mut history = History::default();
    history.system(order.placed()).by(&order.customer, order.cancelled_for("Too late"));
    let pending = json!({ "status": "cancelled", "refund_amount": 1472, "refund_status": "pending",
                          "refund_reason": "Too late" });
    let mut tables = folded(&history).await;
    assert_eq!(refund(&mut tables).await, pending);
    tables.clear().await;
    tables.apply(&Orders, history.events()).await;
    assert_eq!(refund(&mut tables).await, pending, "in one batch");

    history.system(order.refunded(RefundCause::Cancelled));
    tables.apply(&Orders, &history.events()[2..]).await;
    assert_eq!(refund(&mut tables).await["refund_status"], "refunded");
    assert_eq!(refund(&mut tables).await["refund_reason"], "Too late");
}

#[tokio::test]
async fn a_failed_refund_counts_as_failed_until_it_is_sent_again() {
    let (order, checkout) = (order(), checkout());
    let (id, amount) = (Some(order.id), order.amounts.total);
    let mut history = History::default();
    history
        .system(checkout.started())
        .system(order.placed())
        .system(order.cancelled())
        .system(checkout.refund_issued(id, amount, "re_1"))
        .system(order.refunded(RefundCause::Cancelled))
        .system(checkout.refund_failed(id, amount, "re_1"))
        .system(checkout.refund_issued(id, amount, "re_2"));
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
async fn a_refund_that_failed_before_it_was_recorded_stays_failed() {
    let (order, checkout) = (order(), checkout());
    let (id, amount) = (Some(order.id), order.amounts.total);
    let mut history = History::default();
    history
        .system(checkout.started())
        .system(order.placed())
        .system(order.cancelled())
        .system(checkout.refund_issued(id, amount, "re_1"))
        .system(checkout.refund_failed(id, amount, "re_1"))
        .system(order.refunded(RefundCause::Cancelled));
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
async fn a_checkout_shows_its_latest_dispute() {
    let checkout = checkout();
    let mut history = History::default();
    history
        .system(checkout.started())
        .system(checkout.disputed("dp_1", Cents(4_00)))
        .system(checkout.dispute_closed("dp_1", DisputeOutcome::Won))
        .system(checkout.disputed("dp_2", Cents(14_72)))
        .system(checkout.dispute_closed("dp_2", DisputeOutcome::Lost))
        // The bank changes its decision about the earlier dispute.
        .system(checkout.dispute_closed("dp_1", DisputeOutcome::Withdrawn));
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
async fn a_checkout_shows_the_paid_and_the_refunded_amount() {
    let checkout = checkout();
    let order = Some(checkout.orders[0].id);
    let mut history = History::default();
    history
        .system(checkout.started())
        .system(checkout.payment_requested())
        .system(checkout.paid(at(7)))
        .system(checkout.completed())
        .system(checkout.refund_decided(order, Cents(4_00)))
        .system(checkout.refund_issued(order, Cents(4_00), "r1"));
    let mut tables = folded(&history).await;
    let query =
        "SELECT number, state, total, refunded, extract(epoch FROM paid_at)::bigint AS paid FROM checkouts";
    assert_eq!(
        tables.row(query).await,
        json!({ "number": "GS-0", "state": "completed", "total": 1472, "refunded": 400,
                "paid": at(7).timestamp() })
    );
}
