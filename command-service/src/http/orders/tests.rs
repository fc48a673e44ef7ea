//! Tests of orders over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared_events::{
    Cents, StreamId,
    events::OrderEvent,
    ids::{Id, OrderId},
};

use crate::{
    application::{accounts, checkout::make_good},
    http::{
        market::{Market, Payment, order_form},
        testing::{Person, Reply, opening_time},
    },
};

const OK: StatusCode = StatusCode::OK;
const CREATED: StatusCode = StatusCode::CREATED;
const CONFLICT: StatusCode = StatusCode::CONFLICT;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
const NOT_FOUND: StatusCode = StatusCode::NOT_FOUND;

#[track_caller]
fn refused(reply: &Reply, status: StatusCode) -> &str {
    let text = reply.refused(status);
    assert_eq!(reply.body["error"], text);
    text
}

/// A market with a paid checkout: its payment, Mia's order and Ben's order.
async fn paid() -> (Market, Payment, OrderId, OrderId) {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    market.pays(&payment).await;
    let orders = market.orders().await;
    let of = |person: &Person| orders.iter().find(|(_, merchant)| merchant.uuid() == person.id).unwrap().0;
    let (mias, bens) = (of(&market.mia), of(&market.ben));
    (market, payment, mias, bens)
}

async fn set(market: &Market, who: &Person, order: OrderId, body: &Value) -> Reply {
    market.shop.put(&format!("/orders/{order}/status"), Some(who), body).await
}

#[tokio::test]
async fn a_paid_cart_becomes_one_order_with_all_items() {
    let (market, payment, ..) = paid().await;
    let first = market.create_order(&market.anna, &payment.id).await;
    let body = first.done(CREATED);
    assert_eq!(body["checkout"], json!({"subtotal": 15.0, "tax": 1.2, "deliveryFee": 0.0, "total": 16.2}));
    let order = &body["order"];
    assert_eq!(order["_id"], order["id"]);
    assert_eq!(order["billing"], body["checkout"]);
    assert_eq!(order["deliveryMethod"], "pickup");
    assert_eq!(order["deliveryInstructions"], "Ring twice");
    let number = order["orderNumber"].as_str().unwrap();
    assert!(number.starts_with("GS-26") && number.len() == "GS-261121-7K2QF".len(), "{number}");
    assert_eq!(order["shippingAddress"]["firstName"], "Anna");
    let items = order["items"].as_array().unwrap();
    let item = |index: usize| {
        let item = &items[index];
        [
            &item["name"],
            &item["quantity"],
            &item["unit"],
            &item["price"],
            &item["subtotal"],
            &item["product"]["id"],
        ]
        .map(Value::clone)
    };
    let id = |id: shared_events::ids::ProductId| json!(id.to_string());
    let tomatoes = [json!("Tomatoes"), json!(2), json!("pound"), json!(3.5), json!(7.0), id(market.tomatoes)];
    let kale = [json!("Kale"), json!(1), json!("bunch"), json!(2.0), json!(2.0), id(market.kale)];
    let eggs = [json!("Eggs"), json!(1), json!("dozen"), json!(6.0), json!(6.0), id(market.eggs)];
    assert_eq!((item(0), item(1), item(2), items.len()), (tomatoes, kale, eggs, 3));
    assert_eq!(items[0]["product"]["name"], "Tomatoes");
    assert_eq!(items[0]["merchantName"], "Green Hill Farm");
    let again = market.create_order(&market.anna, &payment.id).await;
    assert_eq!(again.done(CREATED), body);
    assert_eq!(market.orders().await.len(), 2);
}

#[tokio::test]
async fn a_closed_browser_still_has_its_order() {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    market.pay_silently(&payment).await;
    assert!(market.orders().await.is_empty());
    market.create_order(&market.anna, &payment.id).await.done(CREATED);
    assert_eq!(market.orders().await.len(), 2);
    assert_eq!(market.shelves().await, [(3, 0), (4, 0), (4, 0)]);
}

#[tokio::test]
async fn an_unpaid_checkout_has_no_order() {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    let reply = market.create_order(&market.anna, &payment.id).await;
    assert_eq!(refused(&reply, CONFLICT), "This order has not been paid for yet. Please pay first.");
    market.intent(&market.anna, &market.cart()).await;
    let reply = market.create_order(&market.anna, &payment.id).await;
    assert_eq!(refused(&reply, CONFLICT), "This payment was cancelled. Please start the checkout again.");
    let reply = market.create_order(&market.anna, "cash_1").await;
    assert_eq!(refused(&reply, INVALID), "Cash payments are not accepted");
    let reply = market.create_order(&market.anna, "pi_7").await;
    assert_eq!(refused(&reply, NOT_FOUND), "Payment not found");
    assert!(market.orders().await.is_empty());
}

#[tokio::test]
async fn another_customers_payment_is_not_found() {
    let (market, payment, ..) = paid().await;
    let stranger = market.another_customer(1).await;
    for person in [&stranger, &market.mia, &market.admin] {
        let reply = market.create_order(person, &payment.id).await;
        assert_eq!(refused(&reply, NOT_FOUND), "Payment not found");
    }
}

#[tokio::test]
async fn a_merchant_only_makes_transitions_of_the_table() {
    let (market, _, mias, bens) = paid().await;
    let path = ["confirmed", "preparing", "ready-for-pickup", "delivered"];
    let all = ["pending", "shipped", "out-for-delivery", "cancelled", "returned"].into_iter().chain(path);
    let all: Vec<_> = all.collect();
    let mut from = "pending";
    for to in path {
        for wrong in
            all.iter().filter(|status| **status != to && !(from == "pending" && **status == "cancelled"))
        {
            let body = json!({"status": wrong, "reason": "R", "shipping": {"trackingNumber": "1Z"}});
            let reply = set(&market, &market.mia, mias, &body).await;
            assert_eq!(reply.refused(CONFLICT), format!("An order that is {from} cannot become {wrong}"),);
        }
        set(&market, &market.mia, mias, &json!({"status": to})).await.done(OK);
        from = to;
    }
    let reply = set(&market, &market.mia, mias, &json!({"status": "returned", "reason": " "})).await;
    assert_eq!(reply.refused(INVALID), "Please give a reason for the return");
    let back = json!({"status": "returned", "reason": "It was bruised"});
    set(&market, &market.mia, mias, &back).await.done(OK);
    set(&market, &market.mia, mias, &back).await.refused(CONFLICT);
    let history = market.shop.history("order", mias.uuid()).await;
    assert_eq!(history.len(), 6, "{history:?}");
    assert_eq!(market.shop.history("order", bens.uuid()).await, ["OrderPlaced"]);
}

#[tokio::test]
async fn a_cancelled_order_is_made_good_once() {
    let (market, payment, mias, _) = paid().await;
    let path = format!("/orders/{mias}/cancel");
    let reply = market.shop.put(&path, Some(&market.anna), &json!({"reason": "Too many"})).await;
    assert_eq!(reply.done(OK), &json!({"success": true}));
    let again = market.shop.put(&path, Some(&market.anna), &json!({})).await;
    assert_eq!(again.refused(CONFLICT), "An order that is cancelled cannot be cancelled any more");
    let reply = set(&market, &market.mia, mias, &json!({"status": "confirmed"})).await;
    assert_eq!(reply.refused(CONFLICT), "An order that is cancelled cannot become confirmed");
    for _ in 0..3 {
        make_good(&market.shop.app.checkout_ports(), &market.command(), mias).await.unwrap();
    }
    assert_eq!(market.shelves().await, [(5, 0), (5, 0), (4, 0)], "Mia's units are back");
    let id = market.checkout_of(&payment).await;
    let refunds = market.checkout(id).await.refunds;
    let sent: Vec<_> =
        refunds.iter().map(|refund| (refund.order_id, refund.amount, refund.issued())).collect();
    // 7.00 + 2.00 and their tax.
    assert_eq!(sent, [(Some(mias), Cents(9_72), true)]);
}

#[tokio::test]
async fn a_cancellation_needs_no_body() {
    let (market, _, mias, bens) = paid().await;
    let cancel = async |order: OrderId, content_type: &str| {
        let path = format!("/orders/{order}/cancel");
        market.shop.raw(Method::PUT, &path, Some(&market.anna), content_type, "").await.done(OK).clone()
    };
    assert_eq!(cancel(mias, "").await, json!({"success": true}));
    assert_eq!(cancel(bens, "application/json").await, json!({"success": true}));
}

#[tokio::test]
async fn an_invalid_tracking_link_leaves_the_status_unchanged() {
    let (market, _, mias, _) = paid().await;
    let body = json!({"status": "confirmed", "shipping": {"trackingUrl": "javascript:alert(1)"}});
    let reply = set(&market, &market.mia, mias, &body).await;
    assert_eq!(reply.refused(INVALID), "The tracking link must start with http:// or https://");
    assert_eq!(reply.body["errors"][0]["field"], "shipping.trackingUrl");
    let long = json!({"status": "confirmed", "note": "x".repeat(1_001)});
    assert_eq!(set(&market, &market.mia, mias, &long).await.body["errors"][0]["field"], "note");
    assert_eq!(market.shop.history("order", mias.uuid()).await, ["OrderPlaced"]);
}

#[tokio::test]
async fn an_order_of_an_erased_customer_is_still_completed() {
    let (market, _, mias, _) = paid().await;
    let anna = shared_events::ids::AccountId::new(market.anna.id);
    accounts::erase(&market.shop.app.erasure_ports(), &market.command(), anna, &[]).await.unwrap();
    for status in ["confirmed", "preparing", "ready-for-pickup", "delivered", "returned"] {
        let body = json!({"status": status, "note": "For Anna", "reason": "It was bruised"});
        set(&market, &market.mia, mias, &body).await.done(OK);
    }
    let order = StreamId::new("order", mias.uuid());
    let events = format!("{:?}", market.shop.app.writer.log.load_raw(&order).await.unwrap());
    assert!(!events.contains("bruised") && !events.contains("For Anna"), "{events}");
}

#[tokio::test]
async fn a_return_refunds_but_does_not_restock() {
    let (market, payment, _, bens) = paid().await;
    for status in ["confirmed", "preparing", "ready-for-pickup", "delivered"] {
        set(&market, &market.ben, bens, &json!({"status": status})).await.done(OK);
    }
    let returned = json!({"status": "returned", "reason": "Two were broken"});
    set(&market, &market.admin, bens, &returned).await.done(OK);
    make_good(&market.shop.app.checkout_ports(), &market.command(), bens).await.unwrap();
    assert_eq!(market.shelves().await, [(3, 0), (4, 0), (4, 0)]);
    let id = market.checkout_of(&payment).await;
    assert_eq!(market.checkout(id).await.refundable(), Cents(16_20 - 6_48));
}

#[tokio::test]
async fn an_accepted_order_cannot_be_cancelled() {
    let (market, _, mias, _) = paid().await;
    set(&market, &market.mia, mias, &json!({"status": "confirmed"})).await.done(OK);
    let reply = market.shop.put(&format!("/orders/{mias}/cancel"), Some(&market.anna), &json!({})).await;
    assert_eq!(reply.refused(CONFLICT), "An order that is confirmed cannot be cancelled any more");
}

#[tokio::test]
async fn other_peoples_orders_are_not_found() {
    let (market, _, mias, _) = paid().await;
    let stranger = market.another_customer(1).await;
    let confirm = json!({"status": "confirmed"});
    assert_eq!(set(&market, &market.ben, mias, &confirm).await.refused(NOT_FOUND), "Order not found");
    for person in [&stranger, &market.mia, &market.ben] {
        let reply = market.shop.put(&format!("/orders/{mias}/cancel"), Some(person), &json!({})).await;
        assert_eq!(reply.refused(NOT_FOUND), "Order not found");
    }
    for id in [Id::<()>::new(uuid::Uuid::from_u128(7)).to_string(), "7".to_owned()] {
        let reply = market.shop.put(&format!("/orders/{id}/status"), Some(&market.mia), &confirm).await;
        assert_eq!(reply.refused(NOT_FOUND), "Order not found");
        let reply = market.shop.put(&format!("/orders/{id}/cancel"), Some(&market.anna), &json!({})).await;
        assert_eq!(reply.refused(NOT_FOUND), "Order not found");
    }
    assert_eq!(market.shop.history("order", mias.uuid()).await, ["OrderPlaced"]);
}

#[tokio::test]
async fn a_same_day_order_keeps_the_day_that_was_promised() {
    let market = Market::open().await;
    let same_day = json!({"businessInfo": {"sameDayDelivery": true, "sameDayCutoff": "10:20"}});
    assert_eq!(market.shop.put("/users/profile", Some(&market.mia), &same_day).await.status, OK);
    let both = json!({"fulfillment": {"method": "both"}});
    let kale = format!("/products/{}", market.kale);
    assert_eq!(market.shop.put(&kale, Some(&market.mia), &both).await.status, OK);
    let mut form = order_form(17.16, &[(market.kale, 1)]);
    form["shipping"]["deliveryMethod"] = json!("same-day-delivery");
    form["shipping"]["phone"] = json!("802-555-0100");
    let payment = market.intent(&market.anna, &form).await;
    // It is paid after the cut-off, which was at 10:20.
    market.shop.clock.advance(chrono::TimeDelta::minutes(14));
    market.pays(&payment).await;
    let placed = market.create_order(&market.anna, &payment.id).await;
    let day = opening_time().date_naive().to_string();
    assert_eq!(placed.done(CREATED)["order"]["promisedFor"], day);
    let (order, _) = market.orders().await[0];
    let history = market.shop.app.writer.log.load::<OrderEvent>(order.uuid()).await.unwrap();
    let OrderEvent::OrderPlaced { promised_for, .. } = &history[0].event else { panic!() };
    assert_eq!(promised_for.map(|day| day.to_string()), Some(day));
}

#[tokio::test]
async fn roles_are_checked_before_bodies() {
    let (market, _, mias, _) = paid().await;
    let (status, cancel) = (format!("/orders/{mias}/status"), format!("/orders/{mias}/cancel"));
    let nonsense = json!("nonsense");
    for (method, path) in [(Method::POST, "/orders/create"), (Method::PUT, &status), (Method::PUT, &cancel)] {
        market.shop.call(method, path, None, &nonsense).await.refused(StatusCode::UNAUTHORIZED);
    }
    let reply = market.shop.put(&status, Some(&market.anna), &nonsense).await;
    reply.refused(StatusCode::FORBIDDEN);
    let reply = set(&market, &market.admin, mias, &json!({"status": "confirmed"})).await;
    reply.refused(INVALID);
    market.shop.refuses_odd_bodies(Method::POST, "/orders/create", Some(&market.anna)).await;
    market.shop.refuses_odd_bodies(Method::PUT, &status, Some(&market.mia)).await;
    for (body, status) in [("{", StatusCode::BAD_REQUEST), ("[]", INVALID), ("{\"reason\": 7}", INVALID)] {
        let body = market.shop.raw(Method::PUT, &cancel, Some(&market.anna), "application/json", body).await;
        body.refused(status);
    }
}
