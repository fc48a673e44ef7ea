//! Tests of amounts that no card pays, and of what the provider refuses for good: no such answer becomes a 5xx.

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::json;

use crate::{
    http::market::{Market, order_form},
    payments::{PaymentError, flaky_provider::Refusal},
};

const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
const CONFLICT: StatusCode = StatusCode::CONFLICT;

const REFUSALS: [Refusal; 3] = [PaymentError::TooMuch, PaymentError::Disputed, PaymentError::Refused];

#[tokio::test]
async fn a_total_above_the_card_maximum_is_refused() {
    let market = Market::open().await;
    let gold = market.product("Saffron", 1_000_000.0, 3).await;
    let reply = market.create_intent(&market.anna, &order_form(1_080_000.0, &[(gold, 1)])).await;
    let text = "The largest card payment is $999,999.99. Please order in several parts.";
    assert_eq!(reply.refused(INVALID), text);
    assert_eq!(reply.body["error"], text);
    assert!(market.checkouts().await.is_empty() && market.stock(gold).await.holds.is_empty());
}

#[tokio::test]
async fn a_payment_that_the_provider_refuses_holds_nothing() {
    let mut market = Market::open().await;
    let provider = market.shop.with_flaky_provider();
    for refusal in REFUSALS {
        *provider.refuses.lock().unwrap() = Some(("create_intent", refusal));
        let reply = market.create_intent(&market.anna, &market.cart()).await;
        let text = match refusal(String::new()) {
            PaymentError::TooMuch(_) => {
                "The payment provider does not accept an amount as large as $16.20. Please order in several parts."
            }
            _ => {
                "The payment provider does not accept this payment. Please try another order, or ask our support."
            }
        };
        assert_eq!(reply.refused(INVALID), text);
        assert_eq!(reply.body["error"], text);
        assert_eq!(market.shelves().await, [(5, 0); 3]);
    }
    *provider.refuses.lock().unwrap() = None;
    market.intent(&market.anna, &market.cart()).await;
}

#[tokio::test]
async fn a_checkout_that_the_provider_does_not_cancel_does_not_stop_the_next() {
    let mut market = Market::open().await;
    let provider = market.shop.with_flaky_provider();
    for refusal in REFUSALS {
        market.intent(&market.anna, &order_form(2.16, &[(market.kale, 1)])).await;
        *provider.refuses.lock().unwrap() = Some(("cancel", refusal));
        market.intent(&market.anna, &order_form(2.16, &[(market.kale, 1)])).await;
        *provider.refuses.lock().unwrap() = None;
    }
}

#[tokio::test]
async fn no_refusal_of_the_provider_is_an_internal_error() {
    let mut market = Market::open().await;
    let provider = market.shop.with_flaky_provider();
    let payment = market.intent(&market.anna, &market.cart()).await;
    market.shop.clock.advance(TimeDelta::minutes(1));
    market.pay_silently(&payment).await;
    // The payment is to be refunded, because a merchant has left.
    let path = format!("/admin/users/{}", market.mia.id);
    market
        .shop
        .call(axum::http::Method::DELETE, &path, Some(&market.admin), &json!({}))
        .await
        .done(StatusCode::OK);
    for call in ["retrieve", "refund"] {
        for refusal in REFUSALS {
            *provider.refuses.lock().unwrap() = Some((call, refusal));
            let reply = market.create_order(&market.anna, &payment.id).await;
            let text = "The payment provider does not allow this. Please ask our support.";
            assert_eq!(reply.refused(CONFLICT), text, "{call}");
        }
    }
    *provider.refuses.lock().unwrap() = None;
    let reply = market.create_order(&market.anna, &payment.id).await;
    assert!(reply.refused(CONFLICT).ends_with("Your payment is refunded in full."), "{reply:?}");
    assert_eq!(market.shop.app.payments.refunds(&payment.id).await.unwrap().len(), 1);
}
