//! Tests of the limits on unpaid holds.

use std::net::{IpAddr, SocketAddr};

use axum::{
    extract::ConnectInfo,
    http::{Method, StatusCode},
};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use shared_events::ids::{OrderId, ProductId};

use crate::{
    application::checkout::make_good,
    http::{
        market::{Market, STOCK, order_form},
        testing::{PASSWORD, Person, Reply, opening_time, request},
    },
};

const OK: StatusCode = StatusCode::OK;
const CONFLICT: StatusCode = StatusCode::CONFLICT;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
const TOO_MANY: StatusCode = StatusCode::TOO_MANY_REQUESTS;

/// The text of a refusal, which checkout endpoints repeat as `error`.
#[track_caller]
fn refused(reply: &Reply, status: StatusCode) -> &str {
    let text = reply.refused(status);
    assert_eq!(reply.body["error"], text);
    text
}

fn minutes(minutes: i64) -> TimeDelta {
    TimeDelta::minutes(minutes)
}

/// When the holds of tomatoes expire.
async fn held_until(market: &Market) -> Vec<DateTime<Utc>> {
    market.stock(market.tomatoes).await.holds.values().map(|hold| hold.until).collect()
}

/// Opens a checkout from this network address.
async fn create_intent_from(market: &Market, last: u8, who: &Person, form: &Value) -> Reply {
    create_intent_at(market, [192, 0, 2, last].into(), who, form).await
}

async fn create_intent_at(market: &Market, address: IpAddr, who: &Person, form: &Value) -> Reply {
    let path = "/payments/create-intent";
    let mut request = request(Method::POST, path, Some(who), "application/json", form.to_string());
    request.extensions_mut().insert(ConnectInfo(SocketAddr::new(address, 50_000)));
    market.shop.send(request).await
}

#[tokio::test]
async fn a_renewed_hold_keeps_its_expiry() {
    let market = Market::open().await;
    let end = opening_time() + minutes(15);
    for passed in [0, 5, 9] {
        market.shop.clock.set(opening_time() + minutes(passed));
        market.intent(&market.anna, &market.cart()).await;
        assert_eq!(held_until(&market).await, [end]);
    }
    // A failed checkout returns its units; the next one keeps the same expiry nevertheless.
    let too_much = order_form(22.68, &[(market.tomatoes, 6)]);
    refused(&market.create_intent(&market.anna, &too_much).await, CONFLICT);
    assert!(held_until(&market).await.is_empty());
    market.intent(&market.anna, &market.cart()).await;
    assert_eq!(held_until(&market).await, [end]);
    market.shop.clock.set(end);
    market.intent(&market.anna, &market.cart()).await;
    assert!(held_until(&market).await.contains(&(end + minutes(15))), "the next hold is a new one");
}

#[tokio::test]
async fn after_three_unpaid_holds_in_a_day_an_account_waits_an_hour() {
    let market = Market::open().await;
    for _ in 0..3 {
        market.intent(&market.anna, &market.cart()).await;
        market.shop.clock.advance(minutes(15));
    }
    let reply = market.create_intent(&market.anna, &market.cart()).await;
    let text = "3 of your checkouts were not paid in time today. You can start the next one in 60 minutes.";
    assert_eq!(refused(&reply, TOO_MANY), text);
    assert_eq!(reply.headers["retry-after"], "3600");
    let ben = market.another_customer(1).await;
    market.intent(&ben, &market.cart()).await;
    market.shop.clock.advance(minutes(60));
    market.intent(&market.anna, &market.cart()).await;
}

#[tokio::test]
async fn paid_holds_do_not_make_the_customer_wait() {
    let market = Market::open().await;
    for _ in 0..2 {
        market.intent(&market.anna, &market.cart()).await;
        market.shop.clock.advance(minutes(15));
    }
    for _ in 0..2 {
        let payment = market.intent(&market.anna, &order_form(2.16, &[(market.kale, 1)])).await;
        market.pays(&payment).await;
        market.shop.clock.advance(minutes(15));
    }
}

#[tokio::test]
async fn a_sold_out_product_is_not_an_unpaid_hold() {
    let market = Market::open().await;
    let too_much = order_form(22.68, &[(market.tomatoes, 6)]);
    for _ in 0..5 {
        refused(&market.create_intent(&market.anna, &too_much).await, CONFLICT);
        market.shop.clock.advance(minutes(15));
    }
    market.intent(&market.anna, &market.cart()).await;
}

/// Mia's oil: three bottles at $400.
async fn oil(market: &Market) -> ProductId {
    market.product("Olive oil", 400.0, 3).await
}

#[tokio::test]
async fn an_account_holds_at_most_1000_dollars_until_an_order_is_delivered() {
    let market = Market::open().await;
    let oil = oil(&market).await;
    let three = order_form(1296.0, &[(oil, 3)]);
    let reply = market.create_intent(&market.anna, &three).await;
    let text = "Your account can hold goods for $1000.00 at most: ten times the orders that were delivered to you \
                and that you kept, or $1,000 if that is more. Please take some out of your cart, and order them when \
                more has been delivered.";
    assert_eq!(refused(&reply, INVALID), text);
    assert!(market.checkouts().await.is_empty(), "nothing is written");
    // A paid order proves nothing until it has arrived: it may be cancelled.
    let oils = market.intent(&market.anna, &order_form(432.0, &[(oil, 1)])).await;
    market.pays(&oils).await;
    let two = order_form(864.0, &[(oil, 2)]);
    market.create_intent(&market.anna, &two).await.done(OK);
    let more = market.product("Wine", 1001.0, 3).await;
    let wine = order_form(1081.08, &[(more, 1)]);
    refused(&market.create_intent(&market.anna, &wine).await, INVALID);
    let (order, _) = market.orders().await[0];
    moves(&market, order, &["confirmed", "preparing", "ready-for-pickup"]).await;
    refused(&market.create_intent(&market.anna, &wine).await, INVALID);
    moves(&market, order, &["delivered"]).await;
    market.create_intent(&market.anna, &wine).await.done(OK);
    let too_much = market.product("Cellar", 4321.0, 1).await;
    let reply = market.create_intent(&market.anna, &order_form(4666.68, &[(too_much, 1)])).await;
    assert!(refused(&reply, INVALID).contains("$4320.00 at most"), "{reply:?}");
    market.shop.clock.advance(TimeDelta::hours(6));
    market.create_intent(&market.anna, &wine).await.done(OK);
    // A returned order counts nothing.
    let back = json!({"status": "returned", "reason": "Rancid"});
    market.shop.put(&format!("/orders/{order}/status"), Some(&market.mia), &back).await.done(OK);
    refused(&market.create_intent(&market.anna, &wine).await, INVALID);
}

#[tokio::test]
async fn an_unreadable_order_counts_as_not_received_and_stops_no_checkout() {
    let market = Market::open().await;
    let oil = oil(&market).await;
    let bottle = order_form(432.0, &[(oil, 1)]);
    market.pays(&market.intent(&market.anna, &bottle).await).await;
    let (order, _) = market.orders().await[0];
    moves(&market, order, &["confirmed", "preparing", "ready-for-pickup", "delivered"]).await;
    let wine = order_form(1081.08, &[(market.product("Wine", 1001.0, 3).await, 1)]);
    market.create_intent(&market.anna, &wine).await.done(OK);
    market.append_unreadable(order).await;
    refused(&market.create_intent(&market.anna, &wine).await, INVALID);
    market.create_intent(&market.anna, &bottle).await.done(OK);
}

async fn moves(market: &Market, order: OrderId, steps: &[&str]) {
    for step in steps {
        let path = format!("/orders/{order}/status");
        market.shop.put(&path, Some(&market.mia), &json!({"status": step})).await.done(OK);
    }
}

/// Three accounts buy something for 54 cents, cancel it, and then hold as much as they can.
#[tokio::test]
async fn a_refunded_order_buys_no_holds() {
    let market = Market::open().await;
    let cheap = market.product("Seeds", 0.5, 9).await;
    let mut goods = Vec::new();
    for number in 0..12 {
        goods.push(market.product(&format!("Cellar {number}"), 1_000.0, 100).await);
    }
    for (number, four) in goods.chunks(4).enumerate() {
        let thief = market.another_customer(number).await;
        let payment = market.intent(&thief, &order_form(0.54, &[(cheap, 1)])).await;
        market.pays(&payment).await;
        let (order, _) = *market.orders().await.last().unwrap();
        market.shop.put(&format!("/orders/{order}/cancel"), Some(&thief), &json!({})).await.done(OK);
        make_good(&market.shop.app.checkout_ports(), &market.command(), order).await.unwrap();
        let items: Vec<_> = four.iter().map(|product| (*product, 100)).collect();
        let reply = create_intent_from(&market, 1, &thief, &order_form(432_000.0, &items)).await;
        println!("goods for $400,000.00, held for an order of $0.54 that was refunded: {}", reply.status);
        create_intent_from(&market, 1, &thief, &order_form(1080.0, &[(four[0], 1)])).await;
    }
    let (mut emptied, mut held) = (0, 0);
    for product in &goods {
        let units: u32 = market.stock(*product).await.holds.values().map(|hold| hold.quantity).sum();
        emptied += u32::from(units == 100);
        held += units * 1_000;
    }
    println!("{emptied} of 12 products emptied, goods for ${held} held");
    assert_eq!((emptied, held), (0, 3_000), "a thousand dollars for each account");
    market.create_intent(&market.anna, &order_form(1080.0, &[(goods[0], 1)])).await.done(OK);
}

#[tokio::test]
async fn new_accounts_at_one_network_address_have_twenty_open_holds() {
    let market = Market::open().await;
    let goods = market.product("Radishes", 1.0, 100).await;
    let form = order_form(1.08, &[(goods, 1)]);
    let mut payments = Vec::new();
    let mut people = Vec::new();
    for number in 0..22 {
        people.push(market.another_customer(number).await);
    }
    for (number, who) in people[..20].iter().enumerate() {
        market.shop.clock.set(opening_time() + TimeDelta::seconds(number.try_into().unwrap()));
        payments.push(create_intent_from(&market, 1, who, &form).await);
    }
    for reply in &payments {
        reply.done(OK);
    }
    create_intent_from(&market, 1, &people[0], &form).await.done(OK);
    let reply = create_intent_from(&market, 1, &people[20], &form).await;
    let text = "20 checkouts in your network are waiting for their payment, of accounts to which no order has been \
                delivered yet, and no more can. Please try again in 15 minutes.";
    assert_eq!(refused(&reply, TOO_MANY), text);
    assert_eq!(reply.headers["retry-after"], "881");
    assert_eq!(market.stock(goods).await.holds.len(), 20);
    create_intent_from(&market, 2, &people[20], &form).await.done(OK);
    // One of the customers pays, which ends the hold, and counts as new until the order has arrived.
    let id = payments[1].body["paymentIntent"]["id"].as_str().unwrap().to_owned();
    let secret = payments[1].body["clientSecret"].as_str().unwrap().to_owned();
    market.pays(&crate::http::market::Payment { id, secret }).await;
    create_intent_from(&market, 1, &people[21], &form).await.done(OK);
    refused(&create_intent_from(&market, 1, &people[1], &form).await, TOO_MANY);
    let (order, _) = market.orders().await[0];
    moves(&market, order, &["confirmed", "preparing", "ready-for-pickup", "delivered"]).await;
    create_intent_from(&market, 1, &people[1], &form).await.done(OK);
    // All holds have expired.
    market.shop.clock.advance(minutes(15));
    let late = market.another_customer(22).await;
    create_intent_from(&market, 1, &late, &form).await.done(OK);
}

#[tokio::test]
async fn the_networks_of_one_ipv6_site_count_together() {
    let market = Market::open().await;
    let goods = market.product("Radishes", 1.0, 100).await;
    let form = order_form(1.08, &[(goods, 1)]);
    for number in 0..22 {
        let who = market.another_customer(number.into()).await;
        let site = if number == 21 { 0xd } else { 0xc };
        let network = IpAddr::from([0x2001, 0xdb8, site, number, 0, 0, 0, 1]);
        let reply = create_intent_at(&market, network, &who, &form).await;
        assert_eq!(reply.status, if number == 20 { TOO_MANY } else { OK }, "{number}");
    }
}

#[tokio::test]
async fn a_repeated_checkout_is_one_hold() {
    let market = Market::open().await;
    let mut answers = Vec::new();
    for _ in 0..2 {
        let path = "/payments/create-intent";
        let form = market.cart().to_string();
        let mut request = request(Method::POST, path, Some(&market.anna), "application/json", form);
        request.headers_mut().insert("idempotency-key", "once".parse().unwrap());
        answers.push(market.shop.send(request).await);
    }
    assert_eq!(answers[0].done(OK), answers[1].done(OK));
    assert_eq!(market.shop.history("shopper", market.anna.id).await, ["CheckoutOpened"]);
    assert_eq!(market.shelves().await, [(5, 1); 3]);
}

/// For a day, one new account tries to block a hundred products for others: every fifteen minutes it holds as
/// much as it can.
#[tokio::test]
async fn one_account_cannot_block_a_hundred_products() {
    const PRODUCTS: usize = 100;
    let market = Market::open().await;
    let mut products = Vec::new();
    for number in 0..PRODUCTS {
        products.push(market.product(&format!("Apples {number}"), 10.0, STOCK).await);
    }
    // Once in a single checkout, and once in smaller and smaller ones.
    let cart = |count: usize| {
        let items: Vec<_> = products[..count].iter().map(|product| (*product, STOCK)).collect();
        let cents = 54.0 * f64::from(u32::try_from(count).unwrap());
        order_form(cents, &items)
    };
    let (mut held, mut checkouts) = (0, 0);
    let quarters = 24 * 4;
    let mut anna = market.anna.clone();
    for quarter in 0..quarters {
        if quarter % 40 == 39 {
            let login = json!({"email": "anna@example.com", "password": PASSWORD});
            let reply = market.shop.post("/auth/login", None, &login).await;
            anna.token = reply.done(OK)["token"].as_str().unwrap().to_owned();
        }
        for count in [PRODUCTS, 20] {
            let reply = market.create_intent(&anna, &cart(count)).await;
            if reply.status == OK {
                (held, checkouts) = (held + count, checkouts + 1);
                break;
            }
            assert!([INVALID, TOO_MANY].contains(&reply.status), "{reply:?}");
        }
        market.shop.clock.advance(minutes(15));
    }
    let share = held * 100 / (PRODUCTS * quarters);
    println!("held {share}% of all units over a day, in {checkouts} checkouts of 20 products at most");
    assert!((1..=5).contains(&share), "{share}%");
}
