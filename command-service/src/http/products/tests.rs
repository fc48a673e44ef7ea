//! Tests of the merchants' endpoints for products.

use axum::http::{Method, StatusCode};
use domain::product::Product;
use serde_json::{Value, json};
use shared_events::{events::StockEvent, ids::ProductId};
use uuid::Uuid;

use crate::{application::load, http::testing::*};

const OK: StatusCode = StatusCode::OK;
const CONFLICT: StatusCode = StatusCode::CONFLICT;
const NOT_FOUND: StatusCode = StatusCode::NOT_FOUND;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

pub(crate) fn tomatoes() -> Value {
    json!({
        "name": "San Marzano Tomatoes", "description": "Long, meaty and sweet.", "price": 3.5,
        "category": "produce", "subcategory": "Vegetables", "inventory": {"quantity": 40, "unit": "pound"},
    })
}

/// The form of an organic product, with a certificate uploaded by this merchant.
pub(crate) fn organic_tomatoes(merchant: &Person) -> Value {
    let mut form = tomatoes();
    form["isOrganic"] = json!(true);
    form["organicCertificate"] = certificate(merchant, 1);
    form
}

pub(crate) fn certificate(merchant: &Person, number: u128) -> Value {
    let file = format!("{number:032x}.pdf");
    let url = format!("/api/uploads/certificates/{}/{file}", merchant.id);
    json!({"url": url, "filename": file, "originalName": "Organic 2026.pdf"})
}

pub(crate) async fn listed(shop: &Shop, merchant: &Person, form: &Value) -> ProductId {
    let reply = shop.post("/products", Some(merchant), form).await;
    id_in(&reply.done(StatusCode::CREATED)["product"]["id"])
}

async fn approve(shop: &Shop, admin: &Person, id: ProductId) {
    let path = format!("/admin/products/{id}/approve");
    shop.put(&path, Some(admin), &json!({"approved": true})).await.done(OK);
}

async fn state(shop: &Shop, id: ProductId) -> Product {
    load::<Product, ()>(&shop.app.writer.log, id.uuid()).await.unwrap().state
}

#[tokio::test]
async fn two_editors_of_a_product_lose_no_update() {
    let shop = Shop::open();
    let merchant = shop.merchant().await;
    let picture = |name: &str| json!({"url": format!("/demo/{name}.webp"), "alt": name});
    let mut form = tomatoes();
    form["images"] = json!([picture("one")]);
    let reply = shop.post("/products", Some(&merchant), &form).await;
    let read = reply.done(StatusCode::CREATED)["product"].clone();
    let path = format!("/products/{}", read["id"].as_str().unwrap());
    let edit = async |revision: &Value, changes: Value| {
        let mut body = changes;
        body["revision"] = revision.clone();
        shop.put(&path, Some(&merchant), &body).await
    };

    let images = |name: &str| json!({"images": [picture("one"), picture(name)]});
    let first = edit(&read["revision"], images("two")).await.done(OK)["product"]["revision"].clone();
    let reply = edit(&read["revision"], images("three")).await;
    let text = "This has been changed elsewhere meanwhile. Please check the changes and save again.";
    assert_eq!(reply.refused(CONFLICT), text);
    let current = &reply.body["current"];
    assert_eq!((&current["revision"], &current["images"][1]["alt"]), (&first, &json!("two")));
    assert_eq!(current["inventory"], json!({"unit": "pound", "lowStockThreshold": 5}));

    // The terms are one member: another one in it would fall back to its default.
    let delivery = |options: Value| json!({"fulfillment": {"method": "both", "deliveryOptions": options}});
    let second = edit(&first, delivery(json!({"deliveryFee": 3}))).await;
    let second = second.done(OK)["product"]["revision"].clone();
    let reply = edit(&first, delivery(json!({"freeDeliveryMinimum": 99}))).await;
    assert_eq!(reply.refused(CONFLICT), text);
    assert_eq!(reply.body["current"]["fulfillment"]["deliveryOptions"]["deliveryFee"], 3.0);
    assert_eq!(reply.body["current"]["revision"], second);

    edit(&read["revision"], json!({"inventory": {"quantity": 41, "seenQuantity": 40}})).await.done(OK);
    edit(&second, json!({"price": 4.25})).await.done(OK);
    shop.put(&path, Some(&merchant), &json!({"price": 4.5})).await.done(OK);
}

#[tokio::test]
async fn a_new_price_applies_at_once_and_a_new_name_is_reviewed() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let id = listed(&shop, &merchant, &tomatoes()).await;
    approve(&shop, &admin, id).await;
    let path = format!("/products/{id}");

    let reply = shop.put(&path, Some(&merchant), &json!({"price": 4.25})).await;
    let product = &reply.done(OK)["product"];
    assert_eq!((&product["approvalStatus"], &product["revision"]), (&json!("approved"), &json!(2)));

    let mut form = tomatoes();
    form["name"] = json!("Plum Tomatoes");
    let reply = shop.put(&path, Some(&merchant), &form).await;
    let product = &reply.done(OK)["product"];
    assert_eq!((&product["approvalStatus"], &product["revision"]), (&json!("resubmitted"), &json!(4)));
    let history = shop.history("product", id.uuid()).await;
    let expected =
        ["ProductListed", "ProductApproved", "ProductRepriced", "ProductRevised", "ProductRepriced"];
    assert_eq!(history, expected);
    let listing = state(&shop, id).await.listing.unwrap();
    assert_eq!(listing.on_sale().unwrap().name, "San Marzano Tomatoes");
    assert_eq!(listing.price.dollars(), 3.5);

    shop.put(&path, Some(&merchant), &form).await.done(OK);
    assert_eq!(shop.history("product", id.uuid()).await, expected, "the same again changes nothing");
}

#[tokio::test]
async fn new_pickup_instructions_are_reviewed_apart_from_the_other_terms() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let id = listed(&shop, &merchant, &tomatoes()).await;
    approve(&shop, &admin, id).await;
    let path = format!("/products/{id}");
    let terms = json!({"fulfillment": {"method": "both", "pickupInstructions": "Text 555-0100 to pay"}});
    let reply = shop.put(&path, Some(&merchant), &terms).await;
    assert_eq!(reply.done(OK)["product"]["approvalStatus"], "resubmitted");
    let expected = ["ProductListed", "ProductApproved", "ProductRevised", "FulfillmentChanged"];
    assert_eq!(shop.history("product", id.uuid()).await, expected);
    let listing = state(&shop, id).await.listing.unwrap();
    assert_eq!(listing.on_sale().unwrap().pickup_instructions.as_deref(), Some(""));
    assert_eq!(listing.fulfillment.pickup_instructions, "");

    let stale = json!({"revision": 1, "name": "Plums"});
    let reply = shop.put(&path, Some(&merchant), &stale).await;
    assert_eq!(reply.body["current"]["fulfillment"]["pickupInstructions"], "Text 555-0100 to pay");
}

#[tokio::test]
async fn a_count_does_not_undo_sales_since_the_form_was_loaded() {
    let shop = Shop::open();
    let merchant = shop.merchant().await;
    let id = listed(&shop, &merchant, &tomatoes()).await;
    let path = format!("/products/{id}");
    let counting =
        |quantity: u32, seen: Value| json!({"inventory": {"quantity": quantity, "seenQuantity": seen}});
    for (quantity, seen, on_hand) in [(45, json!(40), 45), (30, json!(null), 30), (31, json!(20), 41)] {
        let reply = shop.put(&path, Some(&merchant), &counting(quantity, seen)).await;
        let counted = shop.app.writer.log.last::<StockEvent>(id.uuid()).await.unwrap().unwrap();
        assert_eq!(counted.event, StockEvent::StockCounted { product_id: id, quantity: on_hand });
        reply.done(OK);
        assert_eq!(reply.position(), counted.position.0, "the answer's position includes the stock");
    }
    for (quantity, seen) in [(json!(-1), json!(null)), (json!(1.5), json!(3)), (json!(3), json!(-1))] {
        let body = json!({"inventory": {"quantity": quantity, "seenQuantity": seen}});
        let reply = shop.put(&path, Some(&merchant), &body).await;
        assert_eq!(reply.refused(INVALID), "Quantity must be a whole number from 0 to 1000000");
    }
    assert_eq!(shop.history("stock", id.uuid()).await.len(), 4);
}

#[tokio::test]
async fn changes_follow_the_rules_of_the_form() {
    let shop = Shop::open();
    let merchant = shop.merchant().await;
    let id = listed(&shop, &merchant, &tomatoes()).await;
    let path = format!("/products/{id}");
    let stolen = json!([{"url": format!("/api/uploads/products/{}/a.webp", Uuid::from_u128(7))}]);
    for (field, value, text) in [
        ("name", json!(" "), "Name is required"),
        ("price", json!(-1), "Price must be 0 or more"),
        ("category", json!("vegetables"), "Please select a category"),
        ("images", stolen, "An image must be a file that you have uploaded"),
        ("harvestDate", json!("last week"), "Harvest date must be a date like 2026-08-01"),
        ("isOrganic", json!(true), "Please upload an organic certification document for organic products."),
    ] {
        let reply = shop.put(&path, Some(&merchant), &json!({field: value})).await;
        assert_eq!(reply.refused(INVALID), text);
    }
    assert_eq!(shop.history("product", id.uuid()).await, ["ProductListed"]);
    shop.refuses_odd_bodies(Method::PUT, &path, Some(&merchant)).await;
}

#[tokio::test]
async fn a_certificate_is_submitted_replaced_and_resubmitted() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let reply = shop.post("/products", Some(&merchant), &organic_tomatoes(&merchant)).await;
    let product = &reply.done(StatusCode::CREATED)["product"];
    let id: ProductId = id_in(&product["id"]);
    let mut expected = certificate(&merchant, 1);
    expected["status"] = json!("pending");
    assert_eq!(product["organicCertificate"], expected);

    let (path, review) = (format!("/products/{id}"), format!("/admin/products/{id}/organic-certificate"));
    let again = format!("{path}/resubmit-organic");
    let text = "Only a rejected organic certificate can be resubmitted";
    assert_eq!(shop.put(&again, Some(&merchant), &json!({})).await.refused(CONFLICT), text);
    let rejection = json!({"status": "rejected", "reason": "Expired"});
    shop.put(&review, Some(&admin), &rejection).await.done(OK);
    let reply = shop.put(&again, Some(&merchant), &json!(null)).await;
    assert_eq!(reply.done(OK)["product"]["organicCertificateStatus"], "resubmitted");
    shop.put(&review, Some(&admin), &rejection).await.done(OK);
    let another = json!({"organicCertificate": certificate(&merchant, 2)});
    let reply = shop.put(&path, Some(&merchant), &another).await;
    assert_eq!(reply.done(OK)["product"]["organicCertificateStatus"], "resubmitted");
    let history = shop.history("product", id.uuid()).await;
    assert_eq!(
        history,
        [
            "ProductListed",
            "OrganicCertificateSubmitted",
            "OrganicCertificateRejected",
            "OrganicCertificateResubmitted",
            "OrganicCertificateRejected",
            "OrganicCertificateSubmitted"
        ]
    );
}

#[tokio::test]
async fn another_merchants_certificate_is_refused() {
    let shop = Shop::open();
    let (merchant, other) = (shop.merchant().await, shop.sign_up(&merchant_form("ben@example.com")).await);
    let mut form = organic_tomatoes(&merchant);
    for foreign in
        [certificate(&other, 1), json!({"url": "https://example.com/a.pdf"}), json!({"url": "/a.pdf"})]
    {
        form["organicCertificate"] = foreign;
        let reply = shop.post("/products", Some(&merchant), &form).await;
        assert_eq!(reply.refused(INVALID), "The certificate must be a file that you have uploaded");
    }
    for none in [json!(null), json!({}), json!({"url": ""})] {
        form["organicCertificate"] = none;
        let reply = shop.post("/products", Some(&merchant), &form).await;
        let text = "Please upload an organic certification document for organic products.";
        assert_eq!(reply.refused(INVALID), text);
    }
}

#[tokio::test]
async fn a_rejected_product_is_resubmitted_once() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let id = listed(&shop, &merchant, &tomatoes()).await;
    let (path, review) = (format!("/products/{id}/resubmit"), format!("/admin/products/{id}/approve"));
    let text = "Only a rejected product can be resubmitted";
    assert_eq!(shop.put(&path, Some(&merchant), &json!({})).await.refused(CONFLICT), text);
    shop.put(&review, Some(&admin), &json!({"approved": false, "reason": "Blurred"})).await.done(OK);
    let reply = shop.put(&path, Some(&merchant), &json!({})).await;
    assert_eq!(reply.done(OK)["product"]["approvalStatus"], "resubmitted");
    assert_eq!(shop.put(&path, Some(&merchant), &json!({})).await.refused(CONFLICT), text);
}

#[tokio::test]
async fn a_merchant_switches_a_product_unless_an_admin_did() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let id = listed(&shop, &merchant, &tomatoes()).await;
    let (path, by_admin) =
        (format!("/products/{id}/toggle-status"), format!("/admin/products/{id}/toggle-status"));
    for on in [false, false, true, true] {
        let reply = shop.put(&path, Some(&merchant), &json!({"isActive": on})).await;
        assert_eq!(reply.done(OK)["product"]["isActive"], on);
    }
    let history = shop.history("product", id.uuid()).await;
    assert_eq!(history, ["ProductListed", "ProductDeactivated", "ProductActivated"]);
    shop.put(&by_admin, Some(&admin), &json!({"isActive": false, "reason": "Misleading"})).await.done(OK);
    let reply = shop.put(&path, Some(&merchant), &json!({"isActive": true})).await;
    assert_eq!(reply.refused(CONFLICT), "An administrator has deactivated this product");
    shop.put(&by_admin, Some(&admin), &json!({"isActive": true})).await.done(OK);
    shop.refuses_odd_bodies(Method::PUT, &path, Some(&merchant)).await;
}

#[tokio::test]
async fn a_deleted_product_is_gone() {
    let shop = Shop::open();
    let (merchant, admin) = (shop.merchant().await, shop.admin().await);
    let id = listed(&shop, &merchant, &tomatoes()).await;
    let path = format!("/products/{id}");
    shop.call(Method::DELETE, &path, Some(&merchant), &json!({})).await.done(OK);
    let gone = [
        shop.call(Method::DELETE, &path, Some(&merchant), &json!({})).await,
        shop.put(&path, Some(&merchant), &json!({"price": 1})).await,
        shop.put(&format!("{path}/toggle-status"), Some(&merchant), &json!({"isActive": false})).await,
        shop.put(&format!("/admin{path}/approve"), Some(&admin), &json!({"approved": true})).await,
        shop.put(&format!("/admin{path}/featured"), Some(&admin), &json!({"featured": true})).await,
        shop.call(Method::DELETE, &format!("/admin{path}"), Some(&admin), &json!({})).await,
    ];
    for reply in gone {
        assert_eq!(reply.refused(NOT_FOUND), "Product not found");
    }
    assert_eq!(shop.history("product", id.uuid()).await, ["ProductListed", "ProductDeleted"]);
}

#[tokio::test]
async fn products_belong_to_their_merchant() {
    let shop = Shop::open();
    let (merchant, admin, customer) = (shop.merchant().await, shop.admin().await, shop.customer().await);
    let other = shop.sign_up(&merchant_form("ben@example.com")).await;
    let id = listed(&shop, &merchant, &organic_tomatoes(&merchant)).await;
    for (method, path, body) in [
        (Method::PUT, format!("/products/{id}"), json!({"price": 1})),
        (Method::DELETE, format!("/products/{id}"), json!({})),
        (Method::PUT, format!("/products/{id}/toggle-status"), json!({"isActive": false})),
        (Method::PUT, format!("/products/{id}/resubmit"), json!({})),
        (Method::PUT, format!("/products/{id}/resubmit-organic"), json!({})),
    ] {
        let reply = shop.call(method.clone(), &path, Some(&other), &body).await;
        assert_eq!(reply.refused(NOT_FOUND), "Product not found", "{path}");
        let nonsense = json!("nonsense");
        shop.call(method.clone(), &path, None, &nonsense).await.refused(StatusCode::UNAUTHORIZED);
        for person in [&customer, &admin] {
            shop.call(method.clone(), &path, Some(person), &nonsense).await.refused(StatusCode::FORBIDDEN);
        }
        for unknown in [Uuid::from_u128(7).to_string(), "7".to_owned(), "%00".to_owned()] {
            let path = path.replace(&id.to_string(), &unknown);
            let reply = shop.call(method.clone(), &path, Some(&merchant), &body).await;
            assert_eq!(reply.refused(NOT_FOUND), "Product not found", "{path}");
        }
    }
    assert_eq!(shop.history("product", id.uuid()).await.len(), 2);
}
