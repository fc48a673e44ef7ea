//! Tests of API keys over HTTP.

use axum::http::{HeaderValue, Method, StatusCode, header};
use serde_json::{Value, json};
use shared_events::events::ApiKeyEvent;

use crate::http::testing::*;

const CREATED: StatusCode = StatusCode::CREATED;
const GONE: StatusCode = StatusCode::UNAUTHORIZED;
const OK: StatusCode = StatusCode::OK;

/// A program that presents a key, with the key's id.
struct Program {
    key: String,
    caller: Person,
}

async fn program(shop: &Shop, owner: &Person, scopes: &[&str]) -> Program {
    let form = json!({"name": "Till", "scopes": scopes, "currentPassword": PASSWORD});
    let reply = shop.post("/api-keys", Some(owner), &form).await;
    let answer = reply.done(CREATED);
    let token = answer["token"].as_str().unwrap().to_owned();
    Program {
        key: answer["apiKey"]["id"].as_str().unwrap().to_owned(),
        caller: Person { id: owner.id, token },
    }
}

fn tomatoes() -> Value {
    json!({
        "name": "San Marzano Tomatoes", "description": "Long, meaty and sweet.", "price": 3.5,
        "category": "produce", "subcategory": "Vegetables", "inventory": {"quantity": 40, "unit": "pound"},
    })
}

async fn list(shop: &Shop, program: &Program) -> Reply {
    shop.post("/products", Some(&program.caller), &tomatoes()).await
}

#[tokio::test]
async fn a_program_with_the_scope_acts_in_its_owners_name() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let till = program(&shop, &mia, &["products:write"]).await;
    let product = list(&shop, &till).await.done(CREATED)["product"].clone();
    assert_eq!(product["merchant"]["id"], json!(mia.id));
}

#[tokio::test]
async fn a_missing_scope_is_named_and_the_merchant_is_not_hindered() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let till = program(&shop, &mia, &["products:read", "orders:write"]).await;
    let refused = list(&shop, &till).await;
    assert_eq!(refused.refused(StatusCode::FORBIDDEN), "This API key lacks the scope products:write");
    shop.post("/products", Some(&mia), &tomatoes()).await.done(CREATED);
}

#[tokio::test]
async fn a_key_makes_no_other_calls_even_with_all_scopes() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let all = ["products:read", "products:write", "orders:read", "orders:write"];
    let till = program(&shop, &mia, &all).await;
    let form = json!({"name": "Another", "scopes": ["orders:read"], "currentPassword": PASSWORD});
    let refused = shop.post("/api-keys", Some(&till.caller), &form).await;
    assert_eq!(refused.refused(GONE), "API keys cannot make this call. Please log in.");
    shop.put("/users/preferences", Some(&till.caller), &json!({"email": {}})).await.refused(GONE);
}

#[tokio::test]
async fn a_session_without_the_password_gets_no_key() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    for (password, text) in
        [(Value::Null, "Current password is required"), (json!("Wrong-1!"), "Current password is incorrect")]
    {
        let form = json!({"name": "Till", "scopes": ["orders:read"], "currentPassword": password});
        let refused = shop.post("/api-keys", Some(&mia), &form).await;
        assert_eq!(refused.refused(StatusCode::UNPROCESSABLE_ENTITY), text);
        assert_eq!(refused.body["errors"][0]["field"], "currentPassword");
    }
}

#[tokio::test]
async fn a_revoked_key_stops_working_at_once_and_no_other_does() {
    let shop = Shop::open();
    let (mia, admin) = (shop.merchant().await, shop.admin().await);
    let [till, scales, other] = [
        program(&shop, &mia, &["products:write"]).await,
        program(&shop, &mia, &["products:write"]).await,
        program(&shop, &mia, &["products:write"]).await,
    ];
    let path = format!("/api-keys/{}", till.key);
    for _ in 0..2 {
        shop.call(Method::DELETE, &path, Some(&mia), &Value::Null).await.done(OK);
    }
    assert_eq!(list(&shop, &till).await.refused(GONE), "This API key is not valid");
    let path = format!("/admin/users/{}/api-keys/{}", mia.id, scales.key);
    shop.call(Method::DELETE, &path, Some(&admin), &Value::Null).await.done(OK);
    list(&shop, &scales).await.refused(GONE);
    list(&shop, &other).await.done(CREATED);
}

#[tokio::test]
async fn only_the_owner_and_admins_revoke_a_key() {
    let shop = Shop::open();
    let (mia, anna, admin) = (shop.merchant().await, shop.customer().await, shop.admin().await);
    let till = program(&shop, &mia, &["products:write"]).await;
    let path = format!("/api-keys/{}", till.key);
    let delete = async |path: &str, who| shop.call(Method::DELETE, path, who, &Value::Null).await;
    delete(&path, None).await.refused(GONE);
    delete(&path, Some(&anna)).await.refused(StatusCode::FORBIDDEN);
    let missing = delete(&path, Some(&admin)).await;
    assert_eq!(missing.refused(StatusCode::NOT_FOUND), "API key not found", "it is not the admin's own");
    let as_admin = format!("/admin/users/{}/api-keys/{}", mia.id, till.key);
    delete(&as_admin, Some(&mia)).await.refused(StatusCode::FORBIDDEN);
    for path in
        [format!("/admin/users/{}/api-keys/7", mia.id), format!("/admin/users/7/api-keys/{}", till.key)]
    {
        delete(&path, Some(&admin)).await.refused(StatusCode::NOT_FOUND);
    }
    list(&shop, &till).await.done(CREATED);
}

#[tokio::test]
async fn the_keys_of_a_deactivated_merchant_do_not_work() {
    let shop = Shop::open();
    let (mia, admin) = (shop.merchant().await, shop.admin().await);
    let till = program(&shop, &mia, &["products:write"]).await;
    let path = format!("/admin/users/{}", mia.id);
    shop.call(Method::DELETE, &path, Some(&admin), &json!({"reason": "A test"})).await.done(OK);
    list(&shop, &till).await.refused(GONE);
    shop.put(&format!("{path}/reactivate"), Some(&admin), &json!({})).await.done(OK);
    list(&shop, &till).await.done(CREATED);
}

#[tokio::test]
async fn a_forged_token_is_refused() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let till = program(&shop, &mia, &["products:write"]).await;
    let token = &till.caller.token;
    let last = if token.ends_with('0') { '1' } else { '0' };
    for forged in
        ["gsk_", "gsk_7", &token[..token.len() - 1], &format!("{}{last}", &token[..token.len() - 1])]
    {
        let caller = Person { id: mia.id, token: forged.to_owned() };
        let reply = list(&shop, &Program { key: String::new(), caller }).await;
        assert_eq!(reply.refused(GONE), "This API key is not valid", "{forged}");
    }
}

#[tokio::test]
async fn the_log_has_a_hash_and_not_the_token() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let till = program(&shop, &mia, &["products:write"]).await;
    let events = shop.app.writer.log.load::<ApiKeyEvent>(mia.id).await.unwrap();
    let stored = format!("{:?}", events);
    assert!(stored.contains("ApiKeyCreated") && !stored.contains(&till.caller.token[36..]), "{stored}");
}

#[tokio::test]
async fn a_repetition_with_an_idempotency_key_shows_the_same_token_and_makes_one_key() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let form = json!({"name": "Till", "scopes": ["products:write"], "currentPassword": PASSWORD}).to_string();
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let mut request = request(Method::POST, "/api-keys", Some(&mia), "application/json", form.clone());
        request.headers_mut().insert("idempotency-key", HeaderValue::from_static("till-1"));
        let reply = shop.send(request).await;
        assert_eq!(reply.headers[header::CACHE_CONTROL], "no-store");
        tokens.push(reply.done(CREATED)["token"].clone());
    }
    assert_eq!(tokens[0], tokens[1]);
    assert_eq!(shop.history("apikey", mia.id).await, ["ApiKeyCreated"]);
}

#[tokio::test]
async fn a_program_may_repeat_a_command_with_an_idempotency_key() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let till = program(&shop, &mia, &["products:write"]).await;
    let mut products = Vec::new();
    for _ in 0..2 {
        let body = tomatoes().to_string();
        let mut request = request(Method::POST, "/products", Some(&till.caller), "application/json", body);
        request.headers_mut().insert("idempotency-key", HeaderValue::from_static("tomatoes"));
        products.push(shop.send(request).await.done(CREATED)["product"]["id"].clone());
    }
    assert_eq!(products[0], products[1]);
}

#[tokio::test]
async fn faults_of_the_form_are_named_and_customers_have_no_keys() {
    let shop = Shop::open();
    let (mia, anna) = (shop.merchant().await, shop.customer().await);
    shop.refuses_odd_bodies(Method::POST, "/api-keys", Some(&mia)).await;
    let reply = shop.post("/api-keys", Some(&mia), &json!({"scopes": ["weather:read"]})).await;
    assert_eq!(reply.refused(StatusCode::UNPROCESSABLE_ENTITY), "Name is required");
    let fields: Vec<&Value> =
        reply.body["errors"].as_array().unwrap().iter().map(|error| &error["field"]).collect();
    assert_eq!(fields, ["name", "scopes"]);
    let form = json!({"name": "Till", "scopes": ["orders:read"], "currentPassword": PASSWORD});
    shop.post("/api-keys", Some(&anna), &form).await.refused(StatusCode::FORBIDDEN);
    shop.post("/api-keys", None, &form).await.refused(GONE);
}
