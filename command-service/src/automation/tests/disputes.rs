//! Tests of refunds while the customer's bank disputes the payment.

use axum::{
    body::Body,
    http::{Method, Request},
};
use shared_events::events::{OrderEvent, PaidBackBy};

use super::{mailing::mail_where, *};
use crate::payments::sandbox::Webhook;

/// The provider's notice about a dispute of the whole payment.
async fn dispute(market: &Market, payment: &Payment, kind: &str, status: &str) {
    let notice = json!({
        "id": "dp_1", "amount": 1620, "reason": "fraudulent", "status": status, "payment_intent": payment.id,
    });
    let Webhook { signature, body } = market.shop.app.sandbox.as_ref().unwrap().message(kind, &notice);
    let request = Request::builder().method(Method::POST).uri("/webhooks/stripe");
    let request = request.header("stripe-signature", signature).body(Body::from(body)).unwrap();
    market.shop.send(request).await.done(StatusCode::OK);
}

/// An order that is returned while the payment is disputed.
async fn returned(market: &Market) -> (Payment, OrderId) {
    let payment = paid(market).await;
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
    let orders = market.orders().await;
    let (order, _) = *orders.iter().find(|(_, merchant)| merchant.uuid() == market.mia.id).unwrap();
    dispute(market, &payment, "charge.dispute.created", "needs_response").await;
    for status in ["confirmed", "preparing", "ready-for-pickup", "delivered", "returned"] {
        let body = json!({"status": status, "reason": "Too sour"});
        let path = format!("/orders/{order}/status");
        market.shop.put(&path, Some(&market.mia), &body).await.done(StatusCode::OK);
    }
    (payment, order)
}

async fn last(market: &Market, order: OrderId) -> OrderEvent {
    let history = market.shop.app.writer.log.load::<OrderEvent>(order.uuid()).await.unwrap();
    history.last().unwrap().event.clone()
}

#[tokio::test]
async fn a_refund_waits_for_the_end_of_a_dispute() {
    for (status, refunded, by) in [
        ("won", Cents(9_72), None),
        ("warning_closed", Cents(9_72), None),
        ("lost", Cents::ZERO, Some(PaidBackBy::Bank)),
    ] {
        let (_database, pool) = database().await;
        let market = Market::open().await;
        let process = Process::start(&market.shop.app, &pool);
        idle(&market, &pool).await;
        let (payment, order) = returned(&market).await;
        idle(&market, &pool).await;
        assert_eq!(market.shop.app.payments.refunds(&payment.id).await.unwrap(), []);
        assert!(matches!(last(&market, order).await, OrderEvent::OrderReturned { .. }));
        let told =
            mail_where(&market, "anna@example.com", |mail| mail.subject.ends_with("is returned")).await;
        assert!(told.text.contains("Your bank disputes its payment."), "{}", told.text);
        // A month later, without any timer.
        market.shop.clock.advance(TimeDelta::days(30));
        dispute(&market, &payment, "charge.dispute.closed", status).await;
        idle(&market, &pool).await;
        let sent = market.shop.app.payments.refunds(&payment.id).await.unwrap();
        assert_eq!(sent.iter().map(|refund| refund.amount).sum::<Cents>(), refunded, "{status}");
        let OrderEvent::OrderRefunded { amount, rest_paid_back_by, .. } = last(&market, order).await else {
            panic!("{status}: not settled")
        };
        assert_eq!((amount, rest_paid_back_by), (refunded, by), "{status}");
        let letter =
            mail_where(&market, "anna@example.com", |mail| mail.subject.starts_with("Refund for")).await.text;
        assert_eq!(letter.contains("We have refunded"), by.is_none(), "{letter}");
        assert_eq!(letter.contains("Your bank had disputed"), by.is_some(), "{letter}");
        process.end().await;
    }
}

/// The bank decides before the return.
#[tokio::test]
async fn nothing_is_refunded_after_a_lost_dispute() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let payment = paid(&market).await;
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
    dispute(&market, &payment, "charge.dispute.closed", "lost").await;
    let order = market.orders().await[0].0;
    cancel(&market, order).await;
    idle(&market, &pool).await;
    assert_eq!(market.shop.app.payments.refunds(&payment.id).await.unwrap(), []);
    let told = mail_where(&market, "anna@example.com", |mail| mail.subject.ends_with("is cancelled")).await;
    assert!(told.text.contains("Your bank has already paid its money back to you."), "{}", told.text);
    let OrderEvent::OrderRefunded { amount, .. } = last(&market, order).await else { panic!() };
    assert_eq!(amount, Cents::ZERO);
    process.end().await;
}

/// The merchant and the customer hear of what an admin does.
#[tokio::test]
async fn both_are_told_what_an_admin_does() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let payment = paid(&market).await;
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
    let orders = market.orders().await;
    let (order, _) = *orders.iter().find(|(_, merchant)| merchant.uuid() == market.mia.id).unwrap();
    let path = format!("/admin/users/{}", market.mia.id);
    market.shop.call(Method::DELETE, &path, Some(&market.admin), &json!({})).await.done(StatusCode::OK);
    let body = json!({"status": "cancelled", "reason": "The farm has closed"});
    let path = format!("/orders/{order}/status");
    market.shop.put(&path, Some(&market.admin), &body).await.done(StatusCode::OK);
    idle(&market, &pool).await;
    for (to, subject) in
        [("anna@example.com", "is cancelled"), ("mia@example.com", "was changed by our team")]
    {
        let told = mail_where(&market, to, |mail| mail.subject.ends_with(subject)).await;
        assert!(told.text.contains("> The farm has closed"), "{}", told.text);
    }
    process.end().await;
}
