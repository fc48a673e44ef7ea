//! Race tests: several callers settle the same payment, and more buyers want a product than there are units.

use std::{collections::BTreeSet, convert::Infallible};

use axum::http::StatusCode;
use domain::{
    Command,
    checkout::Ending,
    stock::{Stock, hold_units::HOLD_DURATION},
};

use futures_util::future::join_all;
use shared_events::{
    Cents,
    events::{AbandonReason, CheckoutEvent, StockEvent},
    ids::{AccountId, ProductId},
};
use uuid::Uuid;

use crate::{
    application::checkout::{Closed, Outcome, close_checkout, settle},
    http::market::{Market, STOCK, order_form},
    payments::PaymentError,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_settlements_find_the_same_orders() {
    let market = Market::open().await;
    for round in 0..100 {
        let payment = market.intent(&market.anna, &market.cart()).await;
        market.pay_silently(&payment).await;
        let id = market.checkout_of(&payment).await;
        let settling = (0..6).map(|_| {
            let (app, command) = (market.shop.app.clone(), market.command());
            tokio::spawn(async move {
                settle(&app.checkout_ports(), &command, id).await.map(|settled| settled.outcome)
            })
        });
        for settled in join_all(settling).await {
            assert_eq!(settled.unwrap().unwrap(), Outcome::Ordered);
        }
        let orders = market.orders().await;
        let merchants: BTreeSet<AccountId> =
            orders[round * 2..].iter().map(|(_, merchant)| *merchant).collect();
        assert_eq!((orders.len(), merchants.len()), (round * 2 + 2, 2));
        assert_eq!(market.shelves().await, [(3, 0), (4, 0), (4, 0)]);
        // Refills the shelves for the next round.
        for (product_id, quantity) in [(market.tomatoes, 2), (market.kale, 1), (market.eggs, 1)] {
            recount(&market, product_id, STOCK, quantity).await;
        }
    }
}

/// A test command that counts the units on the shelf, of which some are sold.
struct Recount {
    product_id: ProductId,
    quantity: u32,
    sold: u32,
}

impl Command for Recount {
    type Aggregate = Stock;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.product_id.uuid()
    }

    fn decide(&self, stock: &Stock) -> Result<Vec<StockEvent>, Infallible> {
        assert_eq!(stock.on_hand, self.quantity - self.sold);
        Ok(vec![StockEvent::StockCounted { product_id: self.product_id, quantity: self.quantity }])
    }
}

pub(crate) async fn recount(market: &Market, product_id: ProductId, quantity: u32, sold: u32) {
    let command = Recount { product_id, quantity, sold };
    market.shop.app.writer.execute(&market.command(), &command).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn five_of_fifty_buyers_get_the_five_units_and_no_other_is_charged() {
    let market = Market::open().await;
    let form = order_form(3.78, &[(market.tomatoes, 1)]);
    let mut buyers = Vec::new();
    for number in 0..50 {
        buyers.push(market.another_customer(number).await);
    }
    let replies = join_all(buyers.iter().map(|buyer| market.create_intent(buyer, &form))).await;
    let (opened, refused): (Vec<_>, Vec<_>) =
        replies.iter().zip(&buyers).partition(|(reply, _)| reply.status == StatusCode::OK);
    assert_eq!((opened.len(), refused.len()), (5, 45));
    for (reply, _) in refused {
        assert_eq!(reply.refused(StatusCode::CONFLICT), "Tomatoes is out of stock");
    }
    let buying = opened.into_iter().map(async |(reply, buyer)| {
        let text = |name: &str| reply.body["paymentIntent"][name].as_str().unwrap().to_owned();
        let payment = crate::http::market::Payment { id: text("id"), secret: text("client_secret") };
        market.pays(&payment).await;
        market.create_order(buyer, &payment.id).await.done(StatusCode::CREATED);
    });
    join_all(buying).await;
    assert_eq!(market.orders().await.len(), 5);
    assert_eq!(market.shelves().await[0], (0, 0));
    for id in market.checkouts().await {
        let checkout = market.checkout(id).await;
        assert_eq!(checkout.payment.is_some(), checkout.ending == Some(Ending::Completed));
        assert_eq!(checkout.payment.is_none(), checkout.abandoned.is_some());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_unit_of_a_busy_product_is_sold() {
    let market = Market::open().await;
    recount(&market, market.tomatoes, 80, 75).await;
    let form = order_form(3.78, &[(market.tomatoes, 1)]);
    let mut buyers = Vec::new();
    for number in 0..80 {
        buyers.push(market.another_customer(number).await);
    }
    for reply in join_all(buyers.iter().map(|buyer| market.create_intent(buyer, &form))).await {
        reply.done(StatusCode::OK);
    }
    assert_eq!(market.shelves().await[0], (80, 80));
}

/// Pays after the holds have expired. `closed_before`: after the process manager has closed the checkout.
async fn late(market: &Market, closed_before: bool) -> crate::http::market::Payment {
    let payment = market.intent(&market.anna, &market.cart()).await;
    market.pay_silently(&payment).await;
    market.shop.clock.advance(HOLD_DURATION);
    if closed_before {
        let id = market.checkout_of(&payment).await;
        let app = &market.shop.app;
        let closed = close_checkout(&app.checkout_ports(), &market.command(), id, AbandonReason::Expired)
            .await
            .unwrap();
        assert_eq!(closed, Closed::Paid);
    }
    payment
}

#[tokio::test]
async fn a_late_payment_gets_its_goods_if_they_are_available() {
    for closed_before in [false, true] {
        let market = Market::open().await;
        let payment = late(&market, closed_before).await;
        market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
        assert_eq!(market.orders().await.len(), 2);
        assert_eq!(market.shelves().await, [(3, 0), (4, 0), (4, 0)]);
    }
}

#[tokio::test]
async fn a_late_payment_is_refunded_in_full_if_the_goods_are_gone() {
    let market = Market::open().await;
    let payment = late(&market, false).await;
    // Another customer buys all eggs first.
    let ben = market.another_customer(1).await;
    let eggs = market.intent(&ben, &order_form(32.4, &[(market.eggs, 5)])).await;
    market.pays(&eggs).await;
    for _ in 0..3 {
        let reply = market.create_order(&market.anna, &payment.id).await;
        let text = reply.refused(StatusCode::CONFLICT);
        assert_eq!(text, "Eggs is out of stock. Your payment is refunded in full.");
        assert_eq!(reply.body["error"], text);
    }
    assert_eq!(market.orders().await.len(), 1, "the quicker one's");
    assert_eq!(market.shelves().await, [(5, 0), (5, 0), (0, 0)]);
    let id = market.checkout_of(&payment).await;
    let checkout = market.checkout(id).await;
    let refunds: Vec<_> = checkout.refunds.iter().map(|refund| (refund.amount, refund.issued())).collect();
    assert_eq!((refunds, checkout.refundable()), (vec![(Cents(16_20), true)], Cents::ZERO));
    let more = market.shop.app.payments.refund(&payment.id, Cents(1), "more").await;
    assert!(matches!(more, Err(PaymentError::Refused(_))), "all of it is back already");
}

#[tokio::test]
async fn cancelled_orders_are_made_good_once() {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    market.pays(&payment).await;
    for (order, _) in market.orders().await {
        let path = format!("/orders/{order}/cancel");
        let cancel = serde_json::json!({});
        market.shop.put(&path, Some(&market.anna), &cancel).await.done(StatusCode::OK);
        let app = &market.shop.app;
        let making = (0..4).map(async |_| {
            crate::application::checkout::make_good(&app.checkout_ports(), &market.command(), order)
                .await
                .unwrap();
        });
        join_all(making).await;
        let last = ["OrderPlaced", "OrderCancelled", "OrderRefunded"];
        assert_eq!(market.shop.history("order", order.uuid()).await, last);
    }
    assert_eq!(market.shelves().await, [(5, 0); 3]);
    let id = market.checkout_of(&payment).await;
    assert_eq!(market.checkout(id).await.refundable(), Cents::ZERO);
    let last = market.shop.app.writer.log.last::<CheckoutEvent>(id.uuid()).await.unwrap().unwrap().event;
    assert!(matches!(last, CheckoutEvent::RefundIssued { .. }), "{last:?}");
    assert_eq!(market.checkout(id).await.refunds.len(), 2);
}

#[tokio::test]
async fn a_failed_checkout_holds_nothing_even_if_it_replaced_one_with_the_same_product() {
    let market = Market::open().await;
    market.intent(&market.anna, &order_form(3.78, &[(market.tomatoes, 1)])).await;
    let too_much = order_form(16.2 + 2.16 * 5.0, &[(market.tomatoes, 2), (market.kale, 6), (market.eggs, 1)]);
    let reply = market.create_intent(&market.anna, &too_much).await;
    assert_eq!(reply.refused(StatusCode::CONFLICT), "Only 5 bunches of Kale left");
    assert_eq!(market.shelves().await, [(5, 0); 3]);
}
