//! Tests of the address book over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::http::testing::*;

const OK: StatusCode = StatusCode::OK;
const CREATED: StatusCode = StatusCode::CREATED;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;

#[tokio::test]
async fn an_address_book_has_one_home_address() {
    let shop = Shop::open();
    let (anna, mia) = (shop.customer().await, shop.merchant().await);
    let entry = |name: &str| {
        json!({
            "name": name, "firstName": "Anna", "lastName": "Smith", "address": "1 Hill Road", "zipCode": "05401",
        })
    };
    let reply = shop.post("/users/addresses", Some(&anna), &entry("Work")).await;
    let work = reply.done(CREATED)["address"].clone();
    assert_eq!((&work["name"], &work["isPrimary"]), (&json!("Home"), &json!(true)));
    assert_eq!((&work["city"], &work["state"]), (&json!("Burlington"), &json!("VT")));
    let reply = shop.post("/users/addresses", Some(&anna), &entry("Cabin")).await;
    let cabin = reply.done(CREATED)["address"].clone();
    assert_eq!((&cabin["name"], &cabin["isPrimary"]), (&json!("Cabin"), &json!(false)));
    let path = format!("/users/addresses/{}", cabin["id"].as_str().unwrap());
    let reply = shop.put(&path, Some(&anna), &json!({"isPrimary": true, "address": "9 Lake Road"})).await;
    assert_eq!(reply.done(OK)["address"]["isPrimary"], true);
    for (who, path) in [(&mia, path.as_str()), (&anna, "/users/addresses/7")] {
        let reply = shop.put(path, Some(who), &json!({"name": "x"})).await;
        assert_eq!(reply.refused(StatusCode::NOT_FOUND), "Address not found");
        let reply = shop.call(Method::DELETE, path, Some(who), &Value::Null).await;
        reply.refused(StatusCode::NOT_FOUND);
    }
    shop.call(Method::DELETE, &path, Some(&anna), &Value::Null).await.done(OK);
    let work = format!("/users/addresses/{}", work["id"].as_str().unwrap());
    let reply = shop.put(&work, Some(&anna), &json!({})).await;
    assert_eq!(reply.done(OK)["address"]["isPrimary"], true, "the one that is left");
    for (field, text) in [
        ("firstName", "First Name is required"),
        ("lastName", "Last Name is required"),
        ("address", "Street address is required"),
        ("zipCode", "ZIP code is required"),
    ] {
        let mut incomplete = entry("Incomplete");
        incomplete[field] = json!(" ");
        let reply = shop.post("/users/addresses", Some(&anna), &incomplete).await;
        assert_eq!(reply.refused(INVALID), text);
    }
    shop.refuses_odd_bodies(Method::POST, "/users/addresses", Some(&anna)).await;
}

#[tokio::test]
async fn two_editors_of_an_address_lose_no_update() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    let work = json!({
        "name": "Work", "firstName": "Anna", "lastName": "Smith", "address": "1 Hill Road", "zipCode": "05401",
    });
    let read = shop.post("/users/addresses", Some(&anna), &work).await.done(CREATED)["address"].clone();
    let path = format!("/users/addresses/{}", read["id"].as_str().unwrap());
    let edit = async |revision: &Value, member: &str, value: &str| {
        shop.put(&path, Some(&anna), &json!({"revision": revision, member: value})).await
    };
    let saved = edit(&read["revision"], "apartment", "4b").await.done(OK)["address"].clone();
    let reply = edit(&read["revision"], "address", "2 Hill Road").await;
    reply.refused(StatusCode::CONFLICT);
    assert_eq!(reply.body["current"], saved);
    edit(&read["revision"], "apartment", "4b").await.done(OK);
    let both = edit(&saved["revision"], "address", "2 Hill Road").await.done(OK)["address"].clone();
    assert_eq!((&both["apartment"], &both["address"]), (&json!("4b"), &json!("2 Hill Road")));
}
