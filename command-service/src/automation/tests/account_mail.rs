//! Tests of mail about accounts, and of mail caused by other people.

use axum::http::Method;
use serde_json::Value;

use super::{
    mailing::{mail_where, subjects},
    *,
};
use crate::http::testing::{PASSWORD, Person, customer_form, id_in};

/// The path of the link in a mail.
fn path_in(text: &str) -> String {
    let line =
        text.lines().find(|line| line.starts_with("https://shop.example/") && line.contains("?token="));
    line.unwrap_or_else(|| panic!("no link in {text}")).replace("https://shop.example", "")
}

async fn use_link(market: &Market, text: &str) {
    let path = path_in(text);
    let token = path.strip_prefix("/verify-email?token=").unwrap_or_else(|| panic!("{path}"));
    market.shop.post("/auth/verify-email", None, &json!({"token": token})).await.done(StatusCode::OK);
}

#[tokio::test]
async fn a_new_account_gets_a_link_and_an_old_address_gets_a_notice() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    assert_eq!(market.shop.mailer.sent(), [], "those who signed up before anything ran");

    let mut form = customer_form("cora@example.com");
    form["name"] = json!("Buy at evil.example");
    let cora = market.shop.sign_up(&form).await;
    let mail = mail_where(&market, "cora@example.com", |_| true).await;
    assert_eq!(mail.subject, "Verify your email address");
    assert!(mail.text.starts_with("Hello,\n"), "a stranger is told no names: {}", mail.text);
    assert!(!mail.text.contains("evil") && !mail.html.contains("evil"), "{}", mail.text);
    use_link(&market, &mail.text).await;

    let body = json!({"email": "cora@dale.example", "currentPassword": PASSWORD});
    assert_eq!(market.shop.put("/users/profile", Some(&cora), &body).await.status, StatusCode::OK);
    let link = mail_where(&market, "cora@dale.example", |_| true).await;
    assert!(!link.text.contains("evil"), "{}", link.text);
    idle(&market, &pool).await;
    assert_eq!(
        subjects(&market, "cora@example.com"),
        ["Verify your email address", "Your email address is about to change"]
    );
    let resend = |who: Person| {
        let shop = &market.shop;
        async move { shop.call(Method::POST, "/auth/verify-email/resend", Some(&who), &Value::Null).await }
    };
    resend(cora.clone()).await.done(StatusCode::OK);
    let link = mail_where(&market, "cora@dale.example", |mail| mail.text != link.text).await;
    use_link(&market, &link.text).await;
    idle(&market, &pool).await;
    let sent = subjects(&market, "cora@example.com");
    assert_eq!(sent[2..], ["Your email address was changed"], "another link is no other change");
    assert_eq!(subjects(&market, "cora@dale.example"), ["Verify your email address"; 2]);

    resend(cora.clone()).await.refused(StatusCode::CONFLICT);
    resend(market.anna.clone()).await.done(StatusCode::OK);
    let mail = mail_where(&market, "anna@example.com", |_| true).await;
    use_link(&market, &mail.text).await;
    process.end().await;
}

#[tokio::test]
async fn a_changed_password_is_mailed() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let body = json!({"currentPassword": PASSWORD, "newPassword": "Secret-2!"});
    market.shop.put("/auth/password", Some(&market.anna), &body).await.done(StatusCode::OK);
    idle(&market, &pool).await;
    assert_eq!(subjects(&market, "anna@example.com"), ["Your password was changed"]);

    let body = json!({"email": "mia@example.com"});
    market.shop.post("/auth/forgot-password", None, &body).await.done(StatusCode::OK);
    let mail = mail_where(&market, "mia@example.com", |_| true).await;
    let path = path_in(&mail.text);
    let token = path.strip_prefix("/reset-password?token=").unwrap_or_else(|| panic!("{path}"));
    let body = json!({"token": token, "password": "Secret-2!"});
    market.shop.post("/auth/reset-password", None, &body).await.done(StatusCode::OK);
    idle(&market, &pool).await;
    assert_eq!(subjects(&market, "mia@example.com"), ["Choose a new password", "Your password was changed"]);
    process.end().await;
}

async fn write(market: &Market, who: &Person, conversation: &Value) {
    let body = json!({"conversationId": conversation, "content": "Buy!", "messageType": "text"});
    market.shop.post("/messages/send", Some(who), &body).await.done(StatusCode::CREATED);
}

#[tokio::test]
async fn many_messages_cause_one_mail_and_none_to_an_unverified_address() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    market.shop.verify_email(&market.mia).await.done(StatusCode::OK);
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let ask = async |merchant: &Person, product: String, subject: &str| {
        let form = json!({"merchantId": merchant.id, "productId": product, "subject": subject,
            "initialMessage": "Buy!"});
        let reply = market.shop.post("/messages/start", Some(&market.anna), &form).await;
        reply.done(StatusCode::CREATED)["conversation"]["id"].clone()
    };
    let with_mia = ask(&market.mia, market.tomatoes.to_string(), "Buy at evil.example").await;
    for _ in 1..119 {
        write(&market, &market.anna, &with_mia).await;
    }
    let with_ben = ask(&market.ben, market.eggs.to_string(), "Eggs").await;
    idle(&market, &pool).await;
    assert_eq!(subjects(&market, "mia@example.com"), ["You have a new message"]);
    assert_eq!(subjects(&market, "ben@example.com"), [""; 0], "he has not verified his address");

    // A reply does not mark the messages before it as read, so the next message to its author causes no mail.
    market.shop.verify_email(&market.ben).await.done(StatusCode::OK);
    market.shop.clock.advance(TimeDelta::minutes(1));
    write(&market, &market.mia, &with_mia).await;
    write(&market, &market.anna, &with_mia).await;
    write(&market, &market.anna, &with_ben).await;
    idle(&market, &pool).await;
    assert_eq!(subjects(&market, "mia@example.com").len(), 1, "still unread");
    assert_eq!(subjects(&market, "anna@example.com"), [""; 0], "she has not verified hers");
    assert_eq!(subjects(&market, "ben@example.com"), [""; 0], "the first one waits for him");

    for (who, conversation) in [(&market.mia, &with_mia), (&market.ben, &with_ben)] {
        let path = format!("/messages/{}/read", id_in::<()>(conversation));
        market.shop.put(&path, Some(who), &Value::Null).await.done(StatusCode::OK);
        write(&market, &market.anna, conversation).await;
        write(&market, &market.anna, conversation).await;
    }
    idle(&market, &pool).await;
    assert_eq!(subjects(&market, "mia@example.com").len(), 2, "one more after she has read");
    assert_eq!(subjects(&market, "ben@example.com").len(), 1);
    process.end().await;
}
