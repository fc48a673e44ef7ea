//! Tests of the admins' endpoints for reviews.

use axum::http::{Method, StatusCode};
use serde_json::json;
use shared_events::ids::ProductId;
use uuid::Uuid;

use crate::http::testing::*;

const OK: StatusCode = StatusCode::OK;
const CONFLICT: StatusCode = StatusCode::CONFLICT;
const NOT_FOUND: StatusCode = StatusCode::NOT_FOUND;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

async fn listed(shop: &Shop, merchant: &Person) -> ProductId {
    let form = json!({
        "name": "San Marzano Tomatoes", "description": "Long, meaty and sweet.", "price": 3.5,
        "category": "produce", "subcategory": "Vegetables", "inventory": {"quantity": 40, "unit": "pound"},
    });
    let reply = shop.post("/products", Some(merchant), &form).await;
    id_in(&reply.done(StatusCode::CREATED)["product"]["id"])
}

#[tokio::test]
async fn a_product_is_approved_once() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let id = listed(&shop, &merchant).await;
    let path = format!("/admin/products/{id}/approve");
    let reply = shop.put(&path, Some(&admin), &json!({"approved": true})).await;
    let product = &reply.done(OK)["product"];
    assert_eq!((&product["id"], &product["approvalStatus"]), (&json!(id), &json!("approved")));
    for body in [json!({"approved": true}), json!({"approved": false, "reason": "Blurred picture"})] {
        let again = shop.put(&path, Some(&admin), &body).await;
        assert_eq!(again.refused(CONFLICT), "This product has already been reviewed");
    }
    assert_eq!(shop.history("product", id.uuid()).await, ["ProductListed", "ProductApproved"]);
}

#[tokio::test]
async fn a_product_is_rejected_with_a_reason() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let id = listed(&shop, &merchant).await;
    let path = format!("/admin/products/{id}/approve");
    for reason in [json!(null), json!(""), json!(" \n")] {
        let reply = shop.put(&path, Some(&admin), &json!({"approved": false, "reason": reason})).await;
        assert_eq!(reply.refused(INVALID), "A reason is required to reject");
    }
    let long = json!({"approved": false, "reason": "x".repeat(1_001)});
    let reply = shop.put(&path, Some(&admin), &long).await;
    assert_eq!(reply.refused(INVALID), "The reason is too long: at most 1000 characters");
    shop.put(&path, Some(&admin), &json!({"approved": false, "reason": " Blurred picture "})).await.done(OK);
    let last =
        shop.app.writer.log.last::<shared_events::events::ProductEvent>(id.uuid()).await.unwrap().unwrap();
    let rejected = shared_events::events::ProductEvent::ProductRejected {
        product_id: id,
        reason: "Blurred picture".to_owned(),
    };
    assert_eq!(last.event, rejected);
    let actor = serde_json::to_value(&last.actor).unwrap();
    assert_eq!(actor, json!({"kind": "account", "id": admin.id, "role": "admin"}));
}

#[tokio::test]
async fn a_merchant_is_approved_even_after_a_rejection() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let path = format!("/admin/users/{}/approve", merchant.id);
    let [approve, reject] =
        [json!({"approved": true, "reason": "Welcome"}), json!({"approved": false, "reason": "No licence"})];
    shop.put(&path, Some(&admin), &reject).await.done(OK);
    let again = shop.put(&path, Some(&admin), &reject).await;
    assert_eq!(again.refused(CONFLICT), "This merchant has already been reviewed");
    shop.put(&path, Some(&admin), &approve).await.done(OK);
    let again = shop.put(&path, Some(&admin), &approve).await;
    assert_eq!(again.refused(CONFLICT), "This merchant has already been approved");
    let history = shop.history("account", merchant.id).await;
    assert_eq!(
        history,
        ["AccountOpened", "EmailVerificationRequested", "MerchantRejected", "MerchantApproved"]
    );
    let login = json!({"email": "mia@example.com", "password": PASSWORD});
    let reply = shop.post("/auth/login", None, &login).await;
    let business = &reply.done(OK)["user"]["businessInfo"];
    assert_eq!(
        (&business["isApproved"], &business["approvalStatus"], &business["approvalReason"]),
        (&json!(true), &json!("approved"), &json!("Welcome"))
    );
}

#[tokio::test]
async fn only_merchants_are_reviewed() {
    let shop = Shop::open();
    let (customer, admin) = (shop.customer().await, shop.admin().await);
    for person in [&customer, &admin] {
        let path = format!("/admin/users/{}/approve", person.id);
        for body in [json!({"approved": true}), json!({"approved": false, "reason": "No"})] {
            let reply = shop.put(&path, Some(&admin), &body).await;
            assert_eq!(reply.refused(CONFLICT), "Only merchants can be approved or rejected");
        }
    }
}

#[tokio::test]
async fn a_product_is_featured_and_unfeatured() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let id = listed(&shop, &merchant).await;
    let path = format!("/admin/products/{id}/featured");
    for featured in [true, true, false, false] {
        shop.put(&path, Some(&admin), &json!({"featured": featured})).await.done(OK);
    }
    let history = shop.history("product", id.uuid()).await;
    assert_eq!(history, ["ProductListed", "ProductFeatured", "ProductUnfeatured"]);
}

#[tokio::test]
async fn missing_users_and_products_are_not_found() {
    let shop = Shop::open();
    let admin = shop.admin().await;
    for id in [Uuid::from_u128(7).to_string(), "7".to_owned(), "%00".to_owned()] {
        for (path, body, text) in [
            (format!("/admin/products/{id}/approve"), json!({"approved": true}), "Product not found"),
            (
                format!("/admin/products/{id}/approve"),
                json!({"approved": false, "reason": "No"}),
                "Product not found",
            ),
            (format!("/admin/products/{id}/featured"), json!({"featured": true}), "Product not found"),
            (format!("/admin/users/{id}/approve"), json!({"approved": true}), "User not found"),
            (
                format!("/admin/users/{id}/approve"),
                json!({"approved": false, "reason": "No"}),
                "User not found",
            ),
        ] {
            let reply = shop.put(&path, Some(&admin), &body).await;
            assert_eq!(reply.refused(NOT_FOUND), text, "{path}");
        }
    }
}

#[tokio::test]
async fn roles_are_checked_before_bodies_and_bodies_before_ids() {
    let shop = Shop::open();
    let (customer, merchant, admin) = (shop.customer().await, shop.merchant().await, shop.admin().await);
    for path in ["/admin/products/7/approve", "/admin/products/7/featured", "/admin/users/7/approve"] {
        let nonsense = json!("nonsense");
        shop.put(path, None, &nonsense).await.refused(StatusCode::UNAUTHORIZED);
        for person in [&customer, &merchant] {
            shop.put(path, Some(person), &nonsense).await.refused(StatusCode::FORBIDDEN);
        }
        shop.refuses_odd_bodies(Method::PUT, path, Some(&admin)).await;
        for body in [json!({}), json!({"approved": "yes", "featured": "yes"}), json!({"approved": null})] {
            shop.put(path, Some(&admin), &body).await.refused(INVALID);
        }
    }
}
