//! Tests of API keys that read, over HTTP on views.

use std::sync::Arc;

use serde_json::json;
use service_kit::{SystemClock, api_keys, token::Tokens};
use shared_events::{Personal, events::ApiKeyEvent, ids::ApiKeyId};
use uuid::Uuid;

use crate::testing::{Answer, Goods, Market, Person};

const TILL: ApiKeyId = ApiKeyId::new(Uuid::from_u128(0x7111));

/// A token as the command service makes it. Queries know only its hash, so any secret will do.
fn new_token(owner: &Person, number: u8) -> String {
    Tokens::new(&[7; 32], Arc::new(SystemClock)).api_key(owner.id, &[number; 32])
}

/// Gives the person a key with these scopes; returns its token.
async fn key(market: &mut Market, owner: &Person, scopes: &[&str]) -> String {
    let token = new_token(owner, 1);
    let created = ApiKeyEvent::ApiKeyCreated {
        account_id: owner.id,
        role: owner.role,
        key_id: TILL,
        name: Personal::new(owner.id.uuid(), "Till".to_owned()),
        scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
        hash: api_keys::hash(&token),
    };
    market.append(owner.id.uuid(), owner.actor(), created).await;
    market.settled().await;
    token
}

async fn ask(market: &Market, token: &str, path: &str) -> Answer {
    market.settled().await;
    market.send(path, &[("Authorization", &format!("Bearer {token}"))]).await
}

#[tokio::test]
async fn a_key_reads_what_its_scopes_and_its_owners_role_permit() {
    let mut market = Market::open().await;
    let farm = market.merchant("Green Farm", "05401").await;
    market.product(&farm, Goods::default()).await;
    let token = key(&mut market, &farm, &["products:read", "weather:read"]).await;
    let mine = ask(&market, &token, "/products/my-products").await.ok();
    assert_eq!(mine["products"].as_array().unwrap().len(), 1);
    let refused = ask(&market, &token, "/orders/merchant").await;
    assert_eq!(refused.refusal(), (403, "This API key lacks the scope orders:read"));
    let refused = ask(&market, &token, "/api-keys").await;
    assert_eq!(refused.refusal(), (401, "API keys cannot make this call. Please log in."));
    ask(&market, &token, "/stream").await.refusal();
}

#[tokio::test]
async fn a_merchants_key_is_no_admins() {
    let mut market = Market::open().await;
    let (farm, root) = (market.merchant("Green Farm", "05401").await, market.admin().await);
    let token = key(&mut market, &farm, &["orders:read"]).await;
    ask(&market, &token, "/orders/merchant").await.ok();
    assert_eq!(ask(&market, &token, "/admin/orders").await.refusal().0, 403);
    let token = new_token(&root, 2);
    assert_eq!(ask(&market, &token, "/admin/orders").await.refusal(), (401, "This API key is not valid"));
}

#[tokio::test]
async fn a_key_works_until_it_is_revoked_or_its_owner_deactivated() {
    let mut market = Market::open().await;
    let farm = market.merchant("Green Farm", "05401").await;
    let token = key(&mut market, &farm, &["orders:read"]).await;
    market.deactivate(&farm).await;
    assert_eq!(ask(&market, &token, "/orders/merchant").await.refusal().0, 401);
    market.reactivate(&farm).await;
    ask(&market, &token, "/orders/merchant").await.ok();
    let revoked = ApiKeyEvent::ApiKeyRevoked { account_id: farm.id, key_id: TILL };
    market.append(farm.id.uuid(), farm.actor(), revoked).await;
    assert_eq!(ask(&market, &token, "/orders/merchant").await.refusal().0, 401);
}

#[tokio::test]
async fn the_owner_and_admins_see_the_keys_and_never_a_token() {
    let mut market = Market::open().await;
    let (farm, other) =
        (market.merchant("Green Farm", "05401").await, market.merchant("Hill", "05401").await);
    let (root, ada) = (market.admin().await, market.customer("Ada").await);
    let token = key(&mut market, &farm, &["orders:read"]).await;
    let list = market.get_as(&farm, "/api-keys").await.ok();
    let listed = &list["apiKeys"][0];
    assert_eq!(
        (&listed["id"], &listed["name"], &listed["scopes"]),
        (&json!(TILL), &json!("Till"), &json!(["orders:read"]))
    );
    assert!(!list.to_string().contains(&token[36..]));
    assert_eq!(market.get_as(&other, "/api-keys").await.ok(), json!({ "apiKeys": [] }));
    assert_eq!(market.get_as(&ada, "/api-keys").await.refusal().0, 403);
    let path = format!("/admin/users/{}/api-keys", farm.id);
    assert_eq!(market.get_as(&root, &path).await.ok(), list);
    assert_eq!(market.get_as(&farm, &path).await.refusal().0, 403);
}
