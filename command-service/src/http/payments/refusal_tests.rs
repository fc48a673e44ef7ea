//! Tests of amounts that no card pays, of malformed bodies, and of what the provider refuses for good: no such answer
//! becomes a 5xx.

use axum::http::{Method, StatusCode};
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
    market.shop.call(Method::DELETE, &path, Some(&market.admin), &json!({})).await.done(StatusCode::OK);
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

#[tokio::test]
async fn every_refusal_of_an_intent_has_its_text_in_error_too() {
    let market = Market::open().await;
    let form = market.cart();
    let spoilt = [
        ("/amount", json!("16.20")),
        ("/amount", json!(null)),
        ("/currency", json!(7)),
        ("/currency", json!("eur")),
        ("/items", json!({})),
        ("/items", json!(null)),
        ("/items", json!([])),
        ("/items/0", json!("tomatoes")),
        ("/items/0/id", json!(7)),
        ("/items/0/quantity", json!(1.5)),
        ("/items/0/quantity", json!(-1)),
        ("/items/0/quantity", json!("2")),
        ("/shipping", json!(null)),
        ("/shipping", json!([])),
        ("/shipping/zipCode", json!(5401)),
        ("/shipping/deliveryMethod", json!("by drone")),
        ("/billing", json!(null)),
        ("/billing/sameAsShipping", json!("yes")),
    ];
    let mut bodies: Vec<_> = spoilt
        .into_iter()
        .map(|(pointer, value)| {
            let mut form = form.clone();
            *form.pointer_mut(pointer).unwrap() = value;
            ("application/json", form.to_string(), INVALID)
        })
        .collect();
    for not_an_object in ["[]", "7", "null", "\"\\u0000\""] {
        bodies.push(("application/json", not_an_object.to_owned(), INVALID));
    }
    for not_json in ["", "{", "\"\\ud800\""] {
        bodies.push(("application/json", not_json.to_owned(), StatusCode::BAD_REQUEST));
    }
    bodies.push(("text/plain", form.to_string(), StatusCode::UNSUPPORTED_MEDIA_TYPE));
    let large = format!("\"{}\"", "x".repeat(service_kit::extract::BODY_LIMIT));
    bodies.push(("application/json", large, StatusCode::PAYLOAD_TOO_LARGE));
    for (content_type, body, status) in bodies {
        let path = "/payments/create-intent";
        let reply = market.shop.raw(Method::POST, path, Some(&market.anna), content_type, &body).await;
        let text = reply.refused(status);
        assert!(!text.is_empty());
        assert_eq!(reply.body["error"], text, "{content_type} {:.80}", body);
        let reply = market.shop.raw(Method::POST, path, None, content_type, &body).await;
        let text = reply.refused(StatusCode::UNAUTHORIZED);
        assert_eq!(reply.body["error"], text);
    }
}
