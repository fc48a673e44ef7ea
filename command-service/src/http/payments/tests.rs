//! Tests of payments over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::http::{
    market::{GOOD_CARD, Market, Payment, order_form},
    testing::Reply,
};

const OK: StatusCode = StatusCode::OK;
const CONFLICT: StatusCode = StatusCode::CONFLICT;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
const DECLINED: StatusCode = StatusCode::PAYMENT_REQUIRED;
const NOT_FOUND: StatusCode = StatusCode::NOT_FOUND;

/// The text of a refusal, which checkout endpoints repeat as `error`.
#[track_caller]
fn refused(reply: &Reply, status: StatusCode) -> &str {
    let text = reply.refused(status);
    assert_eq!(reply.body["error"], text);
    text
}

/// The form with one field replaced.
fn with(mut form: Value, pointer: &str, value: Value) -> Value {
    *form.pointer_mut(pointer).unwrap() = value;
    form
}

#[tokio::test]
async fn an_intent_has_the_documented_response() {
    let market = Market::open().await;
    let reply = market.create_intent(&market.anna, &market.cart()).await;
    let body = reply.done(OK);
    let secret = body["clientSecret"].as_str().unwrap();
    let id = body["paymentIntent"]["id"].as_str().unwrap();
    assert!(secret.starts_with(id) && secret.len() > id.len() + 32);
    let expected = json!({
        "success": true,
        "clientSecret": secret,
        "paymentIntent": {"id": id, "status": "requires_payment_method", "client_secret": secret},
        "checkout": {"subtotal": 15.0, "tax": 1.2, "deliveryFee": 0.0, "total": 16.2},
    });
    assert_eq!(body, &expected);
    assert_eq!(market.shelves().await, [(5, 1); 3]);
}

#[tokio::test]
async fn a_total_that_differs_by_a_cent_is_refused_and_leaves_nothing() {
    let market = Market::open().await;
    for amount in [16.19, 16.21, 16.194, 16.206, 0.0, -16.2, 1e300, -1e300] {
        let form = with(market.cart(), "/amount", json!(amount));
        let reply = market.create_intent(&market.anna, &form).await;
        let text = refused(&reply, CONFLICT);
        assert_eq!(text, "Prices have changed. Please review your cart and try again.", "{amount}");
    }
    assert!(market.checkouts().await.is_empty());
    assert_eq!(market.shelves().await, [(5, 0); 3]);
}

/// Browsers add in floating point, and the total of document 1 has an unrounded tax.
#[tokio::test]
async fn a_total_is_rounded_to_the_cent() {
    let market = Market::open().await;
    for amount in [16.2, 16.200_000_000_000_003, 16.204, 16.196] {
        let form = with(market.cart(), "/amount", json!(amount));
        let reply = market.create_intent(&market.anna, &form).await;
        assert_eq!(reply.done(OK)["checkout"]["total"], json!(16.2), "{amount}");
    }
}

#[tokio::test]
async fn cart_form_and_availability_are_checked_in_this_order() {
    let market = Market::open().await;
    let wrong_form = with(market.cart(), "/shipping/email", json!("anna"));
    let empty = with(wrong_form.clone(), "/items", json!([]));
    let unknown = with(wrong_form, "/items", json!([{"id": "tomatoes", "quantity": 1}]));
    let wrong_amount = with(unknown.clone(), "/shipping/email", json!("anna@example.com"));
    for (form, status, text) in [
        (&empty, INVALID, "Your cart is empty"),
        (&unknown, INVALID, "Please enter a valid email address"),
        (&wrong_amount, CONFLICT, "A product in your cart is no longer available"),
    ] {
        assert_eq!(refused(&market.create_intent(&market.anna, form).await, status), text);
    }
}

#[tokio::test]
async fn a_refused_quantity_names_the_units_left_and_holds_nothing() {
    let market = Market::open().await;
    let form =
        order_form(51.84, &[(market.tomatoes, 6), (market.kale, 6), (market.eggs, 1), (market.eggs, 1)]);
    // 21.00 + 12.00 + 12.00 = 45.00, with tax 48.60.
    let reply = market.create_intent(&market.anna, &with(form, "/amount", json!(48.6))).await;
    let text = refused(&reply, CONFLICT);
    assert_eq!(text, "Only 5 pounds of Tomatoes left. Only 5 bunches of Kale left");
    assert_eq!(market.shelves().await, [(5, 0); 3]);
}

#[tokio::test]
async fn two_lines_of_one_product_count_together() {
    let market = Market::open().await;
    let two_lines = |each: u32, amount: f64| order_form(amount, &[(market.eggs, each), (market.eggs, each)]);
    let reply = market.create_intent(&market.anna, &two_lines(3, 38.88)).await;
    assert_eq!(refused(&reply, CONFLICT), "Only 5 dozen of Eggs left");
    market.create_intent(&market.anna, &two_lines(2, 25.92)).await.done(OK);
    let stock = market.stock(market.eggs).await;
    assert_eq!(stock.holds.values().map(|hold| hold.quantity).collect::<Vec<_>>(), [4]);
}

#[tokio::test]
async fn a_second_checkout_replaces_the_first_and_is_not_blocked_by_it() {
    let market = Market::open().await;
    let everything = order_form(62.1, &[(market.tomatoes, 5), (market.kale, 5), (market.eggs, 5)]);
    let first = market.intent(&market.anna, &everything).await;
    let second = market.intent(&market.anna, &everything).await;
    assert_ne!(first.id, second.id);
    assert_eq!(market.shelves().await, [(5, 1); 3]);
    let reply = market.confirm(&first, GOOD_CARD, false).await;
    let text = reply.refused(CONFLICT);
    assert_eq!(text, "This payment was cancelled. Please start the checkout again.");
    market.pays(&second).await;
    assert_eq!(market.shelves().await, [(0, 0); 3]);
    assert_eq!(market.orders().await.len(), 2);
}

#[tokio::test]
async fn a_paid_checkout_is_not_replaced() {
    let market = Market::open().await;
    let first = market.intent(&market.anna, &market.cart()).await;
    market.pay_silently(&first).await;
    market.intent(&market.anna, &market.cart()).await;
    assert_eq!(market.orders().await.len(), 2, "the first checkout's, placed by the second");
    assert_eq!(market.shelves().await, [(3, 1), (4, 1), (4, 1)]);
}

#[tokio::test]
async fn invalid_carts_and_forms_are_refused() {
    let market = Market::open().await;
    let cart = || market.cart();
    let empty = json!([]);
    let line = |id: &str, quantity: u32| json!([{"id": id, "quantity": quantity}]);
    let tomatoes = market.tomatoes.to_string();
    let gone = "A product in your cart is no longer available";
    let unknown = Uuid::from_u128(7).to_string();
    for (pointer, value, status, text) in [
        ("/items", empty, INVALID, "Your cart is empty"),
        ("/items", line(&tomatoes, 0), INVALID, "Quantities must be whole numbers from 1 to 10000"),
        ("/items", line(&tomatoes, 10_001), INVALID, "Quantities must be whole numbers from 1 to 10000"),
        ("/items", line(&unknown, 1), CONFLICT, gone),
        ("/items", line("tomatoes", 1), CONFLICT, gone),
        ("/currency", json!("eur"), INVALID, "Prices are in US dollars"),
        ("/shipping/deliveryMethod", json!("drone"), INVALID, "Please choose a delivery method"),
        (
            "/shipping/deliveryMethod",
            json!("same-day-delivery"),
            INVALID,
            "Same day delivery is not available for: Tomatoes, Kale, Eggs",
        ),
        ("/shipping/email", json!("anna"), INVALID, "Please enter a valid email address"),
        ("/shipping/phone", json!("call me"), INVALID, "Please enter a valid phone number"),
        ("/shipping/zipCode", json!("0540"), INVALID, "Please enter a valid ZIP code"),
        ("/shipping/city", json!(" "), INVALID, "Please fill in the following fields: City"),
    ] {
        let reply = market.create_intent(&market.anna, &with(cart(), pointer, value)).await;
        assert_eq!(refused(&reply, status), text, "{pointer}");
    }
    assert!(market.checkouts().await.is_empty());
    assert_eq!(market.shelves().await, [(5, 0); 3]);
}

#[tokio::test]
async fn a_merchant_buys_from_others_but_not_from_itself() {
    let market = Market::open().await;
    let reply = market.create_intent(&market.mia, &market.cart()).await;
    let text = "You cannot buy your own products. Please remove from your cart: Tomatoes, Kale";
    assert_eq!(refused(&reply, INVALID), text);
    assert_eq!(market.shelves().await, [(5, 0); 3]);
    market.create_intent(&market.mia, &order_form(6.48, &[(market.eggs, 1)])).await.done(OK);
}

#[tokio::test]
async fn after_a_decline_the_same_intent_takes_another_card() {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    for (number, status, text) in [
        ("4000 0000 0000 0002", DECLINED, "Your card was declined."),
        ("4000 0000 0000 9995", DECLINED, "Your card has insufficient funds."),
        ("4242 4242 4242 4241", INVALID, "Your card number is invalid."),
    ] {
        let reply = market.confirm(&payment, number, false).await;
        assert_eq!(reply.refused(status), text);
        assert_eq!(market.shelves().await, [(5, 1); 3], "the units stay held");
    }
    assert!(market.orders().await.is_empty());
    market.pays(&payment).await;
    assert_eq!(market.orders().await.len(), 2);
    // Paying again, with any card, changes nothing.
    let again = market.confirm(&payment, "4000 0000 0000 0002", false).await;
    assert_eq!((again.status, &again.body["status"]), (OK, &json!("succeeded")));
    assert_eq!(market.orders().await.len(), 2);
}

#[tokio::test]
async fn authentication_is_asked_for_once() {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    let card = "4000 0025 0000 3155";
    for (authenticated, status) in
        [(true, "requires_action"), (false, "requires_action"), (true, "succeeded")]
    {
        let reply = market.confirm(&payment, card, authenticated).await;
        assert_eq!((reply.status, &reply.body["status"]), (OK, &json!(status)));
        assert_eq!(market.orders().await.is_empty(), status != "succeeded");
    }
}

#[tokio::test]
async fn a_payment_is_found_only_with_its_secret() {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    let wrong = Payment { secret: "guess".to_owned(), ..payment.clone() };
    let unknown = Payment { id: "pi_7".to_owned(), ..payment };
    for payment in [wrong, unknown] {
        let reply = market.confirm(&payment, GOOD_CARD, false).await;
        assert_eq!(reply.refused(NOT_FOUND), "Payment not found");
    }
}

#[tokio::test]
async fn callers_are_checked_before_bodies() {
    let market = Market::open().await;
    let path = "/payments/create-intent";
    let nonsense = json!("nonsense");
    market.shop.post(path, None, &nonsense).await.refused(StatusCode::UNAUTHORIZED);
    market.shop.refuses_odd_bodies(Method::POST, path, Some(&market.anna)).await;
    market.shop.refuses_odd_bodies(Method::POST, "/payments/sandbox/pi_7/confirm", None).await;
}

#[tokio::test]
async fn an_erased_person_buys_nothing_with_an_old_token() {
    let market = Market::open().await;
    market.shop.app.writer.log.keyring().erase(market.anna.id).await.unwrap();
    let reply = market.create_intent(&market.anna, &market.cart()).await;
    assert_eq!(refused(&reply, CONFLICT), "This account has been deleted");
    assert_eq!(market.shelves().await, [(5, 0); 3]);
}
