//! Tests of the limits on what an account may write.

use std::sync::Arc;

use axum::http::StatusCode;
use chrono::TimeDelta;
use serde_json::{Value, json};
use shared_events::ids::AccountId;

use super::{
    market::Market,
    testing::{Reply, Shop},
};
use crate::account_limits::{AccountLimits, Allowance, Allowances};

/// A shop whose customers and new merchants may write little, and approved merchants twice as much.
fn limited(shop: &mut Shop) {
    let few = Allowance { commands: 10, bytes: 100_000 };
    let many = Allowance { commands: 20, bytes: 200_000 };
    let allowances = Allowances { customer: few, new_merchant: few, merchant: many, admin: many };
    shop.exchange_account_limits(Arc::new(AccountLimits::new(allowances)));
}

fn product(description: &str) -> Value {
    json!({
        "name": "Carrots", "description": description, "price": 3.5, "category": "produce",
        "subcategory": "Vegetables", "inventory": {"quantity": 40, "unit": "pound"},
    })
}

fn refused(reply: &Reply) -> (String, i64) {
    let text = reply.refused(StatusCode::TOO_MANY_REQUESTS).to_owned();
    (text, reply.headers["retry-after"].to_str().unwrap().parse().unwrap())
}

#[tokio::test]
async fn a_customer_who_toggles_a_setting_for_ever_is_slowed_down() {
    let mut shop = Shop::open();
    limited(&mut shop);
    let anna = shop.customer().await;
    let toggle = async |on: bool| {
        shop.put("/users/preferences", Some(&anna), &json!({"email": {"message": on}})).await
    };
    for number in 0..10 {
        toggle(number % 2 == 0).await.done(StatusCode::OK);
    }
    let (text, wait) = refused(&toggle(true).await);
    assert_eq!(
        text,
        "You have made very many changes within an hour. Please wait a moment before the next one."
    );
    assert_eq!(wait, 360, "a tenth of an hour");
    let preferences = shop.history("account", anna.id).await;
    let written = preferences.iter().filter(|event| *event == "EmailPreferencesChosen").count();
    assert_eq!(written, 10);
    shop.clock.advance(TimeDelta::seconds(wait));
    toggle(true).await.done(StatusCode::OK);
}

#[tokio::test]
async fn a_new_merchant_cannot_fill_the_log_with_revisions() {
    let mut shop = Shop::open();
    limited(&mut shop);
    let mia = shop.merchant().await;
    let listed = shop.post("/products", Some(&mia), &product("Sweet.")).await;
    let id = listed.done(StatusCode::CREATED)["product"]["id"].as_str().unwrap().to_owned();
    let mut accepted = 0;
    let last = loop {
        let revised = product(&format!("{}{accepted}", "🥕".repeat(4_990)));
        let reply = shop.put(&format!("/products/{id}"), Some(&mia), &revised).await;
        if !reply.status.is_success() {
            break reply;
        }
        accepted += 1;
    };
    let (text, wait) = refused(&last);
    assert!(text.ends_with("save less often or shorter texts. Approved merchants may do more."), "{text}");
    assert!((1..=3_600).contains(&wait), "{wait}");
    assert!((3..=10).contains(&accepted), "{accepted} revisions of 20 KB");
}

#[tokio::test]
async fn approved_merchants_may_do_more_and_checkouts_count() {
    let mut market = Market::open().await;
    limited(&mut market.shop);
    let path = format!("/products/{}/toggle-status", market.kale);
    let mut accepted = 0;
    while market.shop.put(&path, Some(&market.mia), &json!({"isActive": accepted % 2 == 1})).await.status
        == StatusCode::OK
    {
        accepted += 1;
    }
    assert_eq!(accepted, 20);
    let anna = AccountId::new(market.anna.id);
    let now = market.shop.app.clock.now();
    let limits = market.shop.app.writer.account_limits.clone();
    while limits.admit(anna, crate::account_limits::Standing::Customer, now).is_ok() {}
    let body = market.cart();
    refused(&market.shop.post("/payments/create-intent", Some(&market.anna), &body).await);
}
