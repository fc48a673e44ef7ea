//! Tests of verifying and changing e-mail addresses over HTTP, including the refusals.

use std::net::SocketAddr;

use axum::{
    extract::ConnectInfo,
    http::{Method, StatusCode},
};
use chrono::TimeDelta;
use serde_json::{Value, json};
use service_kit::token::ResetLink;
use shared_events::{
    events::CredentialEvent,
    ids::{AccountId, ResetId},
};
use uuid::Uuid;

use crate::http::testing::*;

const OK: StatusCode = StatusCode::OK;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
const CONFLICT: StatusCode = StatusCode::CONFLICT;
const TOO_MANY: StatusCode = StatusCode::TOO_MANY_REQUESTS;
const VOID: &str = "This verification link is invalid or has expired. Please request a new one.";
const USED: &str = "This verification link has already been used. Your email address is verified.";
const TAKEN: &str = "An account with this email already exists";

async fn log_in(shop: &Shop, email: &str) -> Reply {
    shop.post("/auth/login", None, &json!({"email": email, "password": PASSWORD})).await
}

async fn change(shop: &Shop, who: &Person, email: &str) -> Reply {
    let body = json!({"email": email, "currentPassword": PASSWORD});
    shop.put("/users/profile", Some(who), &body).await
}

async fn use_token(shop: &Shop, token: &str) -> Reply {
    shop.post("/auth/verify-email", None, &json!({"token": token})).await
}

async fn resend(shop: &Shop, who: &Person) -> Reply {
    shop.call(Method::POST, "/auth/verify-email/resend", Some(who), &Value::Null).await
}

/// The person's address, whether it is verified, and the pending address.
async fn addresses(shop: &Shop, who: &Person) -> Value {
    let user = shop.put("/users/profile", Some(who), &json!({})).await.body;
    json!([user["email"], user["emailVerified"], user["pendingEmail"]])
}

#[tokio::test]
async fn a_new_account_verifies_its_address_once_with_the_mailed_link() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    assert_eq!(shop.history("account", anna.id).await, ["AccountOpened", "EmailVerificationRequested"]);
    assert_eq!(addresses(&shop, &anna).await, json!(["anna@example.com", false, null]));
    log_in(&shop, "anna@example.com").await.done(OK);
    let first = shop.verification_token(&anna).await;
    resend(&shop, &anna).await.done(OK);
    assert_eq!(use_token(&shop, &first).await.refused(INVALID), VOID, "another was asked for since");
    let reply = shop.verify_email(&anna).await;
    assert_eq!(reply.done_for_visitor(OK)["message"], "Your email address is verified.");
    assert_eq!(addresses(&shop, &anna).await, json!(["anna@example.com", true, null]));
    assert_eq!(shop.verify_email(&anna).await.refused(CONFLICT), USED);
    assert_eq!(resend(&shop, &anna).await.refused(CONFLICT), "Your email address is already verified.");
    resend(&shop, &Person { id: anna.id, token: "x".to_owned() }).await.refused(StatusCode::UNAUTHORIZED);
    for odd in ["", "7", &first[1..], &first.to_uppercase()] {
        assert_eq!(use_token(&shop, odd).await.refused(INVALID), VOID);
    }
    shop.refuses_odd_bodies(Method::POST, "/auth/verify-email", None).await;
}

#[tokio::test]
async fn a_link_works_for_a_day() {
    let shop = Shop::open();
    let (anna, mia) = (shop.customer().await, shop.merchant().await);
    shop.clock.advance(TimeDelta::hours(24) - TimeDelta::milliseconds(1));
    shop.verify_email(&anna).await.done_for_visitor(OK);
    shop.clock.advance(TimeDelta::milliseconds(1));
    assert_eq!(shop.verify_email(&mia).await.refused(INVALID), VOID);
}

#[tokio::test]
async fn admins_made_by_operators_are_verified() {
    let shop = Shop::open();
    let ada = shop.admin().await;
    assert_eq!(addresses(&shop, &ada).await, json!(["ada@example.com", true, null]));
}

#[tokio::test]
async fn a_session_token_alone_cannot_take_over_an_account() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    let body = json!({"email": "eve@evil.example"});
    let reply = shop.put("/users/profile", Some(&anna), &body).await;
    assert_eq!(reply.refused(INVALID), "Current password is required");
    let body = json!({"email": "eve@evil.example", "currentPassword": "Wrong-1!"});
    let reply = shop.put("/users/profile", Some(&anna), &body).await;
    assert_eq!(reply.refused(INVALID), "Current password is incorrect");
    assert_eq!(addresses(&shop, &anna).await, json!(["anna@example.com", false, null]));
}

#[tokio::test]
async fn a_new_address_is_pending_until_its_link_is_used_and_frees_the_old_one() {
    let shop = Shop::open();
    let (anna, _) = (shop.customer().await, shop.merchant().await);
    shop.verify_email(&anna).await.done_for_visitor(OK);
    assert_eq!(change(&shop, &anna, "MIA@example.com").await.refused(CONFLICT), TAKEN);
    let reply = change(&shop, &anna, "Anna@Dale.example").await;
    assert_eq!((reply.status, &reply.body["pendingEmail"]), (OK, &json!("Anna@Dale.example")));
    assert_eq!(addresses(&shop, &anna).await, json!(["anna@example.com", true, "Anna@Dale.example"]));
    log_in(&shop, "anna@dale.example").await.refused(StatusCode::UNAUTHORIZED);
    log_in(&shop, "anna@example.com").await.done(OK);
    let reply = shop.post("/auth/signup", None, &customer_form("anna@example.com")).await;
    assert_eq!(reply.refused(CONFLICT), TAKEN);

    shop.verify_email(&anna).await.done_for_visitor(OK);
    assert_eq!(shop.verify_email(&anna).await.refused(CONFLICT), USED);
    assert_eq!(addresses(&shop, &anna).await, json!(["Anna@Dale.example", true, null]));
    log_in(&shop, "anna@dale.example").await.done(OK);
    log_in(&shop, "anna@example.com").await.refused(StatusCode::UNAUTHORIZED);
    shop.sign_up(&customer_form("anna@example.com")).await;
    // Another spelling of the person's own address.
    change(&shop, &anna, "anna@dale.example").await;
    shop.verify_email(&anna).await.done_for_visitor(OK);
    assert_eq!(addresses(&shop, &anna).await, json!(["anna@dale.example", true, null]));
    log_in(&shop, "ANNA@dale.example").await.done(OK);
}

#[tokio::test]
async fn the_current_address_withdraws_the_pending_one() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    change(&shop, &anna, "anna@dale.example").await;
    shop.put("/users/profile", Some(&anna), &json!({"email": "anna@example.com", "name": "Anna"})).await;
    assert_eq!(
        addresses(&shop, &anna).await[2],
        "anna@dale.example",
        "a form that repeats it changes nothing"
    );
    change(&shop, &anna, "anna@example.com").await;
    assert_eq!(addresses(&shop, &anna).await[2], Value::Null);
    assert_eq!(shop.verify_email(&anna).await.refused(INVALID), VOID);
}

#[tokio::test]
async fn the_first_of_two_accounts_to_verify_an_address_gets_it() {
    let shop = Shop::open();
    let (anna, mia) = (shop.customer().await, shop.merchant().await);
    change(&shop, &anna, "hill@example.com").await;
    change(&shop, &mia, "Hill@example.com").await;
    shop.verify_email(&mia).await.done_for_visitor(OK);
    assert_eq!(shop.verify_email(&anna).await.refused(CONFLICT), TAKEN);
    assert_eq!(addresses(&shop, &anna).await, json!(["anna@example.com", false, null]));
    assert_eq!(addresses(&shop, &mia).await, json!(["Hill@example.com", true, null]));
    assert_eq!(shop.verify_email(&anna).await.refused(INVALID), VOID);
}

/// The token of a reset link, mailed before the address ever changed.
async fn reset_token(shop: &Shop, person: &Person, email: &str) -> String {
    shop.post("/auth/forgot-password", None, &json!({"email": email})).await.done_for_visitor(OK);
    let promised = async || {
        let events = shop.app.writer.log.load::<CredentialEvent>(person.id).await.unwrap();
        events.into_iter().rev().find_map(|recorded| match recorded.event {
            CredentialEvent::PasswordResetRequested { request_id, .. } => Some(request_id),
            _ => None,
        })
    };
    let request: ResetId = test_support::wait_for("a link", promised).await;
    let account = AccountId::new(person.id);
    shop.app.tokens.reset_token(&ResetLink { account, request, email_changes: 0 })
}

#[tokio::test]
async fn a_changed_address_voids_open_reset_links() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    let token = reset_token(&shop, &anna, "anna@example.com").await;
    change(&shop, &anna, "anna@dale.example").await;
    shop.verify_email(&anna).await.done_for_visitor(OK);
    let body = json!({"token": token, "password": "Secret-2!"});
    let reply = shop.post("/auth/reset-password", None, &body).await;
    let void = "This reset link is invalid or has expired. Please request a new one.";
    assert_eq!(reply.refused(INVALID), void);
    log_in(&shop, "anna@dale.example").await.done(OK);
}

#[tokio::test]
async fn a_new_password_stops_an_address_change() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    change(&shop, &anna, "eve@evil.example").await;
    let link = shop.verification_token(&anna).await;
    let body = json!({"currentPassword": PASSWORD, "newPassword": "Secret-2!"});
    shop.put("/auth/password", Some(&anna), &body).await.done(OK);
    assert_eq!(addresses(&shop, &anna).await[2], Value::Null);
    assert_eq!(use_token(&shop, &link).await.refused(INVALID), VOID);

    let ben = shop.sign_up(&customer_form("ben@example.com")).await;
    change(&shop, &ben, "eve@evil.example").await;
    let link = shop.verification_token(&ben).await;
    let token = reset_token(&shop, &ben, "ben@example.com").await;
    let body = json!({"token": token, "password": "Secret-2!"});
    shop.post("/auth/reset-password", None, &body).await.done_for_visitor(OK);
    assert_eq!(use_token(&shop, &link).await.refused(INVALID), VOID);

    let cora = shop.sign_up(&customer_form("cora@example.com")).await;
    change(&shop, &cora, "eve@evil.example").await;
    shop.call(Method::DELETE, "/auth/sessions", Some(&cora), &Value::Null).await.done(OK);
    assert_eq!(addresses(&shop, &cora).await[2], Value::Null);
    assert_eq!(shop.verify_email(&cora).await.refused(INVALID), VOID);
}

#[tokio::test]
async fn links_of_erased_or_deactivated_accounts_are_void() {
    let shop = Shop::open();
    let (anna, mia, admin) = (shop.customer().await, shop.merchant().await, shop.admin().await);
    change(&shop, &anna, "anna@dale.example").await;
    shop.call(Method::DELETE, "/users/me", Some(&anna), &json!({"password": PASSWORD})).await.done(OK);
    assert_eq!(shop.verify_email(&anna).await.refused(INVALID), VOID);
    change(&shop, &mia, "mia@dale.example").await;
    let path = format!("/admin/users/{}", mia.id);
    shop.call(Method::DELETE, &path, Some(&admin), &json!({})).await.done(OK);
    assert_eq!(shop.verify_email(&mia).await.refused(INVALID), VOID);
    shop.put(&format!("{path}/reactivate"), Some(&admin), &json!({})).await.done(OK);
    assert_eq!(shop.verify_email(&mia).await.refused(INVALID), VOID, "they stay void");
    for email in ["anna@dale.example", "mia@dale.example"] {
        shop.sign_up(&customer_form(email)).await;
    }
}

#[tokio::test]
async fn an_address_gets_at_most_five_links_an_hour() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    for _ in 0..4 {
        resend(&shop, &anna).await.done(OK);
    }
    let reply = resend(&shop, &anna).await;
    let text = "Too many verification links were sent to this address. Please try again later.";
    assert_eq!((reply.refused(TOO_MANY), &reply.headers["retry-after"]), (text, &"3600".parse().unwrap()));

    // Accounts sign up with the address and are erased, again and again.
    for _ in 0..5 {
        let eve = shop.sign_up(&customer_form("outsider@example.com")).await;
        let forgotten = json!({"password": PASSWORD});
        shop.call(Method::DELETE, "/users/me", Some(&eve), &forgotten).await.done(OK);
    }
    let eve = shop.sign_up(&customer_form("outsider@example.com")).await;
    assert_eq!(shop.verify_email(&eve).await.refused(INVALID), VOID, "no other link is promised");
    assert_eq!(resend(&shop, &eve).await.refused(TOO_MANY), text);
    let forgotten = json!({"password": PASSWORD});
    shop.call(Method::DELETE, "/users/me", Some(&eve), &forgotten).await.done(OK);
    // Another account asks for the address.
    let reply = change(&shop, &anna, "outsider@example.com").await;
    let text = "You have tried to change your email address too often. Please try again later.";
    assert_eq!(reply.refused(TOO_MANY), text);
    shop.clock.advance(TimeDelta::hours(1));
    assert_eq!(change(&shop, &anna, "outsider@example.com").await.status, OK);
}

#[tokio::test]
async fn a_request_for_an_address_does_not_stop_its_owner_from_signing_up() {
    let shop = Shop::open();
    let (anna, mia) = (shop.customer().await, shop.merchant().await);
    for who in [&anna, &anna, &mia] {
        assert_eq!(change(&shop, who, "owner@example.com").await.status, OK);
    }
    let text = "You have tried to change your email address too often. Please try again later.";
    for who in [&anna, &mia] {
        assert_eq!(change(&shop, who, "owner@example.com").await.refused(TOO_MANY), text);
        resend(&shop, who).await.refused(TOO_MANY);
    }
    let owner = shop.sign_up(&customer_form("owner@example.com")).await;
    resend(&shop, &owner).await.done(OK);
    shop.verify_email(&owner).await.done_for_visitor(OK);
}

#[tokio::test]
async fn an_account_tries_at_most_ten_addresses_an_hour() {
    let shop = Shop::open();
    let (anna, _) = (shop.customer().await, shop.merchant().await);
    for _ in 0..10 {
        assert_eq!(change(&shop, &anna, "mia@example.com").await.refused(CONFLICT), TAKEN);
    }
    let reply = change(&shop, &anna, "mia@example.com").await;
    let text = "You have tried to change your email address too often. Please try again later.";
    assert_eq!((reply.refused(TOO_MANY), &reply.headers["retry-after"]), (text, &"3600".parse().unwrap()));
    let reply = shop.put("/users/profile", Some(&anna), &json!({"name": "Anna Hill"})).await;
    assert_eq!(
        (reply.status, &reply.body["name"]),
        (OK, &json!("Anna Hill")),
        "the rest can still be changed"
    );
}

#[tokio::test]
async fn a_change_repeated_with_its_key_is_done_once() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    change(&shop, &anna, "anna@dale.example").await;
    let token = shop.verification_token(&anna).await;
    let body = json!({"token": token}).to_string();
    let key = Uuid::from_u128(7).to_string();
    let send = async || {
        let mut request = request(Method::POST, "/auth/verify-email", None, "application/json", body.clone());
        request.headers_mut().insert("idempotency-key", key.parse().unwrap());
        // Idempotency keys of visitors belong to their network address.
        request.extensions_mut().insert(ConnectInfo::<SocketAddr>("192.0.2.7:1".parse().unwrap()));
        shop.send(request).await
    };
    assert_eq!(send().await.done_for_visitor(OK), send().await.done_for_visitor(OK));
    let history = shop.history("account", anna.id).await;
    assert_eq!(history.last().map(String::as_str), Some("EmailChanged"));
}

#[tokio::test]
async fn names_are_visible_and_not_the_shops_own() {
    let shop = Shop::open();
    let mia = shop.merchant().await;
    let unseen = "Name contains characters that cannot be shown";
    let house = "Name must not look like a name of Greenstall itself";
    for (name, text) in [
        ("Anna\u{202E}htimS", unseen),
        ("An\u{200B}na", unseen),
        ("Anna\u{7}", unseen),
        ("Anna\nSmith", unseen),
        ("Greenstall Support", house),
        ("Grееnstall", house),
    ] {
        let mut form = customer_form("anna@example.com");
        form["name"] = json!(name);
        assert_eq!(shop.post("/auth/signup", None, &form).await.refused(INVALID), text);
        let reply = shop.put("/users/profile", Some(&mia), &json!({"name": name})).await;
        assert_eq!(reply.refused(INVALID), text);
        let text = format!("Business n{}", &text[1..]);
        let mut form = merchant_form("ben@example.com");
        form["businessName"] = json!(name);
        assert_eq!(shop.post("/auth/signup", None, &form).await.refused(INVALID), text);
        let form = json!({"businessInfo": {"businessName": name}});
        assert_eq!(shop.put("/users/profile", Some(&mia), &form).await.refused(INVALID), text);
    }
    for field in ["name", "firstName", "lastName"] {
        let mut entry =
            json!({"firstName": "Anna", "lastName": "Smith", "address": "1 Hill Road", "zipCode": "05401"});
        entry[field] = json!("An\u{2066}na");
        let reply = shop.post("/users/addresses", Some(&mia), &entry).await;
        assert!(reply.refused(INVALID).ends_with("contains characters that cannot be shown"), "{field}");
    }
}

#[tokio::test]
async fn looking_at_a_link_says_what_it_would_verify_and_changes_nothing() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    let look = async |token: &str| shop.post("/auth/verify-email/look", None, &json!({"token": token})).await;
    let token = shop.verification_token(&anna).await;
    for _ in 0..2 {
        let looked = look(&token).await;
        let expected = json!({"success": true, "email": "anna@example.com", "isChange": false});
        assert_eq!((looked.status, &looked.body), (OK, &expected));
    }
    assert_eq!(addresses(&shop, &anna).await, json!(["anna@example.com", false, null]));
    use_token(&shop, &token).await.done_for_visitor(OK);
    assert_eq!(look(&token).await.refused(CONFLICT), USED);
    change(&shop, &anna, "anna@dale.example").await;
    let token = shop.verification_token(&anna).await;
    let looked = look(&token).await;
    assert_eq!(looked.body, json!({"success": true, "email": "anna@dale.example", "isChange": true}));
    assert_eq!(addresses(&shop, &anna).await, json!(["anna@example.com", true, "anna@dale.example"]));
    assert_eq!(look("nonsense").await.refused(INVALID), VOID);
}

#[tokio::test]
async fn a_domain_in_letters_and_in_ascii_is_one_account() {
    let shop = Shop::open();
    let anna = shop.sign_up(&customer_form("anna@b\u{FC}cher.example")).await;
    for email in ["anna@b\u{FC}cher.example", "anna@bu\u{308}cher.example", "ANNA@xn--bcher-kva.example"] {
        log_in(&shop, email).await.done(OK);
        let again = shop.post("/auth/signup", None, &customer_form(email)).await;
        assert_eq!(again.refused(CONFLICT), TAKEN, "{email}");
        shop.post("/auth/forgot-password", None, &json!({"email": email})).await.done_for_visitor(OK);
    }
    let requests = shop.history("credential", anna.id).await;
    assert_eq!(requests.iter().filter(|name| *name == "PasswordResetRequested").count(), 3);
}

#[tokio::test]
async fn a_password_is_the_same_in_both_spellings_of_its_accents() {
    let shop = Shop::open();
    let mut form = customer_form("anna@example.com");
    form["password"] = json!("Café#2026");
    form["confirmPassword"] = json!("Cafe\u{301}#2026");
    let anna = shop.sign_up(&form).await;
    let body = json!({"email": "anna@example.com", "password": "Cafe\u{301}#2026"});
    shop.post("/auth/login", None, &body).await.done(OK);
    let body = json!({"currentPassword": "Cafe\u{301}#2026", "newPassword": PASSWORD});
    shop.put("/auth/password", Some(&anna), &body).await.done(OK);
}
