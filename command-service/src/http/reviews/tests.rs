//! Tests of reviews over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared_events::ids::ProductId;
use uuid::Uuid;

use crate::{
    application::reviews::note_purchases,
    http::{
        market::Market,
        testing::{Person, Reply},
    },
};

const OK: StatusCode = StatusCode::OK;
const CREATED: StatusCode = StatusCode::CREATED;
const FORBIDDEN: StatusCode = StatusCode::FORBIDDEN;
const CONFLICT: StatusCode = StatusCode::CONFLICT;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
const NOT_FOUND: StatusCode = StatusCode::NOT_FOUND;
const NOT_BOUGHT: &str = "Only customers who have received this product can review it";

async fn review(market: &Market, who: &Person, product: ProductId, form: &Value) -> Reply {
    market.shop.post(&format!("/products/{product}/reviews"), Some(who), form).await
}

fn praise() -> Value {
    json!({"rating": 5, "comment": " Sweet and firm. "})
}

/// Anna has bought tomatoes and kale from Mia and eggs from Ben; Mia's order is delivered.
async fn delivered() -> Market {
    let market = Market::open().await;
    let payment = market.intent(&market.anna, &market.cart()).await;
    market.pays(&payment).await;
    let orders = market.orders().await;
    let (mias, _) = orders.iter().find(|(_, merchant)| merchant.uuid() == market.mia.id).unwrap();
    for status in ["confirmed", "preparing", "ready-for-pickup"] {
        let body = json!({"status": status});
        market.shop.put(&format!("/orders/{mias}/status"), Some(&market.mia), &body).await.done(OK);
        assert_eq!(
            review(&market, &market.anna, market.tomatoes, &praise()).await.refused(FORBIDDEN),
            NOT_BOUGHT
        );
    }
    let body = json!({"status": "delivered"});
    market.shop.put(&format!("/orders/{mias}/status"), Some(&market.mia), &body).await.done(OK);
    for _ in 0..2 {
        note_purchases(&market.shop.app, &market.command(), *mias).await.unwrap();
    }
    market
}

#[tokio::test]
async fn a_buyer_reviews_a_delivered_product_once() {
    let market = delivered().await;
    let reply = review(&market, &market.anna, market.tomatoes, &praise()).await;
    let body = &reply.done(CREATED)["review"];
    assert_eq!(body["_id"], body["id"]);
    assert_eq!(body["productId"], market.tomatoes.to_string());
    assert_eq!((&body["rating"], &body["comment"]), (&json!(5.0), &json!("Sweet and firm.")));
    let id: Uuid = body["id"].as_str().unwrap().parse().unwrap();
    assert_eq!(market.shop.history("review", id).await, ["PurchaseDelivered", "ProductReviewed"]);
    let again = review(&market, &market.anna, market.tomatoes, &praise()).await;
    assert_eq!(again.refused(CONFLICT), "You have already reviewed this product");
    review(&market, &market.anna, market.kale, &praise()).await.done(CREATED);
    let eggs = review(&market, &market.anna, market.eggs, &praise()).await;
    assert_eq!(eggs.refused(FORBIDDEN), NOT_BOUGHT, "Ben's part is not delivered");
}

#[tokio::test]
async fn a_return_withdraws_the_review_until_another_delivery() {
    let market = delivered().await;
    let reply = review(&market, &market.anna, market.tomatoes, &praise()).await;
    let id: Uuid = reply.done(CREATED)["review"]["id"].as_str().unwrap().parse().unwrap();
    let orders = market.orders().await;
    let (mias, _) = orders.iter().find(|(_, merchant)| merchant.uuid() == market.mia.id).unwrap();
    let back = json!({"status": "returned", "reason": "Too sour"});
    let path = format!("/orders/{mias}/status");
    market.shop.put(&path, Some(&market.mia), &back).await.done(OK);
    for _ in 0..2 {
        note_purchases(&market.shop.app, &market.command(), *mias).await.unwrap();
    }
    let until_then = ["PurchaseDelivered", "ProductReviewed", "PurchaseReturned", "ReviewWithdrawn"];
    assert_eq!(market.shop.history("review", id).await, until_then);
    for product in [market.tomatoes, market.kale] {
        let reply = review(&market, &market.anna, product, &praise()).await;
        assert_eq!(reply.refused(FORBIDDEN), "You have returned this product, so you cannot review it");
    }
    let thanks = json!({"text": "Thank you!"});
    let reply = market.shop.put(&format!("/reviews/{id}/reply"), Some(&market.mia), &thanks).await;
    reply.refused(NOT_FOUND);
}

#[tokio::test]
async fn only_buyers_write_reviews() {
    let market = delivered().await;
    let stranger = market.another_customer(1).await;
    for person in [&stranger, &market.mia, &market.ben, &market.admin] {
        assert_eq!(review(&market, person, market.tomatoes, &praise()).await.refused(FORBIDDEN), NOT_BOUGHT);
    }
    for id in ["7".to_owned(), Uuid::nil().to_string()] {
        let reply = market.shop.post(&format!("/products/{id}/reviews"), Some(&market.anna), &praise()).await;
        assert_eq!(reply.refused(NOT_FOUND), "Product not found");
    }
}

#[tokio::test]
async fn invalid_forms_are_refused() {
    let market = delivered().await;
    let stars = "Rating must be a whole number from 1 to 5";
    for (form, text) in [
        (json!({"rating": 0, "comment": "x"}), stars),
        (json!({"rating": 6, "comment": "x"}), stars),
        (json!({"rating": 4.5, "comment": "x"}), stars),
        (json!({"rating": 5, "comment": " "}), "Comment is required"),
        (json!({"rating": 5, "comment": "x".repeat(2_001)}), "Comment is too long: at most 2000 characters"),
    ] {
        assert_eq!(review(&market, &market.anna, market.tomatoes, &form).await.refused(INVALID), text);
    }
    let path = format!("/products/{}/reviews", market.tomatoes);
    market.shop.refuses_odd_bodies(Method::POST, &path, Some(&market.anna)).await;
    market.shop.post(&path, None, &json!("nonsense")).await.refused(StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn the_merchant_replies_once() {
    let market = delivered().await;
    let reply = review(&market, &market.anna, market.tomatoes, &praise()).await;
    let path = format!("/reviews/{}/reply", reply.done(CREATED)["review"]["id"].as_str().unwrap());
    let thanks = json!({"text": "Thank you!"});
    for (person, status) in [(&market.anna, FORBIDDEN), (&market.admin, FORBIDDEN), (&market.ben, NOT_FOUND)]
    {
        market.shop.put(&path, Some(person), &thanks).await.refused(status);
    }
    let blank = market.shop.put(&path, Some(&market.mia), &json!({"text": " "})).await;
    assert_eq!(blank.refused(INVALID), "Reply is required");
    let done = market.shop.put(&path, Some(&market.mia), &thanks).await;
    assert_eq!(done.done(OK), &json!({"success": true}));
    let again = market.shop.put(&path, Some(&market.mia), &thanks).await;
    assert_eq!(again.refused(CONFLICT), "You have already replied to this review");
    for id in ["7".to_owned(), Uuid::nil().to_string()] {
        let reply = market.shop.put(&format!("/reviews/{id}/reply"), Some(&market.mia), &thanks).await;
        assert_eq!(reply.refused(NOT_FOUND), "Review not found");
    }
    market.shop.refuses_odd_bodies(Method::PUT, &path, Some(&market.mia)).await;
    market.shop.put(&path, Some(&market.anna), &json!("nonsense")).await.refused(FORBIDDEN);
}
