//! Tests of ended sessions, changed passwords and password resets over HTTP.

use axum::http::{HeaderValue, Method, StatusCode, header};
use chrono::TimeDelta;
use serde_json::{Value, json};
use service_kit::token::ResetLink;
use shared_events::{
    events::{Browser, CredentialEvent, SessionEvent, System, UserAgent},
    ids::{AccountId, ResetId},
};

use crate::http::testing::*;

const OK: StatusCode = StatusCode::OK;
const INVALID: StatusCode = StatusCode::UNPROCESSABLE_ENTITY;
const GONE: StatusCode = StatusCode::UNAUTHORIZED;
const LINK_IS_SENT: &str = "If an account with that email exists, we've sent you a password reset link.";

async fn log_in(shop: &Shop, email: &str, password: &str) -> Reply {
    shop.post("/auth/login", None, &json!({"email": email, "password": password})).await
}

/// Logs the same person in again, in another session.
async fn elsewhere(shop: &Shop, email: &str) -> Person {
    let reply = log_in(shop, email, PASSWORD).await;
    let answer = reply.done(OK);
    let id = answer["user"]["id"].as_str().unwrap().parse().unwrap();
    Person { id, token: answer["token"].as_str().unwrap().to_owned() }
}

fn session_of(shop: &Shop, person: &Person) -> String {
    shop.app.tokens.verify(&person.token).unwrap().sid.to_string()
}

/// Whether the person's token still works.
async fn works(shop: &Shop, person: &Person) -> bool {
    let reply = shop.put("/users/preferences", Some(person), &json!({"email": {}})).await;
    assert!(matches!(reply.status, StatusCode::OK | StatusCode::UNAUTHORIZED), "{reply:?}");
    reply.status == OK
}

#[tokio::test]
async fn a_session_names_the_browser_that_it_was_opened_with() {
    let shop = Shop::open();
    let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0";
    let login = json!({"email": "anna@example.com", "password": PASSWORD});
    for (path, form) in [("/auth/signup", customer_form("anna@example.com")), ("/auth/login", login)] {
        let mut request = request(Method::POST, path, None, "application/json", form.to_string());
        request.headers_mut().insert(header::USER_AGENT, HeaderValue::from_static(firefox));
        let reply = shop.send(request).await;
        let session = shop.app.tokens.verify(reply.body["token"].as_str().unwrap()).unwrap().sid;
        let events = shop.app.writer.log.load::<SessionEvent>(session.uuid()).await.unwrap();
        let expected = UserAgent { browser: Some(Browser::Firefox), system: Some(System::Linux) };
        let opened = events.iter().map(|recorded| &recorded.event).collect::<Vec<_>>();
        assert!(
            matches!(opened[..], [SessionEvent::SessionOpened { agent, .. }] if *agent == expected),
            "{path}"
        );
    }
}

#[tokio::test]
async fn logging_out_ends_the_session_at_once_and_no_other() {
    let shop = Shop::open();
    let here = shop.customer().await;
    let there = elsewhere(&shop, "anna@example.com").await;
    shop.post("/auth/logout", Some(&here), &Value::Null).await.done(OK);
    assert!(!works(&shop, &here).await && works(&shop, &there).await);
    shop.post("/auth/logout", Some(&here), &Value::Null).await.refused(GONE);
}

#[tokio::test]
async fn a_session_is_ended_from_another_of_the_same_account_only() {
    let shop = Shop::open();
    let (here, mia) = (shop.customer().await, shop.merchant().await);
    let there = elsewhere(&shop, "anna@example.com").await;
    let path = format!("/auth/sessions/{}", session_of(&shop, &there));
    let reply = shop.call(Method::DELETE, &path, Some(&mia), &Value::Null).await;
    assert_eq!(reply.refused(StatusCode::NOT_FOUND), "Session not found");
    assert!(works(&shop, &there).await);
    shop.call(Method::DELETE, &path, Some(&here), &Value::Null).await.done(OK);
    assert!(!works(&shop, &there).await && works(&shop, &here).await);
    let odd = shop.call(Method::DELETE, "/auth/sessions/7", Some(&here), &Value::Null).await;
    assert_eq!(odd.refused(StatusCode::NOT_FOUND), "Session not found");
}

#[tokio::test]
async fn all_other_sessions_are_ended_at_once() {
    let shop = Shop::open();
    let here = shop.customer().await;
    let there = elsewhere(&shop, "anna@example.com").await;
    shop.call(Method::DELETE, "/auth/sessions", Some(&there), &Value::Null).await.done(OK);
    assert!(!works(&shop, &here).await && works(&shop, &there).await);
    let later = elsewhere(&shop, "anna@example.com").await;
    shop.call(Method::DELETE, "/auth/sessions", Some(&later), &Value::Null).await.done(OK);
    assert!(!works(&shop, &there).await && works(&shop, &later).await);
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let shop = Shop::open();
    let here = shop.customer().await;
    let there = elsewhere(&shop, "anna@example.com").await;
    let change = |current: &str, new: &str| json!({"currentPassword": current, "newPassword": new});
    for (body, text) in [
        (json!({}), "Current password is required"),
        (change("wrong", "Secret-2!"), "Current password is incorrect"),
        (change(PASSWORD, "short"), "Password must be at least 8 characters long"),
    ] {
        assert_eq!(shop.put("/auth/password", Some(&here), &body).await.refused(INVALID), text);
    }
    shop.put("/auth/password", Some(&here), &change(PASSWORD, "Secret-2!")).await.done(OK);
    assert!(works(&shop, &here).await && !works(&shop, &there).await);
    log_in(&shop, "anna@example.com", PASSWORD).await.refused(GONE);
    log_in(&shop, "anna@example.com", "Secret-2!").await.done(OK);
    shop.refuses_odd_bodies(Method::PUT, "/auth/password", Some(&here)).await;
}

#[tokio::test]
async fn ten_wrong_passwords_block_a_change() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    let wrong = json!({"currentPassword": "wrong", "newPassword": "Secret-2!"});
    for _ in 0..10 {
        shop.put("/auth/password", Some(&anna), &wrong).await.refused(INVALID);
    }
    let reply = shop.put("/auth/password", Some(&anna), &wrong).await;
    assert_eq!(
        reply.refused(StatusCode::TOO_MANY_REQUESTS),
        "Too many failed attempts. Please try again later."
    );
    assert_eq!(reply.headers["retry-after"], "900");
}

/// The last reset link sent to the person.
async fn link(shop: &Shop, person: &Person) -> Option<String> {
    let events = shop.app.writer.log.load::<CredentialEvent>(person.id).await.unwrap();
    events.into_iter().rev().find_map(|recorded| match recorded.event {
        CredentialEvent::PasswordResetRequested { request_id, .. } => {
            let account = AccountId::new(person.id);
            Some(shop.app.tokens.reset_token(&ResetLink { account, request: request_id, email_changes: 0 }))
        }
        _ => None,
    })
}

async fn forgot(shop: &Shop, email: &str) {
    let reply = shop.post("/auth/forgot-password", None, &json!({"email": email})).await;
    assert_eq!(reply.done_for_visitor(OK)["message"], LINK_IS_SENT);
}

#[tokio::test]
async fn a_forgotten_password_is_reset_once_within_an_hour() {
    let shop = Shop::open();
    let anna = shop.customer().await;
    forgot(&shop, "ANNA@example.com").await;
    let token = test_support::wait_for("a link", async || link(&shop, &anna).await).await;
    let reset = |token: &str, password: &str| json!({"token": token, "password": password});
    let void = "This reset link is invalid or has expired. Please request a new one.";
    let reply = shop.post("/auth/reset-password", None, &reset(&token, "weak")).await;
    assert_eq!(reply.refused(INVALID), "Password must be at least 8 characters long");
    let (account, request) = (AccountId::new(anna.id), ResetId::new(anna.id));
    let strange = shop.app.tokens.reset_token(&ResetLink { account, request, email_changes: 0 });
    for other in ["", "7", strange.as_str()] {
        let reply = shop.post("/auth/reset-password", None, &reset(other, "Secret-2!")).await;
        assert_eq!(reply.refused(INVALID), void);
    }
    shop.post("/auth/reset-password", None, &reset(&token, "Secret-2!")).await.done_for_visitor(OK);
    assert!(!works(&shop, &anna).await, "every session ended");
    log_in(&shop, "anna@example.com", "Secret-2!").await.done(OK);
    let again = shop.post("/auth/reset-password", None, &reset(&token, "Secret-3!")).await;
    assert_eq!(again.refused(INVALID), void);

    forgot(&shop, "anna@example.com").await;
    let other = async || link(&shop, &anna).await.filter(|link| *link != token);
    let later = test_support::wait_for("another link", other).await;
    shop.clock.advance(TimeDelta::hours(1));
    let late = shop.post("/auth/reset-password", None, &reset(&later, "Secret-3!")).await;
    assert_eq!(late.refused(INVALID), void);
}

#[tokio::test]
async fn a_reset_does_not_reveal_whether_an_account_exists() {
    let shop = Shop::open();
    shop.customer().await;
    for email in ["anna@example.com", "ben@example.com", "no address"] {
        forgot(&shop, email).await;
    }
    let reply = shop.post("/auth/forgot-password", None, &json!({"email": " "})).await;
    assert_eq!(reply.refused(INVALID), "Email is required");
}

#[tokio::test]
async fn deactivation_ends_sessions_at_once_and_reactivation_needs_a_new_log_in() {
    let shop = Shop::open();
    let (anna, admin) = (shop.customer().await, shop.admin().await);
    let path = format!("/admin/users/{}", anna.id);
    let note = json!({"reason": "Asked by phone"});
    shop.call(Method::DELETE, &path, Some(&admin), &note).await.done(OK);
    assert!(!works(&shop, &anna).await);
    let reply = log_in(&shop, "anna@example.com", PASSWORD).await;
    assert_eq!(
        reply.refused(StatusCode::FORBIDDEN),
        "This account has been deactivated. Please contact support."
    );
    log_in(&shop, "anna@example.com", "wrong").await.refused(GONE);
    shop.put(&format!("{path}/reactivate"), Some(&admin), &json!({})).await.done(OK);
    assert!(!works(&shop, &anna).await, "tokens from before stay dead");
    let again = elsewhere(&shop, "anna@example.com").await;
    assert!(works(&shop, &again).await);
    let history = shop.history("account", anna.id).await;
    assert_eq!(history[2..], ["AccountDeactivated", "AccountReactivated"]);
}
