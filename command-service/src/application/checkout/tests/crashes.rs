//! Crash tests: the process dies, or the store fails, at each append between a cart and its orders. Afterwards
//! the process manager `settle_or_close_checkouts` runs.

use std::{collections::BTreeSet, sync::Arc};

use chrono::TimeDelta;
use domain::{
    checkout::{Ending, Intent, request_payment::RequestPayment, start_checkout::CartItem},
    stock::hold_units::HOLD_DURATION,
};
use histories::shipping;
use shared_events::{
    Cents,
    events::AbandonReason,
    ids::AccountId,
    shop::{BillingDetails, DeliveryMethod},
};

use super::faulty::{Fault, FaultyStore};
use crate::{
    application::checkout::{Closed, OpenCheckout, close_checkout, open_checkout, settle},
    http::market::{GOOD_CARD, Market, Payment},
    payments::{IntentStatus, sandbox::Card},
};

/// Number of appends in a purchase: started, opened, three holds, payment requested; three sales, payment
/// received, two orders, completed.
pub(super) const APPENDS: usize = 13;

pub(super) fn cart(market: &Market) -> OpenCheckout {
    let item = |product_id, quantity| CartItem { product_id, quantity };
    OpenCheckout {
        cart: vec![item(market.tomatoes, 2), item(market.kale, 1), item(market.eggs, 1)],
        delivery_method: DeliveryMethod::Pickup,
        shipping: shipping(),
        billing: BillingDetails { same_as_shipping: true, ..BillingDetails::default() },
        amount: Cents(16_20),
        address: None,
    }
}

/// Goes from the cart to the orders. Ends early when a step fails.
pub(super) async fn buy(market: &Market) -> Result<(), String> {
    let (app, customer) = (&market.shop.app, AccountId::new(market.anna.id));
    let opened =
        open_checkout(&app.checkout_ports(), &*app.ids, &market.command(), customer, cart(market)).await;
    let intent = opened.map_err(|failure| failure.to_string())?.intent;
    let card = Card { number: GOOD_CARD.to_owned(), exp_month: 12, exp_year: 2035, cvc: "123".to_owned() };
    let sandbox = app.sandbox.as_ref().unwrap();
    sandbox.confirm(&intent.id, &intent.client_secret, &card, false).await.unwrap().unwrap();
    settle(&app.checkout_ports(), &market.command(), intent.checkout_id)
        .await
        .map_err(|failure| failure.to_string())?;
    Ok(())
}

/// Does the work of the process manager `settle_or_close_checkouts` after the holds have expired.
pub(super) async fn reconcile(market: &Market) {
    let app = &market.shop.app;
    for id in market.checkouts().await {
        let closed = close_checkout(&app.checkout_ports(), &market.command(), id, AbandonReason::Expired)
            .await
            .unwrap();
        if closed == Closed::Paid {
            settle(&app.checkout_ports(), &market.command(), id).await.unwrap();
        }
    }
}

/// Checks that payments, orders and stock agree. Returns whether the money was taken.
async fn consistent(market: &Market, what: &str) -> bool {
    let mut paid = false;
    for id in market.checkouts().await {
        let checkout = market.checkout(id).await;
        let Some(intent) = &checkout.intent else {
            assert!(checkout.abandoned.is_some(), "{what}: {checkout:?}");
            continue;
        };
        let status = market.shop.app.payments.retrieve(&intent.id).await.unwrap().unwrap().status;
        let succeeded = status == IntentStatus::Succeeded;
        paid |= succeeded;
        let ended = if succeeded {
            checkout.ending == Some(Ending::Completed)
        } else {
            checkout.abandoned.is_some() && status == IntentStatus::Canceled
        };
        assert!(ended, "{what}: {status:?} {checkout:?}");
    }
    let orders = market.orders().await;
    let merchants: BTreeSet<AccountId> = orders.iter().map(|(_, merchant)| *merchant).collect();
    let (expected_orders, expected_shelves) =
        if paid { (2, [(3, 0), (4, 0), (4, 0)]) } else { (0, [(5, 0); 3]) };
    assert_eq!((orders.len(), merchants.len()), (expected_orders, expected_orders), "{what}");
    assert_eq!(market.shelves().await, expected_shelves, "{what}");
    paid
}

#[tokio::test]
async fn after_any_failure_paid_checkouts_become_orders_and_others_hold_nothing() {
    for fault in Fault::ALL {
        let (mut steps, mut paid, mut unpaid) = (0, 0, 0);
        loop {
            let store = Arc::new(FaultyStore::default());
            let market = Market::open_on(store.log()).await;
            store.fail(steps, fault);
            let bought = tokio::select! {
                bought = buy(&market) => Some(bought),
                () = store.death() => None,
            };
            let what = format!("{fault:?} at append {steps}: {bought:?}");
            if !store.restart() {
                bought.unwrap().unwrap();
                assert!(consistent(&market, "without a fault").await);
                break;
            }
            match fault {
                Fault::DiesBefore | Fault::DiesAfter => assert_eq!(bought, None, "{what}"),
                Fault::Unavailable | Fault::Outage => assert!(bought.as_ref().unwrap().is_err(), "{what}"),
                Fault::AnswerLost | Fault::RequestLost | Fault::Waits => {
                    assert_eq!(bought, Some(Ok(())), "{what}");
                }
            }
            market.shop.clock.advance(HOLD_DURATION + TimeDelta::seconds(1));
            reconcile(&market).await;
            reconcile(&market).await;
            if consistent(&market, &what).await {
                paid += 1
            } else {
                unpaid += 1
            }
            steps += 1;
        }
        assert_eq!(steps, APPENDS, "{fault:?}");
        let all_is_well = matches!(fault, Fault::AnswerLost | Fault::RequestLost);
        assert_eq!((paid, unpaid), if all_is_well { (13, 0) } else { (7, 6) }, "{fault:?}");
    }
}

#[tokio::test]
async fn the_payment_of_a_closed_checkout_cannot_be_paid() {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    let id = market.checkout_of(&payment).await;
    let app = &market.shop.app;
    for _ in 0..2 {
        let closed = close_checkout(&app.checkout_ports(), &market.command(), id, AbandonReason::Expired)
            .await
            .unwrap();
        assert_eq!(closed, Closed::Abandoned);
    }
    assert_eq!(app.payments.retrieve(&payment.id).await.unwrap().unwrap().status, IntentStatus::Canceled);
    assert_eq!(market.shelves().await, [(5, 0); 3]);
}

/// Closes a checkout while its payment is being requested: the closing does not see the payment, which is
/// created afterwards.
async fn closed_during_the_request(paid: bool) -> (Market, Closed, IntentStatus) {
    let store = Arc::new(FaultyStore::default());
    let market = Market::open_on(store.log()).await;
    let app = &market.shop.app;
    // The process pauses before the sixth append, which records the payment request.
    store.fail(5, Fault::DiesBefore);
    tokio::select! {
        bought = buy(&market) => panic!("{bought:?}"),
        () = store.death() => {}
    }
    store.restart();
    let id = market.checkouts().await[0];
    let command = market.command();
    store.fail(0, Fault::Waits);
    let another_process = market.shop.another_process();
    let request = async {
        store.waiting().await;
        let intent = app.payments.create_intent(id, Cents(16_20)).await.unwrap();
        let known = Intent { provider: "sandbox".to_owned(), id: intent.id.clone() };
        let command = RequestPayment { checkout_id: id, intent: known };
        another_process.writer.execute(&market.command(), &command).await.unwrap();
        let payment = Payment { id: intent.id, secret: intent.client_secret };
        if paid {
            market.pay_silently(&payment).await;
        }
        store.resume();
        payment
    };
    let ports = app.checkout_ports();
    let closing = close_checkout(&ports, &command, id, AbandonReason::Replaced);
    let (closed, payment) = tokio::join!(closing, request);
    let status = app.payments.retrieve(&payment.id).await.unwrap().unwrap().status;
    (market, closed.unwrap(), status)
}

#[tokio::test]
async fn a_payment_that_is_requested_while_its_checkout_is_closed_cannot_be_paid_later() {
    let (market, closed, status) = closed_during_the_request(false).await;
    assert_eq!((closed, status), (Closed::Abandoned, IntentStatus::Canceled));
    assert_eq!(market.shelves().await, [(5, 0); 3]);
}

#[tokio::test]
async fn a_payment_made_while_its_checkout_is_closed_becomes_orders() {
    let (market, closed, status) = closed_during_the_request(true).await;
    assert_eq!((closed, status), (Closed::Paid, IntentStatus::Succeeded));
    let id = market.checkouts().await[0];
    settle(&market.shop.app.checkout_ports(), &market.command(), id).await.unwrap();
    assert_eq!(market.orders().await.len(), 2);
    assert_eq!(market.shelves().await, [(3, 0), (4, 0), (4, 0)]);
}
