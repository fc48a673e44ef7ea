//! Tests of lost payments, which the provider has but the log does not.

use axum::http::StatusCode;
use chrono::{DateTime, TimeDelta};
use event_store::{Append, ExpectedVersion};
use shared_events::{Cents, events::CheckoutEvent, ids::CheckoutId};
use uuid::Uuid;

use crate::{
    application::checkout::{GivenBack, give_back_lost, lost_payments},
    http::market::{Market, Payment},
    payments::{IntentStatus, ProviderIntent},
};

/// A paid payment whose checkout came after the backup.
async fn unknown(market: &Market, number: u128) -> ProviderIntent {
    let checkout = CheckoutId::new(Uuid::from_u128(number));
    market.shop.app.payments.create_intent(checkout, Cents(10_00)).await.unwrap()
}

async fn unknown_and_paid(market: &Market, number: u128) -> ProviderIntent {
    let intent = unknown(market, number).await;
    market.pay_silently(&Payment { id: intent.id.clone(), secret: intent.client_secret.clone() }).await;
    intent
}

async fn status(market: &Market, intent: &str) -> IntentStatus {
    market.shop.app.payments.retrieve(intent).await.unwrap().unwrap().status
}

#[tokio::test]
async fn every_captured_payment_is_an_order_or_refunded_once() {
    let market = Market::open().await;
    let app = &market.shop.app;
    let since = app.clock.now();
    let ordered = market.intent(&market.anna, &market.cart()).await;
    market.pay_silently(&ordered).await;
    market.create_order(&market.anna, &ordered.id).await.done(StatusCode::CREATED);
    let open = market.intent(&market.anna, &market.cart()).await;
    let paid = unknown_and_paid(&market, 1).await;
    let in_part = unknown_and_paid(&market, 2).await;
    app.payments.refund(&in_part.id, Cents(4_00), "before").await.unwrap();
    let unpaid = unknown(&market, 3).await;

    let mut lost: Vec<_> = lost_payments(&app.checkout_ports(), since).await.unwrap();
    lost.sort_by(|a, b| a.intent.id.cmp(&b.intent.id));
    let lost: Vec<_> = lost.into_iter().map(|one| (one.intent.id, one.captured)).collect();
    let expected = [(&paid, 10_00), (&in_part, 6_00), (&unpaid, 0)];
    assert_eq!(lost, expected.map(|(intent, captured)| (intent.id.clone(), Cents(captured))));

    let mut given_back = give_back_lost(&app.checkout_ports(), since).await.unwrap();
    given_back.refunded.sort();
    let refunded = vec![(paid.id.clone(), Cents(10_00)), (in_part.id.clone(), Cents(6_00))];
    assert_eq!(given_back, GivenBack { refunded, given_up: 1, ..GivenBack::default() });
    let refunds = app.payments.refunds(&paid.id).await.unwrap();
    assert_eq!(refunds.len(), 1);
    assert!(
        refunds[0].key.as_ref().unwrap().starts_with("not-in-the-restored-log/"),
        "the reason: {refunds:?}"
    );
    assert_eq!(status(&market, &unpaid.id).await, IntentStatus::Canceled, "nobody can pay it any more");
    assert_eq!(
        give_back_lost(&app.checkout_ports(), since).await.unwrap(),
        GivenBack::default(),
        "once is enough"
    );

    assert_eq!(lost_payments(&app.checkout_ports(), since).await.unwrap(), []);

    // Payments that the log knows are left alone.
    assert_eq!(app.payments.refunds(&ordered.id).await.unwrap(), []);
    assert_eq!(status(&market, &open.id).await, IntentStatus::RequiresPaymentMethod);
    assert_eq!(market.orders().await.len(), 2);
}

/// A checkout whose start is in the backup, but not its payment request.
async fn begun(market: &Market) -> CheckoutId {
    let known = market.intent(&market.anna, &market.cart()).await;
    let known = market.checkout_of(&known).await;
    let log = &market.shop.app.writer.log;
    let mut begun = log.load::<CheckoutEvent>(known.uuid()).await.unwrap().remove(0).event;
    let started = CheckoutId::new(Uuid::from_u128(0x57));
    let CheckoutEvent::CheckoutStarted { checkout_id, .. } = &mut begun else { panic!("{begun:?}") };
    *checkout_id = started;
    let append = Append { id: started.uuid(), expected: ExpectedVersion::Exact(0), events: vec![begun] };
    log.append(&market.command(), append).await.unwrap();
    started
}

#[tokio::test]
async fn a_checkout_may_request_its_payment_until_it_expires() {
    let market = Market::open().await;
    let app = &market.shop.app;
    let started = begun(&market).await;
    let intent = unknown(&market, started.uuid().as_u128()).await;
    let early = give_back_lost(&app.checkout_ports(), DateTime::UNIX_EPOCH).await.unwrap();
    assert_eq!(early, GivenBack { open: vec![intent.id.clone()], ..GivenBack::default() });
    market.shop.clock.advance(TimeDelta::minutes(16));
    let late = give_back_lost(&app.checkout_ports(), DateTime::UNIX_EPOCH).await.unwrap();
    assert_eq!(late, GivenBack { given_up: 1, ..GivenBack::default() });
}

#[tokio::test]
async fn a_paid_payment_that_was_not_requested_is_refunded_at_once() {
    let market = Market::open().await;
    let app = &market.shop.app;
    let started = begun(&market).await;
    let intent = unknown_and_paid(&market, started.uuid().as_u128()).await;
    let outcome = give_back_lost(&app.checkout_ports(), DateTime::UNIX_EPOCH).await.unwrap();
    assert_eq!(outcome, GivenBack { refunded: vec![(intent.id, intent.amount)], ..GivenBack::default() });
}

#[tokio::test]
async fn a_payment_in_processing_is_checked_again() {
    let mut market = Market::open().await;
    let intent = unknown(&market, 1).await;
    let provider = market.shop.with_flaky_provider();
    *provider.stands.lock().unwrap() = Some(IntentStatus::Processing);
    let outcome = give_back_lost(&market.shop.app.checkout_ports(), DateTime::UNIX_EPOCH).await.unwrap();
    assert_eq!(outcome.open, std::slice::from_ref(&intent.id));
    // The provider reports a payment but has no money to refund, so a person must act.
    *provider.stands.lock().unwrap() = Some(IntentStatus::Succeeded);
    let outcome = give_back_lost(&market.shop.app.checkout_ports(), DateTime::UNIX_EPOCH).await.unwrap();
    assert_eq!((outcome.refused[0].0.as_str(), outcome.refused[0].1), (intent.id.as_str(), Cents(10_00)));
    *provider.down.lock().unwrap() = true;
    assert!(give_back_lost(&market.shop.app.checkout_ports(), DateTime::UNIX_EPOCH).await.is_err());
}

#[tokio::test]
async fn a_payment_that_cannot_be_refunded_does_not_block_others() {
    let mut market = Market::open().await;
    let stuck = unknown_and_paid(&market, 1).await;
    let mut others = Vec::new();
    for number in 2..12 {
        others.push((unknown_and_paid(&market, number).await.id, Cents(10_00)));
    }
    let provider = market.shop.with_flaky_provider();
    *provider.no_refunds_of.lock().unwrap() = Some(stuck.id.clone());
    let mut outcome = give_back_lost(&market.shop.app.checkout_ports(), DateTime::UNIX_EPOCH).await.unwrap();
    outcome.refunded.sort();
    others.sort();
    let failed = vec![(stuck.id.clone(), Cents(10_00), "no refunds now".to_owned())];
    assert_eq!(outcome, GivenBack { refunded: others, failed, ..GivenBack::default() });
    *provider.no_refunds_of.lock().unwrap() = None;
    let outcome = give_back_lost(&market.shop.app.checkout_ports(), DateTime::UNIX_EPOCH).await.unwrap();
    assert_eq!(outcome, GivenBack { refunded: vec![(stuck.id, Cents(10_00))], ..GivenBack::default() });
}
