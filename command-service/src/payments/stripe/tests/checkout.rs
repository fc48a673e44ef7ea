//! Tests of a shop with Stripe as its provider: the same orders are placed, whether the browser or the message comes
//! first.

use std::{collections::BTreeSet, sync::Arc};

use axum::{
    body::Body,
    http::{Method, Request, StatusCode},
};
use domain::{
    checkout::{Checkout, Ending},
    stock::hold_units::HOLD_DURATION,
};
use futures_util::future::join;
use serde_json::{Value, json};
use service_kit::SystemClock;
use shared_events::{Cents, events::AbandonReason};

use super::{
    ACCEPTED_CARD, CARD_WITH_AUTHENTICATION, DECLINED_CARD,
    server::{Server, WEBHOOK_SECRET},
};
use crate::{
    application::checkout::{Closed, close_checkout, make_good, settle, tests::races::recount},
    http::{
        market::{Market, Payment, order_form},
        testing::Reply,
    },
    payments::WebhookSecret,
};

const OK: StatusCode = StatusCode::OK;
const CREATED: StatusCode = StatusCode::CREATED;

async fn open() -> (Server, Market) {
    let server = Server::start().await;
    let mut market = Market::open().await;
    let stripe = server.stripe(market.shop.app.clock.clone());
    market.shop.app.sandbox = None;
    market.shop.exchange_payments(Arc::new(stripe));
    (server, market)
}

/// Sends a webhook message as Stripe does.
async fn tell(market: &Market, kind: &str, object: &Value) -> Reply {
    let body =
        json!({"id": "evt_1", "object": "event", "type": kind, "data": {"object": object}}).to_string();
    let signature = WebhookSecret::new(WEBHOOK_SECRET).sign(body.as_bytes(), market.shop.app.clock.now());
    market.shop.send(message(&signature, body)).await
}

fn message(signature: &str, body: String) -> Request<Body> {
    let request = Request::builder().method(Method::POST).uri("/webhooks/stripe");
    request.header("stripe-signature", signature).body(Body::from(body)).unwrap()
}

/// The message that a checkout is paid, with the payment from the Stripe server.
async fn succeeded(server: &Server, payment: &Payment) -> Value {
    server.behind().call("GET", &format!("/v1/payment_intents/{}", payment.id), &Value::Null).await.1
}

async fn paid(server: &Server, market: &Market) -> Payment {
    let payment = market.intent(&market.anna, &market.cart()).await;
    assert_eq!(server.pay(&payment.id, ACCEPTED_CARD).await, Ok("succeeded".to_owned()));
    payment
}

async fn checkout(market: &Market, payment: &Payment) -> Checkout {
    market.checkout(market.checkout_of(payment).await).await
}

#[tokio::test]
async fn a_browser_before_a_repeated_message_places_the_orders_once() {
    let (server, market) = open().await;
    let payment = paid(&server, &market).await;
    market.create_order(&market.anna, &payment.id).await.done(CREATED);
    let object = succeeded(&server, &payment).await;
    for _ in 0..3 {
        tell(&market, "payment_intent.succeeded", &object).await.done(OK);
    }
    assert_eq!(market.orders().await.len(), 2);
    assert_eq!(market.shelves().await, [(3, 0), (4, 0), (4, 0)]);
}

#[tokio::test]
async fn a_message_before_the_browser_places_the_orders_once() {
    let (server, market) = open().await;
    let payment = paid(&server, &market).await;
    tell(&market, "payment_intent.succeeded", &succeeded(&server, &payment).await).await.done(OK);
    assert_eq!(market.orders().await.len(), 2);
    let reply = market.create_order(&market.anna, &payment.id).await;
    assert_eq!(reply.done(CREATED)["order"]["billing"]["total"], json!(16.2));
    assert_eq!(market.orders().await.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_browser_and_message_place_the_orders_once() {
    let (server, market) = open().await;
    recount(&market, market.tomatoes, 200, 195).await;
    let form = order_form(3.78, &[(market.tomatoes, 1)]);
    for round in 1..=100 {
        let payment = market.intent(&market.anna, &form).await;
        server.pay(&payment.id, ACCEPTED_CARD).await.unwrap();
        let object = succeeded(&server, &payment).await;
        let (heard, created) = join(
            tell(&market, "payment_intent.succeeded", &object),
            market.create_order(&market.anna, &payment.id),
        )
        .await;
        heard.done(OK);
        created.done(CREATED);
        let orders: BTreeSet<_> = market.orders().await.into_iter().collect();
        assert_eq!(
            (orders.len(), market.shelves().await[0]),
            (round, (200 - u32::try_from(round).unwrap(), 0))
        );
        assert_eq!(checkout(&market, &payment).await.ending, Some(Ending::Completed));
    }
    assert_eq!(market.orders().await.len(), 100);
}

#[tokio::test]
async fn a_declined_or_unauthenticated_card_places_no_order() {
    let (server, market) = open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    server.pay(&payment.id, DECLINED_CARD).await.unwrap_err();
    let reply = market.create_order(&market.anna, &payment.id).await;
    let text = "This order has not been paid for yet. Please pay first.";
    assert_eq!(reply.refused(StatusCode::CONFLICT), text);
    server.pay(&payment.id, CARD_WITH_AUTHENTICATION).await.unwrap();
    let reply = market.create_order(&market.anna, &payment.id).await;
    let text = "Additional authentication required. Please complete the verification.";
    assert_eq!(reply.refused(StatusCode::CONFLICT), text);
    assert!(market.orders().await.is_empty());
    server.authenticate(&payment.id, &payment.secret).await.unwrap();
    market.create_order(&market.anna, &payment.id).await.done(CREATED);
    assert_eq!(market.orders().await.len(), 2);
}

#[tokio::test]
async fn a_message_that_stripe_has_not_signed_is_refused() {
    let (server, market) = open().await;
    let payment = paid(&server, &market).await;
    let event =
        json!({"type": "payment_intent.succeeded", "data": {"object": succeeded(&server, &payment).await}});
    let body = event.to_string();
    let signature = WebhookSecret::new("whsec_other").sign(body.as_bytes(), market.shop.app.clock.now());
    let reply = market.shop.send(message(&signature, body)).await;
    assert_eq!(reply.refused(StatusCode::BAD_REQUEST), "The signature does not fit");
    assert!(market.orders().await.is_empty());
}

/// localstripe itself signs and sends the message, a second after the payment, with the real time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_sent_by_the_server_itself_is_handled() {
    let (server, mut market) = open().await;
    market.shop.app.clock = Arc::new(SystemClock);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/webhooks/stripe", listener.local_addr().unwrap());
    let router = crate::router(market.shop.app.clone()).0;
    tokio::spawn(async move { axum::serve(listener, router).await });
    let webhook = json!({"url": url, "secret": WEBHOOK_SECRET});
    assert_eq!(server.behind().call("POST", "/_config/webhooks/shop", &webhook).await.0, 200);
    paid(&server, &market).await;
    test_support::wait_for("the orders", async || (market.orders().await.len() == 2).then_some(())).await;
}

#[tokio::test]
async fn without_a_message_the_process_manager_settles_the_payment() {
    let (server, market) = open().await;
    let app = &market.shop.app;
    let expired = AbandonReason::Expired;
    let unpaid = market.intent(&market.anna, &market.cart()).await;
    let unpaid_id = market.checkout_of(&unpaid).await;
    market.shop.clock.advance(HOLD_DURATION);
    let closed = close_checkout(&app.checkout_ports(), &market.command(), unpaid_id, expired).await.unwrap();
    assert_eq!((closed, market.shelves().await), (Closed::Abandoned, [(5, 0); 3]));
    server.pay(&unpaid.id, ACCEPTED_CARD).await.unwrap_err();

    let payment = paid(&server, &market).await;
    let id = market.checkout_of(&payment).await;
    market.shop.clock.advance(HOLD_DURATION);
    assert_eq!(
        close_checkout(&app.checkout_ports(), &market.command(), id, expired).await.unwrap(),
        Closed::Paid
    );
    settle(&app.checkout_ports(), &market.command(), id).await.unwrap();
    assert_eq!(market.orders().await.len(), 2);
}

#[tokio::test]
async fn a_cancelled_order_is_refunded_without_the_part_refunded_elsewhere() {
    let (server, market) = open().await;
    let payment = paid(&server, &market).await;
    market.create_order(&market.anna, &payment.id).await.done(CREATED);
    let orders = market.orders().await;
    let cancel = async |order| {
        let path = format!("/orders/{order}/cancel");
        market.shop.put(&path, Some(&market.anna), &json!({})).await.done(OK);
        for _ in 0..2 {
            make_good(&market.shop.app.checkout_ports(), &market.command(), order).await.unwrap();
        }
    };
    // Mia's part is 2 × 3.50 + 2.00 with 0.72 tax, Ben's 6.00 with 0.48.
    cancel(orders[0].0).await;
    let amounts = async || {
        let refunds = market.shop.app.payments.refunds(&payment.id).await.unwrap();
        refunds.iter().map(|refund| refund.amount).sum::<Cents>()
    };
    assert_eq!(amounts().await, Cents(9_72));
    // The message about the shop's own refund arrives, too, and changes nothing.
    let refunded = json!({"id": "ch_1", "payment_intent": payment.id});
    tell(&market, "charge.refunded", &refunded).await.done(OK);
    assert_eq!(checkout(&market, &payment).await.elsewhere, []);
    // 5.00 more is refunded in Stripe's own dashboard.
    let elsewhere = json!({"payment_intent": payment.id, "amount": 500});
    assert_eq!(server.behind().call("POST", "/v1/refunds", &elsewhere).await.0, 200);
    for _ in 0..2 {
        tell(&market, "charge.refunded", &refunded).await.done(OK);
    }
    let known = checkout(&market, &payment).await;
    assert_eq!((known.elsewhere.len(), known.refundable()), (1, Cents(1_48)));
    cancel(orders[1].0).await;
    assert_eq!(amounts().await, Cents(16_20), "all that was captured, and no cent more");
    for (order, _) in orders {
        assert_eq!(market.shop.history("order", order.uuid()).await.last().unwrap(), "OrderRefunded");
    }
}

#[tokio::test]
async fn a_late_payment_is_refunded_if_the_goods_are_gone() {
    let (server, market) = open().await;
    let payment = paid(&server, &market).await;
    market.shop.clock.advance(HOLD_DURATION);
    let ben = market.another_customer(1).await;
    let eggs = market.intent(&ben, &order_form(32.4, &[(market.eggs, 5)])).await;
    server.pay(&eggs.id, ACCEPTED_CARD).await.unwrap();
    market.create_order(&ben, &eggs.id).await.done(CREATED);
    tell(&market, "payment_intent.succeeded", &succeeded(&server, &payment).await).await.done(OK);
    let refunds = market.shop.app.payments.refunds(&payment.id).await.unwrap();
    assert_eq!(refunds.iter().map(|refund| refund.amount).collect::<Vec<_>>(), [Cents(16_20)]);
    let reply = market.create_order(&market.anna, &payment.id).await;
    let text = "Eggs is out of stock. Your payment is refunded in full.";
    assert_eq!(reply.refused(StatusCode::CONFLICT), text);
    assert_eq!(market.orders().await.len(), 1);
}
