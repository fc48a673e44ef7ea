//! Tests that an order keeps the number and the date that its customer has seen: the number is unique, the date is
//! fixed.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::SeqCst},
};

use axum::http::StatusCode;
use chrono::TimeDelta;
use event_store::Categories;
use service_kit::{Ids, SeededIds};
use shared_events::Position;

use super::faulty::{Fault, FaultyStore};
use crate::{
    application::checkout::{open_checkout, settle},
    http::{market::Market, testing::opening_time},
};

/// Draws the same number for the first `left` bytes.
struct Repeating {
    left: AtomicUsize,
    others: SeededIds,
}

impl Ids for Repeating {
    fn fill(&self, bytes: &mut [u8]) {
        // Number characters are drawn byte by byte, everything else in longer pieces.
        let repeats =
            bytes.len() == 1 && self.left.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok();
        if repeats { bytes.fill(0) } else { self.others.fill(bytes) }
    }
}

#[tokio::test]
async fn a_taken_number_is_drawn_again() {
    let mut market = Market::open().await;
    // Two checkouts draw the same five characters.
    market.shop.app.ids = Arc::new(Repeating { left: AtomicUsize::new(10), others: SeededIds::new(99) });
    let app = &market.shop.app;
    for number in 0..2 {
        let buyer = market.another_customer(number).await;
        let cart = super::crashes::cart(&market);
        open_checkout(
            &app.checkout_ports(),
            &*app.ids,
            &market.command(),
            shared_events::ids::AccountId::new(buyer.id),
            cart,
        )
        .await
        .unwrap();
    }
    let checkouts = market.checkouts().await;
    assert_eq!(checkouts.len(), 2);
    let mut numbers = Vec::new();
    for id in checkouts {
        numbers.push(market.checkout(id).await.started.unwrap().number);
    }
    assert_eq!(numbers[0], "GS-260921-22222");
    assert_ne!(numbers[1], numbers[0]);
}

#[tokio::test]
async fn orders_placed_late_carry_the_date_of_the_payment() {
    let store = Arc::new(FaultyStore::default());
    let market = Market::open_on(store.log()).await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    market.pay_silently(&payment).await;
    let id = market.checkout_of(&payment).await;
    // Three sales and the payment are recorded; the process dies before the first order.
    store.fail(4, Fault::DiesBefore);
    let (ports, command) = (market.shop.app.checkout_ports(), market.command());
    tokio::select! {
        settled = settle(&ports, &command, id) => panic!("{settled:?}"),
        () = store.death() => {}
    }
    store.restart();
    market.shop.clock.advance(TimeDelta::minutes(7));
    let app = market.shop.another_process();
    settle(&ports, &market.command(), id).await.unwrap();
    let orders = Categories::Only(vec!["order"].into());
    let placed = app.writer.log.read_all(Position::START, &orders, 10).await.unwrap().events;
    let dates: Vec<_> = placed.iter().map(|event| event.recorded_at).collect();
    assert_eq!(dates, [opening_time(); 2]);
    let reply = market.create_order(&market.anna, &payment.id).await;
    assert_eq!(reply.done(StatusCode::CREATED)["order"]["createdAt"], serde_json::json!(opening_time()));
}
