//! Tests of providers that are still processing a payment, do not answer, or are not the provider of the payment.

use domain::checkout::{Intent, request_payment::RequestPayment};
use shared_events::events::{AbandonReason, CheckoutEvent};

use crate::{
    application::{
        Failure,
        checkout::{Closed, NotSettled, close_checkout, settle},
    },
    http::market::Market,
    payments::IntentStatus,
};

const EXPIRED: AbandonReason = AbandonReason::Expired;

#[tokio::test]
async fn a_checkout_whose_payment_cannot_be_cancelled_is_not_abandoned() {
    for status in
        [IntentStatus::Processing, IntentStatus::RequiresAction, IntentStatus::RequiresPaymentMethod]
    {
        let mut market = Market::open().await;
        let payment = market.intent(&market.anna, &market.cart()).await;
        let id = market.checkout_of(&payment).await;
        let provider = market.shop.with_flaky_provider();
        *provider.stands.lock().unwrap() = Some(status);
        let app = &market.shop.app;
        assert_eq!(
            close_checkout(&app.checkout_ports(), &market.command(), id, EXPIRED).await.unwrap(),
            Closed::Open
        );
        assert_eq!(market.checkout(id).await.abandoned, None);
        assert_eq!(market.shelves().await, [(5, 1); 3], "its units stay held");
        let unpaid = settle(&app.checkout_ports(), &market.command(), id).await.unwrap_err();
        assert!(matches!(unpaid, Failure::Refused(NotSettled::NotPaid(stands)) if stands == status));
        // Then the payment succeeds after all.
        *provider.stands.lock().unwrap() = None;
        market.pay_silently(&payment).await;
        assert_eq!(
            close_checkout(&app.checkout_ports(), &market.command(), id, EXPIRED).await.unwrap(),
            Closed::Paid
        );
        settle(&app.checkout_ports(), &market.command(), id).await.unwrap();
        assert_eq!((market.orders().await.len(), market.shelves().await), (2, [(3, 0), (4, 0), (4, 0)]));
    }
}

#[tokio::test]
async fn a_provider_that_does_not_answer_changes_nothing() {
    let mut market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    let id = market.checkout_of(&payment).await;
    let provider = market.shop.with_flaky_provider();
    *provider.down.lock().unwrap() = true;
    let before = market.checkout(id).await;
    let app = &market.shop.app;
    let closed = close_checkout(&app.checkout_ports(), &market.command(), id, EXPIRED).await;
    assert!(matches!(closed, Err(Failure::Unavailable(_))), "{closed:?}");
    let settled = settle(&app.checkout_ports(), &market.command(), id).await;
    assert!(matches!(settled, Err(Failure::Unavailable(_))), "{settled:?}");
    assert_eq!((market.checkout(id).await, market.shelves().await), (before, [(5, 1); 3]));
    // A customer who wants to pay now is told to retry later, and holds nothing.
    let ben = market.another_customer(1).await;
    let reply = market.create_intent(&ben, &market.cart()).await;
    reply.refused(axum::http::StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(market.shelves().await, [(5, 1); 3]);
    let newest = *market.checkouts().await.last().unwrap();
    assert_eq!(market.checkout(newest).await.abandoned, Some(AbandonReason::Failed));
}

/// A provider that does not know the payment answers "not found", which would look like "never paid".
#[tokio::test]
async fn a_provider_is_not_queried_about_another_providers_payment() {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    let app = &market.shop.app;
    let id = market.checkout_of(&payment).await;
    let elsewhere = Intent { provider: "stripe".to_owned(), id: "pi_7".to_owned() };
    let command = RequestPayment { checkout_id: id, intent: elsewhere };
    app.writer.execute(&market.command(), &command).await.unwrap();
    let closed = close_checkout(&app.checkout_ports(), &market.command(), id, EXPIRED).await;
    assert!(matches!(closed, Err(Failure::Unavailable(_))), "{closed:?}");
    let settled = settle(&app.checkout_ports(), &market.command(), id).await;
    assert!(matches!(settled, Err(Failure::Unavailable(_))), "{settled:?}");
    let last = app.writer.log.last::<CheckoutEvent>(id.uuid()).await.unwrap().unwrap().event;
    assert!(matches!(last, CheckoutEvent::PaymentRequested { .. }), "{last:?}");
}
