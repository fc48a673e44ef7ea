//! Tests of the Stripe adapter against localstripe, alone and within a whole shop.

mod checkout;
mod server;

use std::sync::Arc;

use chrono::DateTime;
use serde_json::json;
use service_kit::{Clock, ManualClock};
use shared_events::{Cents, ids::CheckoutId};
use tokio::net::TcpListener;
use uuid::Uuid;

use self::server::{SECRET_KEY, Server, stripe_at};
use super::Stripe;
use crate::payments::{IntentStatus, PaymentError, PaymentProvider, ProviderIntent, contract};

pub(super) const ACCEPTED_CARD: &str = "4242424242424242";
const CARD_WITH_AUTHENTICATION: &str = "4000002500003155";
/// The card that localstripe declines when it is charged; Stripe has more of them.
const DECLINED_CARD: &str = "4000000000000341";

fn clock() -> Arc<dyn Clock> {
    Arc::new(ManualClock::at(DateTime::from_timestamp(1_790_000_000, 0).unwrap()))
}

async fn open() -> (Server, Stripe, ProviderIntent) {
    let server = Server::start().await;
    let stripe = server.stripe(clock());
    let intent = stripe.create_intent(CheckoutId::new(Uuid::from_u128(1)), Cents(10_00)).await.unwrap();
    (server, stripe, intent)
}

async fn status(stripe: &Stripe, intent: &ProviderIntent) -> IntentStatus {
    stripe.retrieve(&intent.id).await.unwrap().unwrap().status
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stripe_keeps_the_contract() {
    let server = Server::start().await;
    let pay = async |intent: &ProviderIntent| {
        server.pay(&intent.id, ACCEPTED_CARD).await.is_ok_and(|status| status == "succeeded")
    };
    contract::check(&server.stripe(clock()), pay).await;
}

#[tokio::test]
async fn after_a_decline_another_card_can_pay() {
    let (server, stripe, intent) = open().await;
    assert_eq!(server.pay(&intent.id, DECLINED_CARD).await, Err("Your card was declined.".to_owned()));
    assert_eq!(status(&stripe, &intent).await, IntentStatus::RequiresPaymentMethod);
    assert_eq!(server.pay(&intent.id, ACCEPTED_CARD).await, Ok("succeeded".to_owned()));
    assert_eq!(status(&stripe, &intent).await, IntentStatus::Succeeded);
}

#[tokio::test]
async fn a_card_may_ask_for_authentication() {
    let (server, stripe, intent) = open().await;
    assert_eq!(server.pay(&intent.id, CARD_WITH_AUTHENTICATION).await, Ok("requires_action".to_owned()));
    assert_eq!(status(&stripe, &intent).await, IntentStatus::RequiresAction);
    assert_eq!(server.authenticate(&intent.id, &intent.client_secret).await, Ok("succeeded".to_owned()));
    assert_eq!(status(&stripe, &intent).await, IntentStatus::Succeeded);
}

#[tokio::test]
async fn a_payment_in_processing_cannot_be_cancelled_until_it_fails() {
    let server = Server::start().await;
    let clock = ManualClock::at(DateTime::from_timestamp(1_790_000_000, 0).unwrap());
    let stripe = server.stripe(Arc::new(clock.clone()));
    let intent = stripe.create_intent(CheckoutId::new(Uuid::from_u128(1)), Cents(10_00)).await.unwrap();
    // A direct debit takes days at Stripe. localstripe decides this account's after half a second, and
    // another's at once. The shop offers only cards, but a card may also need a moment.
    let debit = json!({"type": "sepa_debit", "sepa_debit": {"iban": "DE62370400440532013001"}});
    assert_eq!(server.pay_with(&intent.id, &debit).await, Ok("processing".to_owned()));
    assert_eq!(stripe.cancel(&intent.id).await.unwrap(), IntentStatus::Processing);
    test_support::wait_for("the debit to fail", async || {
        (status(&stripe, &intent).await == IntentStatus::RequiresPaymentMethod).then_some(())
    })
    .await;
    // Stripe repeats its response to that key; the next minute has another key.
    assert_eq!(stripe.cancel(&intent.id).await.unwrap(), IntentStatus::RequiresPaymentMethod);
    clock.advance(chrono::TimeDelta::minutes(1));
    assert_eq!(stripe.cancel(&intent.id).await.unwrap(), IntentStatus::Canceled);
}

#[tokio::test]
async fn partial_refunds_are_limited_to_the_captured_amount() {
    let (server, stripe, intent) = open().await;
    server.pay(&intent.id, ACCEPTED_CARD).await.unwrap();
    let one = stripe.refund(&intent.id, Cents(3_00), "one").await.unwrap();
    let two = stripe.refund(&intent.id, Cents(6_99), "two").await.unwrap();
    let beyond = stripe.refund(&intent.id, Cents(2), "three").await;
    assert!(matches!(beyond, Err(PaymentError::Refused(_))), "{beyond:?}");
    let last = stripe.refund(&intent.id, Cents(1), "four").await.unwrap();
    // Stripe has forgotten the keys, but each key still gives one refund.
    server.forget_keys();
    assert_eq!(stripe.refund(&intent.id, Cents(3_00), "one").await.unwrap(), one);
    let mut refunds = stripe.refunds(&intent.id).await.unwrap();
    refunds.sort_by_key(|refund| -refund.amount.0);
    let found: Vec<_> =
        refunds.into_iter().map(|refund| (refund.id, refund.amount, refund.key.unwrap())).collect();
    let row = |id: String, amount, key: &str| (id, Cents(amount), key.to_owned());
    assert_eq!(found, [row(two, 6_99, "two"), row(one, 3_00, "one"), row(last, 1, "four")]);
}

#[tokio::test]
async fn more_refunds_than_fit_on_a_page_are_counted() {
    let (server, stripe, intent) = open().await;
    server.pay(&intent.id, ACCEPTED_CARD).await.unwrap();
    for _ in 0..101 {
        let refund = json!({"payment_intent": intent.id, "amount": 1});
        assert_eq!(server.behind().call("POST", "/v1/refunds", &refund).await.0, 200);
    }
    let refunds = stripe.refunds(&intent.id).await.unwrap();
    assert_eq!((refunds.len(), refunds[0].key.clone()), (101, None));
    let beyond = stripe.refund(&intent.id, Cents(9_00), "all but a dollar").await;
    assert!(matches!(beyond, Err(PaymentError::Refused(_))), "{beyond:?}");
}

#[tokio::test]
async fn other_payments_on_the_same_account_are_ignored() {
    let (server, stripe, _) = open().await;
    let foreign = json!({"amount": 500, "currency": "usd"});
    let (_, foreign) = server.behind().call("POST", "/v1/payment_intents", &foreign).await;
    assert_eq!(stripe.retrieve(foreign["id"].as_str().unwrap()).await.unwrap(), None);
}

#[tokio::test]
async fn malformed_ids_do_not_become_urls() {
    let (_server, stripe, _) = open().await;
    for id in ["", "pi_", "pi_/../../events", "pi_1?expand", "ch_1", "pi_1/cancel", "pi_é"] {
        assert_eq!(stripe.retrieve(id).await.unwrap(), None, "{id}");
        assert_eq!(stripe.cancel(id).await.unwrap(), IntentStatus::Canceled, "{id}");
        assert!(stripe.refunds(id).await.unwrap().is_empty(), "{id}");
    }
}

#[tokio::test]
async fn a_stripe_that_does_not_answer_is_unavailable() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    // The server accepts the connection and stays silent. Later it is gone.
    let silent = stripe_at(&address, SECRET_KEY, clock());
    let asked = silent.retrieve("pi_1").await;
    assert!(matches!(asked, Err(PaymentError::Unavailable(_))), "{asked:?}");
    drop(listener);
    for outcome in [
        silent.retrieve("pi_1").await.map(drop),
        silent.cancel("pi_1").await.map(drop),
        silent.refund("pi_1", Cents(1), "key").await.map(drop),
        silent.create_intent(CheckoutId::new(Uuid::from_u128(1)), Cents(1_00)).await.map(drop),
    ] {
        assert!(matches!(outcome, Err(PaymentError::Unavailable(_))), "{outcome:?}");
    }
}

#[tokio::test]
async fn a_wrong_key_is_a_temporary_failure_and_is_not_revealed() {
    let server = Server::start().await;
    let address = format!("http://{}", server.behind().address());
    let outcome = stripe_at(&address, "rk_wrong", clock()).retrieve("pi_1").await;
    let Err(error @ PaymentError::Unavailable(_)) = outcome else { panic!("{outcome:?}") };
    assert!(error.to_string().contains("401") && !error.to_string().contains("rk_wrong"), "{error}");
}
