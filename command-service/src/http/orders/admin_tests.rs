//! Tests of orders whose merchant was deactivated: admins carry them out.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared_events::{Cents, ids::OrderId};

use crate::{
    application::checkout::make_good,
    http::{
        market::{Market, STOCK},
        testing::{PASSWORD, Person, Reply},
    },
};

const OK: StatusCode = StatusCode::OK;
const CONFLICT: StatusCode = StatusCode::CONFLICT;

async fn set(market: &Market, who: &Person, order: OrderId, body: &Value) -> Reply {
    market.shop.put(&format!("/orders/{order}/status"), Some(who), body).await
}

async fn deactivate(market: &Market, who: &Person) -> Value {
    let path = format!("/admin/users/{}", who.id);
    let reply = market.shop.call(Method::DELETE, &path, Some(&market.admin), &json!({})).await;
    reply.done(OK).clone()
}

async fn order_of(market: &Market, merchant: &Person) -> OrderId {
    let orders = market.orders().await;
    orders.iter().find(|(_, seller)| seller.uuid() == merchant.id).unwrap().0
}

/// A paid checkout; Mia has confirmed her order and is deactivated then. The list of open orders that the admin got.
async fn deactivated() -> (Market, OrderId, Value) {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    market.pays(&payment).await;
    let order = order_of(&market, &market.mia).await;
    set(&market, &market.mia, order, &json!({"status": "confirmed"})).await.done(OK);
    let answer = deactivate(&market, &market.mia).await;
    (market, order, answer)
}

#[tokio::test]
async fn an_admin_carries_out_the_orders_of_a_deactivated_merchant() {
    let (market, order, answer) = deactivated().await;
    let [open] = answer["openOrders"].as_array().unwrap().as_slice() else { panic!("{answer}") };
    assert_eq!((&open["id"], &open["status"]), (&json!(order.to_string()), &json!("confirmed")));
    assert!(open["number"].as_str().unwrap().starts_with("GS-"), "{open}");
    set(&market, &market.mia, order, &json!({"status": "preparing"})).await.refused(StatusCode::UNAUTHORIZED);
    let reply = set(&market, &market.admin, order, &json!({"status": "preparing"})).await;
    let text = "Please give a reason. The customer and the merchant will read it.";
    assert_eq!(reply.refused(StatusCode::UNPROCESSABLE_ENTITY), text);
    assert_eq!(reply.body["errors"][0]["field"], "reason");
    for status in ["preparing", "ready-for-pickup", "delivered", "returned"] {
        let body = json!({"status": status, "reason": "The farm has closed"});
        set(&market, &market.admin, order, &body).await.done(OK);
    }
    let history = market.shop.history("order", order.uuid()).await;
    let steps = ["PreparationStarted", "OrderMadeReady", "OrderDelivered", "OrderReturned"];
    assert_eq!(history[2..], steps);
    assert_eq!(deactivate(&market, &market.anna).await["openOrders"], json!([]), "not a merchant");
}

#[tokio::test]
async fn an_admin_cancels_a_confirmed_order_which_is_refunded_and_restocked() {
    let (market, order, _) = deactivated().await;
    let cancel = json!({"status": "cancelled", "reason": "The farm has closed"});
    set(&market, &market.ben, order, &cancel).await.refused(StatusCode::NOT_FOUND);
    set(&market, &market.admin, order, &cancel).await.done(OK);
    set(&market, &market.admin, order, &cancel).await.refused(CONFLICT);
    make_good(&market.shop.app.checkout_ports(), &market.command(), order).await.unwrap();
    let [checkout] = market.checkouts().await[..] else { panic!() };
    let checkout = market.checkout(checkout).await;
    assert_eq!(checkout.refunds[0].amount, Cents(9_72));
    assert!(checkout.refunds[0].issued());
    assert_eq!(market.shelves().await, [(STOCK, 0), (STOCK, 0), (STOCK - 1, 0)]);
}

#[tokio::test]
async fn a_checkout_whose_merchant_left_before_the_payment_is_refunded() {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    assert_eq!(deactivate(&market, &market.mia).await["openOrders"], json!([]));
    market.pay_silently(&payment).await;
    let reply = market.create_order(&market.anna, &payment.id).await;
    let text = "Green Hill Farm does not take orders any more. Your payment is refunded in full.";
    assert_eq!(reply.refused(CONFLICT), text);
    let sent: Cents =
        market.shop.app.payments.refunds(&payment.id).await.unwrap().iter().map(|refund| refund.amount).sum();
    assert_eq!((sent, market.orders().await.len()), (Cents(16_20), 0));
    assert_eq!(market.shelves().await, [(STOCK, 0); 3]);
}

#[tokio::test]
async fn orders_of_deactivated_merchants_do_not_prevent_a_deletion() {
    let (market, ..) = deactivated().await;
    let delete = async || {
        let body = json!({"password": PASSWORD});
        market.shop.call(Method::DELETE, "/users/me", Some(&market.anna), &body).await
    };
    delete().await.refused(CONFLICT);
    deactivate(&market, &market.ben).await;
    delete().await.done(OK);
    // The money can still be sent back.
    let order = order_of(&market, &market.mia).await;
    let cancel = json!({"status": "cancelled", "reason": "The farm has closed"});
    set(&market, &market.admin, order, &cancel).await.done(OK);
    make_good(&market.shop.app.checkout_ports(), &market.command(), order).await.unwrap();
    assert_eq!(market.shop.history("order", order.uuid()).await.last().unwrap(), "OrderRefunded");
}
