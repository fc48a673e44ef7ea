//! Tests of mail about accounts, and of mail caused by other people.

use axum::http::Method;
use serde_json::Value;
use shared_events::ids::{AccountId, ProductId};

use super::{
    mailing::{mail_where, subjects},
    *,
};
use crate::{
    http::testing::{PASSWORD, Person, customer_form, id_in},
    mail::Mail,
};

/// The path of the link in a mail.
fn path_in(text: &str) -> String {
    let line =
        text.lines().find(|line| line.starts_with("https://shop.example/") && line.contains("?token="));
    line.unwrap_or_else(|| panic!("no link in {text}")).replace("https://shop.example", "")
}

async fn use_link(market: &Market, text: &str) {
    let path = path_in(text);
    let token = path.strip_prefix("/verify-email?token=").unwrap_or_else(|| panic!("{path}"));
    market
        .shop
        .post("/auth/verify-email", None, &json!({"token": token}))
        .await
        .done_for_visitor(StatusCode::OK);
}

#[tokio::test]
async fn a_new_account_gets_a_link_and_an_old_address_gets_a_notice() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    assert_eq!(market.shop.mailer.sent(), [], "those who signed up before anything ran");

    let mut form = customer_form("cora@example.com");
    form["name"] = json!("Buy evil things");
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
    market.shop.post("/auth/forgot-password", None, &body).await.done_for_visitor(StatusCode::OK);
    let mail = mail_where(&market, "mia@example.com", |_| true).await;
    let path = path_in(&mail.text);
    let token = path.strip_prefix("/reset-password?token=").unwrap_or_else(|| panic!("{path}"));
    let body = json!({"token": token, "password": "Secret-2!"});
    market.shop.post("/auth/reset-password", None, &body).await.done_for_visitor(StatusCode::OK);
    idle(&market, &pool).await;
    assert_eq!(subjects(&market, "mia@example.com"), ["Choose a new password", "Your password was changed"]);
    process.end().await;
}

/// Creates an API key and a webhook of a merchant.
async fn create_programs(market: &Market, owner: &Person) {
    let key = json!({"name": "Till", "scopes": ["orders:read"], "currentPassword": PASSWORD});
    market.shop.post("/api-keys", Some(owner), &key).await.done(StatusCode::CREATED);
    let types = ["order.placed"];
    let hook = json!({"url": "https://till.example/hooks", "types": types, "currentPassword": PASSWORD});
    market.shop.post("/webhooks", Some(owner), &hook).await.done(StatusCode::CREATED);
}

/// Sets the password with the link that is mailed to this address.
async fn reset_by_mail(market: &Market, email: &str) {
    let body = json!({"email": email});
    market.shop.post("/auth/forgot-password", None, &body).await.done_for_visitor(StatusCode::OK);
    let is_link = |mail: &Mail| mail.subject == "Choose a new password";
    let path = path_in(&mail_where(market, email, is_link).await.text);
    let token = path.strip_prefix("/reset-password?token=").unwrap_or_else(|| panic!("{path}"));
    let body = json!({"token": token, "password": PASSWORD});
    market.shop.post("/auth/reset-password", None, &body).await.done_for_visitor(StatusCode::OK);
}

#[tokio::test]
async fn a_reset_of_an_admin_pauses_the_webhooks_of_the_shop() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    create_programs(&market, &market.admin).await;
    reset_by_mail(&market, "ada@example.com").await;
    let shop = AccountId::SHOP.uuid();
    assert_eq!(market.shop.history("webhook", shop).await, ["WebhookCreated", "WebhookPaused"]);
    process.end().await;
}

#[tokio::test]
async fn new_programs_are_mailed_and_a_reset_stops_them() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    create_programs(&market, &market.mia).await;
    let mail = mail_where(&market, "mia@example.com", |mail| mail.subject.starts_with("A new API key")).await;
    assert!(mail.text.contains("\"Till\"") && mail.text.contains("orders:read"), "{}", mail.text);
    let mail = mail_where(&market, "mia@example.com", |mail| mail.subject.starts_with("A new webhook")).await;
    assert!(mail.text.contains("order.placed") && !mail.text.contains("till.example"), "{}", mail.text);

    let body = json!({"currentPassword": PASSWORD, "newPassword": "Secret-2!"});
    market.shop.put("/auth/password", Some(&market.mia), &body).await.done(StatusCode::OK);
    let changed = |mail: &Mail| mail.subject == "Your password was changed";
    let mail = mail_where(&market, "mia@example.com", changed).await;
    assert!(mail.text.contains("your account still has 1 API key and 1 webhook"), "{}", mail.text);
    assert!(mail.text.contains("https://shop.example/settings?tab=security"), "{}", mail.text);

    reset_by_mail(&market, "mia@example.com").await;
    assert_eq!(market.shop.history("apikey", market.mia.id).await, ["ApiKeyCreated", "ApiKeyRevoked"]);
    assert_eq!(market.shop.history("webhook", market.mia.id).await, ["WebhookCreated", "WebhookPaused"]);
    let is_reset = |mail: &Mail| changed(mail) && mail.text.contains("All sessions have ended.");
    let mail = mail_where(&market, "mia@example.com", is_reset).await;
    assert!(mail.text.contains("All API keys of the account were revoked"), "{}", mail.text);
    process.end().await;
}

#[tokio::test]
async fn an_erasure_is_mailed_to_support_and_to_the_admin() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let body = json!({"reason": "Asked for by letter.", "currentPassword": PASSWORD});
    let path = format!("/admin/people/{}/erase", market.anna.id);
    market.shop.post(&path, Some(&market.admin), &body).await.done(StatusCode::OK);
    for to in ["support@shop.example", "ada@example.com"] {
        let mail = mail_where(&market, to, |mail| mail.subject == "A person was erased").await;
        assert!(mail.text.contains("ada@example.com") && !mail.text.contains("anna@"), "{}", mail.text);
    }
    process.end().await;
}

async fn write(market: &Market, who: &Person, conversation: &Value) {
    let body = json!({"conversationId": conversation, "content": "Buy!", "messageType": "text"});
    market.shop.post("/messages/send", Some(who), &body).await.done(StatusCode::CREATED);
}

/// Starts a conversation; returns its id.
async fn ask(market: &Market, who: &Person, merchant: &Person, product: ProductId) -> Value {
    let form = json!({"merchantId": merchant.id, "productId": product.to_string(), "subject": "A question",
        "initialMessage": "Buy!"});
    let reply = market.shop.post("/messages/start", Some(who), &form).await;
    reply.done(StatusCode::CREATED)["conversation"]["id"].clone()
}

#[tokio::test]
async fn strangers_cause_one_letter_an_hour_and_then_one_about_all_of_them() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let (anna, mia, ben) = (&market.anna, &market.mia, &market.ben);
    market.shop.verify_email(mia).await.done_for_visitor(StatusCode::OK);
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let beginning: i64 = sqlx::query_scalar("SELECT max(position) FROM automation.checkpoints")
        .fetch_one(&pool)
        .await
        .unwrap();
    ask(&market, anna, mia, market.tomatoes).await;
    idle(&market, &pool).await;
    assert_eq!(subjects(&market, "mia@example.com"), ["You have a new message"]);

    let about_kale = ask(&market, anna, mia, market.kale).await;
    write(&market, anna, &about_kale).await;
    ask(&market, ben, mia, market.tomatoes).await;
    wait_for("both conversations to be planned", async || {
        (market.shop.history("correspondence", mia.id).await.len() == 3).then_some(())
    })
    .await;
    process.die().await;
    let process = Process::start(&market.shop.app, &pool);
    wait_for("the letter to wait", async || (waiting(&pool).await == 1).then_some(())).await;
    assert_eq!(subjects(&market, "mia@example.com").len(), 1, "a restart sends nothing early");
    market.shop.clock.advance(TimeDelta::hours(1));
    idle(&market, &pool).await;
    let both = ["You have a new message", "You have 3 new messages"];
    assert_eq!(subjects(&market, "mia@example.com"), both);
    let digest = mail_where(&market, "mia@example.com", |mail| mail.subject.contains('3')).await;
    assert!(digest.text.contains("3 messages that you have not read yet, from "), "{}", digest.text);
    for person in [anna, ben, mia] {
        assert!(digest.about.contains(&person.id), "whoever is erased is erased from the letter");
    }
    process.end().await;

    // Reads everything again, as after a crash that lost the agenda.
    sqlx::query("UPDATE automation.checkpoints SET position = $1 WHERE manager LIKE 'mail_%'")
        .bind(beginning)
        .execute(&pool)
        .await
        .unwrap();
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    assert_eq!(subjects(&market, "mia@example.com"), both);
    process.end().await;

    // What was read in the meantime is not told.
    let process = Process::start(&market.shop.app, &pool);
    ask(&market, ben, mia, market.kale).await;
    wait_for("the conversation to be planned", async || {
        (market.shop.history("correspondence", mia.id).await.len() == 4).then_some(())
    })
    .await;
    market.shop.put("/messages/mark-all-read", Some(mia), &Value::Null).await.done(StatusCode::OK);
    market.shop.clock.advance(TimeDelta::hours(2));
    idle(&market, &pool).await;
    assert_eq!(subjects(&market, "mia@example.com"), both);
    process.end().await;
}

#[tokio::test]
async fn many_messages_cause_one_mail_and_none_to_an_unverified_address() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    market.shop.verify_email(&market.mia).await.done_for_visitor(StatusCode::OK);
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let (anna, mia, ben) = (&market.anna, &market.mia, &market.ben);
    let with_mia = ask(&market, anna, mia, market.tomatoes).await;
    for _ in 1..119 {
        write(&market, &market.anna, &with_mia).await;
    }
    let with_ben = ask(&market, anna, ben, market.eggs).await;
    idle(&market, &pool).await;
    assert_eq!(subjects(&market, "mia@example.com"), ["You have a new message"]);
    assert_eq!(subjects(&market, "ben@example.com"), [""; 0], "he has not verified his address");

    // A reply does not mark the messages before it as read, so the next message to its author causes no mail.
    market.shop.verify_email(&market.ben).await.done_for_visitor(StatusCode::OK);
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
    market.shop.clock.advance(TimeDelta::hours(1));
    idle(&market, &pool).await;
    assert_eq!(subjects(&market, "mia@example.com").len(), 2, "one more after she has read");
    assert_eq!(subjects(&market, "ben@example.com").len(), 1);
    process.end().await;
}

#[tokio::test]
async fn a_question_to_support_is_mailed_to_the_support_address_and_the_answer_to_its_author() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    market.shop.verify_email(&market.anna).await.done_for_visitor(StatusCode::OK);
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let form = json!({"subject": "Order GS-1", "initialMessage": "Where is it?"});
    let asked = market.shop.post("/messages/support", Some(&market.anna), &form).await;
    let conversation = asked.done(StatusCode::CREATED)["conversation"]["id"].clone();
    let question = mail_where(&market, "support@shop.example", |_| true).await;
    let text = "Anna Smith has sent you a message about Order GS-1:";
    assert!(question.text.contains(text) && question.text.contains("Where is it?"), "{}", question.text);

    write(&market, &market.admin, &conversation).await;
    let answer =
        mail_where(&market, "anna@example.com", |mail| mail.subject == "You have a new message").await;
    let text = "Greenstall Support has sent you a message about Order GS-1:";
    assert!(answer.text.contains(text), "{}", answer.text);
    assert_eq!(subjects(&market, "ada@example.com"), [""; 0], "admins read the support address");
    process.end().await;
}

async fn ask_support(market: &Market, who: &Person, subject: &str, text: &str) {
    let form = json!({"subject": subject, "initialMessage": text});
    market.shop.post("/messages/support", Some(who), &form).await.done(StatusCode::CREATED);
}

#[tokio::test]
async fn a_letter_to_support_is_about_the_question_that_it_quotes_and_its_author() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let (anna, ben) = (&market.anna, &market.ben);
    ask_support(&market, ben, "A refund", "When does it come?").await;
    mail_where(&market, "support@shop.example", |mail| mail.text.contains("about A refund:")).await;

    ask_support(&market, anna, "Order GS-1", "Where is it?").await;
    ask_support(&market, anna, "Order GS-2", "And this one?").await;
    wait_for("the letter about Anna's question to be planned", async || {
        (market.shop.history("correspondence", AccountId::SHOP.uuid()).await.len() == 2).then_some(())
    })
    .await;
    market.shop.clock.advance(TimeDelta::hours(1));
    let letter = mail_where(&market, "support@shop.example", |mail| mail.text.contains("Where is it?")).await;
    assert!(letter.text.contains("a message about Order GS-1:"), "{}", letter.text);
    assert!(letter.about.contains(&anna.id), "{:?}", letter.about);
    assert!(!letter.about.contains(&ben.id), "it is kept when Ben is erased: {:?}", letter.about);
    process.end().await;
}
