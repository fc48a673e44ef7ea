//! Failover tests: in the middle of a purchase another server takes over, whose log lacks the newest events.
//! The provider loses nothing.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta};
use domain::{
    order::{Order, Placed, cancel_order::CancelOrder},
    stock::hold_units::HOLD_DURATION,
};
use shared_events::{
    Cents,
    ids::{OrderId, ProductId},
    shop::OrderStatus,
};

use super::{
    crashes::{APPENDS, buy, reconcile},
    faulty::{Fault, FaultyStore},
};
use crate::{
    application::{
        checkout::{Outcome, give_back_lost, make_good, settle},
        load,
    },
    http::market::{Market, STOCK, order_form},
    payments::IntentStatus,
};

/// The amount that customers have paid, minus refunds.
async fn paid(market: &Market) -> Cents {
    let payments = &market.shop.app.payments;
    let mut paid = Cents::ZERO;
    for intent in payments.intents_since(DateTime::UNIX_EPOCH).await.unwrap() {
        let refunds = payments.refunds(&intent.id).await.unwrap();
        if intent.status == IntentStatus::Succeeded {
            paid = paid + intent.amount - refunds.iter().map(|refund| refund.amount).sum();
        }
    }
    paid
}

/// The orders that were not cancelled.
async fn standing(market: &Market) -> Vec<(OrderId, Placed)> {
    let mut standing = Vec::new();
    for (id, _) in market.orders().await {
        let placed =
            load::<Order, ()>(&market.shop.app.writer.log, id.uuid()).await.unwrap().state.placed.unwrap();
        if placed.status != OrderStatus::Cancelled {
            standing.push((id, placed));
        }
    }
    standing
}

/// The difference between stock and orders; `None` if they agree.
async fn wrong_shelves(market: &Market) -> Option<String> {
    let orders = standing(market).await;
    let sold = |product: ProductId| {
        let lines = orders.iter().flat_map(|(_, placed)| &placed.lines);
        lines.filter(|line| line.product_id == product).map(|line| line.quantity).sum::<u32>()
    };
    let expected = [market.tomatoes, market.kale, market.eggs].map(|product| (STOCK - sold(product), 0));
    let shelves = market.shelves().await;
    (shelves != expected).then(|| format!("shelves {shelves:?}, expected {expected:?}"))
}

/// The difference between payments and orders; `None` if they agree.
async fn wrong_payments(market: &Market) -> Option<String> {
    let ordered: Cents = standing(market).await.iter().map(|(_, placed)| placed.amounts.total).sum();
    let paid = paid(market).await;
    (paid != ordered).then(|| format!("paid {paid}, ordered {ordered}"))
}

/// Cancels every order as its customer would, and makes it good.
async fn cancel_everything(market: &Market) -> Result<(), String> {
    let app = &market.shop.app;
    for (order_id, placed) in standing(market).await {
        let command = CancelOrder { order_id, by: placed.customer_id, reason: None };
        let cancelled = app.writer.execute(&market.command(), &command).await;
        cancelled.map_err(|failure| failure.to_string())?;
        make_good(&app.checkout_ports(), &market.command(), order_id)
            .await
            .map_err(|failure| failure.to_string())?;
    }
    Ok(())
}

/// Runs the process managers' work until nothing is left.
async fn managers(market: &Market) -> Result<(), String> {
    let app = &market.shop.app;
    market.shop.clock.advance(HOLD_DURATION + TimeDelta::seconds(1));
    for _ in 0..2 {
        reconcile(market).await;
    }
    give_back_lost(&app.checkout_ports(), DateTime::UNIX_EPOCH)
        .await
        .map_err(|failure| failure.to_string())?;
    for (order_id, _) in market.orders().await {
        make_good(&app.checkout_ports(), &market.command(), order_id)
            .await
            .map_err(|failure| failure.to_string())?;
    }
    Ok(())
}

/// Inconsistencies after the failover: once after the process managers ran, and once after the customers then
/// cancelled all orders.
async fn wrong_afterwards(market: &Market) -> Vec<String> {
    let mut wrong = Vec::from_iter(managers(market).await.err());
    wrong.extend(wrong_shelves(market).await);
    wrong.extend(cancel_everything(market).await.err());
    wrong.extend(wrong_shelves(market).await);
    wrong.extend(wrong_payments(market).await);
    wrong
}

#[tokio::test]
async fn after_a_failover_customers_have_paid_exactly_for_their_orders() {
    let mut wrong = Vec::new();
    for step in 0..APPENDS {
        for lost in 1..=step {
            let store = Arc::new(FaultyStore::default());
            let market = Market::open_on(store.log()).await;
            store.fail(step, Fault::Waits);
            let failover = async {
                store.waiting().await;
                store.lose(lost);
                store.resume();
            };
            // The purchase may succeed or fail: the process managers run afterwards.
            let _ = tokio::join!(buy(&market), failover);
            let mut what = Vec::from_iter(managers(&market).await.err());
            what.extend(wrong_payments(&market).await);
            what.extend(wrong_afterwards(&market).await);
            wrong.extend(what.into_iter().map(|what| format!("append {step}, {lost} lost: {what}")));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Replays a story repeatedly, each time with one more of its newest appends lost, until all are lost. Returns the
/// inconsistencies.
async fn wrong_after_losses(story: impl AsyncFn(&Market)) -> Vec<String> {
    let mut wrong = Vec::new();
    for lost in 1.. {
        let store = Arc::new(FaultyStore::default());
        let market = Market::open_on(store.log()).await;
        let before = store.appends();
        story(&market).await;
        if store.appends() < before + lost {
            assert!(lost > APPENDS, "{lost} appends are no story");
            break;
        }
        store.lose(lost);
        let what = wrong_afterwards(&market).await;
        wrong.extend(what.into_iter().map(|what| format!("{lost} lost: {what}")));
    }
    wrong
}

#[tokio::test]
async fn a_refund_known_only_to_the_provider_is_neither_repeated_nor_lost() {
    let story = async |market: &Market| {
        buy(market).await.unwrap();
        cancel_everything(market).await.unwrap();
    };
    assert_eq!(wrong_after_losses(story).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_payment_refunded_as_unfulfillable_buys_nothing() {
    let story = async |market: &Market| {
        let late = market.intent(&market.anna, &market.cart()).await;
        market.shop.clock.advance(HOLD_DURATION + TimeDelta::seconds(1));
        let bob = market.another_customer(1).await;
        let fast = market.intent(&bob, &order_form(18.9, &[(market.tomatoes, STOCK)])).await;
        market.pays(&fast).await;
        market.pay_silently(&late).await;
        let id = market.checkout_of(&late).await;
        let settled = settle(&market.shop.app.checkout_ports(), &market.command(), id).await.unwrap();
        assert!(matches!(settled.outcome, Outcome::Unfulfillable(_)), "{settled:?}");
    };
    assert_eq!(wrong_after_losses(story).await, Vec::<String>::new());
}
