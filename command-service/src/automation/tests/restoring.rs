//! Tests of lost payments after a restore, as the process managers handle them.

use chrono::DateTime;
use uuid::Uuid;

use super::{
    super::{look_for_lost_payments, parked},
    *,
};
use crate::payments::ProviderIntent;

async fn unknown(market: &Market, number: u128) -> ProviderIntent {
    let checkout = CheckoutId::new(Uuid::from_u128(number));
    market.shop.app.payments.create_intent(checkout, Cents(10_00)).await.unwrap()
}

#[tokio::test]
async fn lost_payments_are_refunded_at_the_first_start() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let app = &market.shop.app;
    let since = app.clock.now();
    let intent = unknown(&market, 1).await;
    market.pay_silently(&Payment { id: intent.id.clone(), secret: intent.client_secret.clone() }).await;
    for _ in 0..2 {
        look_for_lost_payments(&pool, since, app.clock.now()).await.unwrap();
    }
    assert_eq!(waiting(&pool).await, 1);
    let process = Process::start(app, &pool);
    idle(&market, &pool).await;
    let refunds = app.payments.refunds(&intent.id).await.unwrap();
    assert_eq!(refunds.iter().map(|refund| refund.amount).collect::<Vec<_>>(), [intent.amount]);
    process.end().await;
}

#[tokio::test]
async fn refused_refunds_are_listed_for_an_operator() {
    let (_database, pool) = database().await;
    let mut market = Market::open().await;
    let intent = unknown(&market, 1).await;
    let provider = market.shop.with_flaky_provider();
    // The provider reports a captured payment but refuses to refund it.
    *provider.stands.lock().unwrap() = Some(IntentStatus::Succeeded);
    let now = market.shop.app.clock.now();
    look_for_lost_payments(&pool, DateTime::UNIX_EPOCH, now).await.unwrap();
    let process = Process::start(&market.shop.app, &pool);
    let listed = wait_for("the payment to be listed", async || parked(&pool).await.unwrap().pop()).await;
    assert_eq!(listed.manager, "refund_lost_payments");
    assert!(listed.error.contains(&intent.id) && listed.error.contains("$10.00"), "{}", listed.error);
    process.end().await;
}
