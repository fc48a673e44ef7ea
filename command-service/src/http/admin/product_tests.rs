//! Tests of the admins' endpoints for products.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared_events::events::ProductEvent;
use uuid::Uuid;

use crate::http::{
    products::tests::{certificate, listed, organic_tomatoes, tomatoes},
    testing::*,
};

const OK: StatusCode = StatusCode::OK;
const CONFLICT: StatusCode = StatusCode::CONFLICT;
const NOT_FOUND: StatusCode = StatusCode::NOT_FOUND;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

#[tokio::test]
async fn an_admin_decides_only_about_the_reviewed_revision() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let id = listed(&shop, &merchant, &tomatoes()).await;
    let (path, review) = (format!("/products/{id}"), format!("/admin/products/{id}/approve"));
    shop.put(&path, Some(&merchant), &json!({"name": "Replica Watches"})).await.done(OK);
    for body in
        [json!({"approved": true, "revision": 1}), json!({"approved": false, "reason": "No", "revision": 1})]
    {
        let reply = shop.put(&review, Some(&admin), &body).await;
        let text = "The merchant has changed this product meanwhile. Please review it again.";
        assert_eq!(reply.refused(CONFLICT), text);
    }
    let reply = shop.put(&review, Some(&admin), &json!({"approved": true, "revision": 2})).await;
    assert_eq!(reply.done(OK)["product"]["approvalStatus"], "approved");
}

#[tokio::test]
async fn a_certificate_is_approved_or_rejected_with_a_reason() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let plain = listed(&shop, &merchant, &tomatoes()).await;
    let id = listed(&shop, &merchant, &organic_tomatoes(&merchant)).await;
    let review = |id| format!("/admin/products/{id}/organic-certificate");
    let approval = json!({"status": "approved"});
    let reply = shop.put(&review(plain), Some(&admin), &approval).await;
    assert_eq!(reply.refused(CONFLICT), "This product has no organic certificate");
    let reply = shop.put(&review(id), Some(&admin), &json!({"status": "rejected"})).await;
    assert_eq!(reply.refused(INVALID), "A reason is required to reject");
    for status in ["pending", "resubmitted", "Approved", ""] {
        shop.put(&review(id), Some(&admin), &json!({"status": status, "reason": "x"})).await.refused(INVALID);
    }
    let seen = |number| json!({"status": "approved", "url": certificate(&merchant, number)["url"]});
    let reply = shop.put(&review(id), Some(&admin), &seen(2)).await;
    let text = "The merchant has uploaded another certificate meanwhile. Please review it again.";
    assert_eq!(reply.refused(CONFLICT), text);
    let reply = shop.put(&review(id), Some(&admin), &seen(1)).await;
    assert_eq!(reply.done(OK)["product"]["organicCertificateStatus"], "approved");
    let reply = shop.put(&review(id), Some(&admin), &approval).await;
    assert_eq!(reply.refused(CONFLICT), "This organic certificate has already been reviewed");
}

#[tokio::test]
async fn the_log_has_actor_and_reason_of_a_switch() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let id = listed(&shop, &merchant, &tomatoes()).await;
    let path = format!("/admin/products/{id}/toggle-status");
    shop.put(&path, Some(&admin), &json!({"isActive": false, "reason": " Misleading "})).await.done(OK);
    let last = shop.app.writer.log.last::<ProductEvent>(id.uuid()).await.unwrap().unwrap();
    let reason = Some("Misleading".to_owned());
    assert_eq!(last.event, ProductEvent::ProductDeactivated { product_id: id, by_admin: true, reason });
    assert_eq!(last.recorded_at, opening_time());
    let actor = serde_json::to_value(&last.actor).unwrap();
    assert_eq!(actor, json!({"kind": "account", "id": admin.id, "role": "admin"}));
    let long = json!({"isActive": true, "reason": "x".repeat(1_001)});
    let reply = shop.put(&path, Some(&admin), &long).await;
    assert_eq!(reply.refused(INVALID), "The reason is too long: at most 1000 characters");
}

#[tokio::test]
async fn bulk_actions_return_a_result_for_each_row() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let one = listed(&shop, &merchant, &tomatoes()).await;
    let two = listed(&shop, &merchant, &tomatoes()).await;
    let unknown = Uuid::from_u128(7);
    let bulk = async |body: Value| shop.post("/admin/products/bulk", Some(&admin), &body).await;
    let reply =
        bulk(json!({"action": "deactivate", "ids": [one, unknown, two, "7", one], "reason": "Old"})).await;
    assert_eq!((reply.status, reply.position() > 0), (OK, true));
    let failed = |id: Value| json!({"id": id, "success": false, "message": "Product not found"});
    assert_eq!(
        reply.body,
        json!({"success": false, "message": "Some actions failed. Please try again.", "results": [
            {"id": one, "success": true}, failed(json!(unknown)), {"id": two, "success": true}, failed(json!("7")),
        ]})
    );
    let reply = bulk(json!({"action": "activate", "ids": [one, two]})).await;
    assert_eq!(reply.done(OK)["results"].as_array().unwrap().len(), 2);
    let history = shop.history("product", two.uuid()).await;
    assert_eq!(history, ["ProductListed", "ProductDeactivated", "ProductActivated"]);

    assert_eq!(
        bulk(json!({"action": "activate", "ids": []})).await.refused(INVALID),
        "Please select items first"
    );
    let many: Vec<String> = (0..101).map(|number| number.to_string()).collect();
    let reply = bulk(json!({"action": "activate", "ids": many})).await;
    assert_eq!(reply.refused(INVALID), "At most 100 items are possible at once");
    bulk(json!({"action": "delete", "ids": [one]})).await.refused(INVALID);
    shop.refuses_odd_bodies(Method::POST, "/admin/products/bulk", Some(&admin)).await;
}

#[tokio::test]
async fn an_admin_deletes_a_product() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let id = listed(&shop, &merchant, &tomatoes()).await;
    let path = format!("/admin/products/{id}");
    let delete = async |body: Value| shop.call(Method::DELETE, &path, Some(&admin), &body).await;
    let long = delete(json!({"reason": "x".repeat(1_001)})).await;
    assert_eq!(long.refused(INVALID), "The reason is too long: at most 1000 characters");
    delete(json!({"reason": " It may not be sold here. "})).await.done(OK);
    let last = shop.app.writer.log.last::<ProductEvent>(id.uuid()).await.unwrap().unwrap();
    let reason = Some("It may not be sold here.".to_owned());
    assert_eq!(last.event, ProductEvent::ProductDeleted { product_id: id, reason });
    assert_eq!(delete(json!({})).await.refused(NOT_FOUND), "Product not found");
    let other = listed(&shop, &merchant, &tomatoes()).await;
    let without_a_body =
        shop.raw(Method::DELETE, &format!("/admin/products/{other}"), Some(&admin), "", "").await;
    assert_eq!(without_a_body.done(OK)["product"]["approvalStatus"], "pending");
}

#[tokio::test]
async fn only_admins_have_access() {
    let shop = Shop::open();
    let (merchant, customer) = (shop.merchant().await, shop.customer().await);
    let id = listed(&shop, &merchant, &tomatoes()).await;
    for (method, path) in [
        (Method::PUT, format!("/admin/products/{id}/approve")),
        (Method::PUT, format!("/admin/products/{id}/organic-certificate")),
        (Method::PUT, format!("/admin/products/{id}/toggle-status")),
        (Method::DELETE, format!("/admin/products/{id}")),
        (Method::POST, "/admin/products/bulk".to_owned()),
    ] {
        let nonsense = json!("nonsense");
        shop.call(method.clone(), &path, None, &nonsense).await.refused(StatusCode::UNAUTHORIZED);
        for person in [&merchant, &customer] {
            shop.call(method.clone(), &path, Some(person), &nonsense).await.refused(StatusCode::FORBIDDEN);
        }
    }
}
