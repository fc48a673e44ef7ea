//! Tests of settings, address book, favourites, preferences and account deletion over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::http::{market::Market, testing::*};

const OK: StatusCode = StatusCode::OK;
const CREATED: StatusCode = StatusCode::CREATED;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
const CONFLICT: StatusCode = StatusCode::CONFLICT;

#[tokio::test]
async fn changed_settings_return_the_current_account() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let reply = shop
        .put(
            "/users/profile",
            Some(&mia),
            &json!({"name": "Mia Dale", "phone": "802-555-0199",
                "address": {"street": "2 Dale Road", "zipCode": "05401"},
                "businessInfo": {"businessName": "Dale Farm", "website": "https://dale.example", "taxId": "12-3",
                    "sameDayCutoff": "12:00"}}),
        )
        .await;
    assert_eq!(reply.status, OK, "{reply:?}");
    assert!(reply.position() > 0);
    let user = &reply.body;
    assert_eq!((&user["name"], &user["phone"]), (&json!("Mia Dale"), &json!("802-555-0199")));
    assert_eq!(user["address"]["street"], "2 Dale Road");
    let business = &user["businessInfo"];
    assert_eq!((&business["businessName"], &business["taxId"]), (&json!("Dale Farm"), &json!("12-3")));
    assert_eq!(business["businessDescription"], "Vegetables from the hill.");
    let history = shop.history("account", mia.id).await;
    assert_eq!(
        history[2..],
        [
            "NameChanged",
            "PhoneChanged",
            "HomeAddressChanged",
            "BusinessProfileChanged",
            "BusinessPapersChanged"
        ]
    );
    for (body, text) in [
        (json!({"name": ""}), "Name is required"),
        (json!({"email": "mia"}), "Please enter a valid email address"),
        (json!({"businessInfo": {"businessName": ""}}), "Business name is required"),
        (json!({"businessInfo": {"website": "javascript:1"}}), "Please enter a valid website URL"),
    ] {
        assert_eq!(shop.put("/users/profile", Some(&mia), &body).await.refused(INVALID), text);
    }
    shop.refuses_odd_bodies(Method::PUT, "/users/profile", Some(&mia)).await;
    let anna = shop.customer().await;
    let reply = shop.put("/users/profile", Some(&anna), &json!({"businessInfo": {}})).await;
    assert_eq!(reply.refused(StatusCode::FORBIDDEN), "Only merchants have business information");
}

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
async fn preferences_are_stored() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    let reply = shop.put("/users/preferences", Some(&anna), &json!({"email": {"message": false}})).await;
    let chosen = &reply.done(OK)["preferences"]["email"];
    assert_eq!((&chosen["message"], &chosen["order_status"]), (&json!(false), &json!(true)));
    let reply = shop.put("/users/preferences", Some(&anna), &json!({"email": {"weather": true}})).await;
    assert_eq!(reply.refused(INVALID), "There are no notifications of the type \"weather\"");
    shop.refuses_odd_bodies(Method::PUT, "/users/preferences", Some(&anna)).await;
}

#[tokio::test]
async fn a_product_that_is_not_on_sale_is_no_favourite() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    for id in ["7".to_owned(), Uuid::from_u128(7).to_string()] {
        let path = format!("/users/favorites/{id}");
        let reply = shop.post(&path, Some(&anna), &Value::Null).await;
        assert_eq!(reply.refused(StatusCode::NOT_FOUND), "Product not found");
        shop.post(&path, None, &Value::Null).await.refused(StatusCode::UNAUTHORIZED);
    }
}

#[tokio::test]
async fn a_favourite_is_added_once_and_removed_once() {
    let market = Market::open().await;
    let (shop, anna) = (&market.shop, &market.anna);
    let path = format!("/users/favorites/{}", market.tomatoes);
    let call = async |method: Method| {
        let reply = shop.call(method, &path, Some(anna), &Value::Null).await;
        reply.done(OK);
        reply.position()
    };
    let added = call(Method::POST).await;
    assert_eq!(call(Method::POST).await, added, "the same again changes nothing");
    assert_eq!(shop.history("favourite", anna.id).await, ["FavouriteAdded"]);
    let removed = call(Method::DELETE).await;
    assert!(removed > added);
    assert_eq!(call(Method::DELETE).await, removed);
    assert_eq!(shop.history("favourite", anna.id).await, ["FavouriteAdded", "FavouriteRemoved"]);
    shop.call(Method::DELETE, &path, None, &Value::Null).await.refused(StatusCode::UNAUTHORIZED);
    shop.put(
        &format!("/products/{}/toggle-status", market.tomatoes),
        Some(&market.mia),
        &json!({"isActive": false}),
    )
    .await
    .done(OK);
    let reply = shop.post(&path, Some(anna), &Value::Null).await;
    assert_eq!(reply.refused(StatusCode::NOT_FOUND), "Product not found");
}

#[tokio::test]
async fn an_account_with_unfinished_orders_is_not_deleted() {
    let market = Market::open().await;
    let shop = &market.shop;
    let delete = async |who: &Person| {
        shop.call(Method::DELETE, "/users/me", Some(who), &json!({"password": PASSWORD})).await
    };
    let payment = market.intent(&market.anna, &market.cart()).await;
    market.pays(&payment).await;
    let orders = market.orders().await;
    let text = "You have orders that are not finished. Please try again when they are.";
    for who in [&market.anna, &market.mia, &market.ben] {
        assert_eq!(delete(who).await.refused(CONFLICT), text);
    }
    let of = |merchant: &Person| orders.iter().find(|(_, id)| id.uuid() == merchant.id).unwrap().0;
    let move_on = async |merchant: &Person, status: &str| {
        let path = format!("/orders/{}/status", of(merchant));
        shop.put(&path, Some(merchant), &json!({"status": status})).await.done(OK);
    };
    // Ben's order ends, Mia's continues: Anna and Mia must wait, Ben need not.
    move_on(&market.ben, "cancelled").await;
    delete(&market.ben).await.done(OK);
    for status in ["confirmed", "preparing", "ready-for-pickup"] {
        move_on(&market.mia, status).await;
        assert_eq!(delete(&market.anna).await.refused(CONFLICT), text, "{status}");
        assert_eq!(delete(&market.mia).await.refused(CONFLICT), text, "{status}");
    }
    move_on(&market.mia, "delivered").await;
    delete(&market.anna).await.done(OK);
    delete(&market.mia).await.done(OK);
}

#[tokio::test]
async fn deleting_an_account_needs_the_password() {
    let shop = Shop::open();
    let (anna, admin) = (shop.customer().await, shop.admin().await);
    let delete = async |who: &Person, password: &str| {
        shop.call(Method::DELETE, "/users/me", Some(who), &json!({"password": password})).await
    };
    assert_eq!(delete(&anna, "").await.refused(INVALID), "Password is required");
    assert_eq!(delete(&anna, "wrong").await.refused(INVALID), "Password is incorrect");
    assert_eq!(delete(&admin, PASSWORD).await.refused(CONFLICT), "Admin accounts cannot be deleted here");
    delete(&anna, PASSWORD).await.done(OK);
    delete(&anna, PASSWORD).await.refused(StatusCode::UNAUTHORIZED);
    let history = shop.history("account", anna.id).await;
    assert_eq!(history, ["AccountOpened", "EmailVerificationRequested", "AccountErased"]);
    shop.sign_up(&customer_form("anna@example.com")).await;
}

#[tokio::test]
async fn admins_act_on_many_users_and_each_row_has_its_result() {
    let shop = Shop::open();
    let (anna, mia, admin) = (shop.customer().await, shop.merchant().await, shop.admin().await);
    let act = async |action: &str, ids: &[&str]| {
        shop.post("/admin/users/bulk", Some(&admin), &json!({"action": action, "ids": ids})).await
    };
    let [anna_id, mia_id, admin_id] = [&anna, &mia, &admin].map(|person| person.id.to_string());
    let reply = act("approve", &[&mia_id, &anna_id, "7"]).await;
    assert_eq!((reply.status, &reply.body["success"]), (OK, &json!(false)));
    assert_eq!(
        reply.body["results"],
        json!([
            {"id": mia_id, "success": true},
            {"id": anna_id, "success": false, "message": "Only merchants can be approved or rejected"},
            {"id": "7", "success": false, "message": "User not found"},
        ])
    );
    act("deactivate", &[&mia_id, &anna_id]).await.done(OK);
    let reply = act("deactivate", &[&admin_id]).await;
    assert_eq!(reply.body["results"][0]["message"], "Admin users cannot be deactivated");
    act("reactivate", &[&mia_id, &anna_id]).await.done(OK);
    assert_eq!(act("approve", &[]).await.refused(INVALID), "Please select items first");
    act("delete", &[&mia_id]).await.refused(INVALID);
}
