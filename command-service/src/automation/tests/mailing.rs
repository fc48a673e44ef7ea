//! Tests of mail about events: its recipients, that it is sent once, and its failures.

use super::*;
use crate::http::testing::customer_form;
use crate::mail::{Mail, MailError};

/// Subjects of the mail to this address, the oldest first.
pub(super) fn subjects(market: &Market, to: &str) -> Vec<String> {
    market.shop.mailer.sent().into_iter().filter(|mail| mail.to == to).map(|mail| mail.subject).collect()
}

async fn mail_to(market: &Market, to: &str, beginning: &str) -> Mail {
    mail_where(market, to, |mail| mail.subject.starts_with(beginning)).await
}

/// The mail to support about the inquiry with this subject.
async fn mail_about(market: &Market, subject: &str) -> Mail {
    let line = format!("Subject: {subject}\n");
    mail_where(market, "support@shop.example", |mail| mail.text.contains(&line)).await
}

pub(super) async fn mail_where(market: &Market, to: &str, is_it: impl Fn(&Mail) -> bool) -> Mail {
    wait_for(&format!("mail to {to}"), async || {
        market.shop.mailer.sent().into_iter().find(|mail| mail.to == to && is_it(mail))
    })
    .await
}

#[tokio::test]
async fn a_purchase_is_mailed_once_and_past_events_never() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    // Merchants and products are approved and a whole purchase is made before the managers run: no mail is sent about
    // these events.
    let payment = paid(&market).await;
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    assert_eq!(market.shop.mailer.sent(), []);
    let beginning: i64 = sqlx::query_scalar("SELECT max(position) FROM automation.checkpoints")
        .fetch_one(&pool)
        .await
        .unwrap();

    let payment = paid(&market).await;
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
    let (order, merchant) = market.orders().await[2];
    let (seller, address) = match merchant.uuid() == market.mia.id {
        true => (&market.mia, "mia@example.com"),
        false => (&market.ben, "ben@example.com"),
    };
    let confirmed = json!({"status": "confirmed", "note": "Thank you!"});
    market.shop.put(&format!("/orders/{order}/status"), Some(seller), &confirmed).await.done(StatusCode::OK);
    idle(&market, &pool).await;
    // Each kind of mail has its own process manager, so the order of the two mails is not determined.
    let receipt =
        mail_where(&market, "anna@example.com", |mail| !mail.subject.ends_with("is confirmed")).await;
    assert!(receipt.text.contains("Total: $16.20"), "{}", receipt.text);
    assert!(receipt.html.contains("https://shop.example/dashboard/customer?tab=orders"));
    let anna = subjects(&market, "anna@example.com");
    assert_eq!(anna.len(), 2, "a receipt, and that it is confirmed: {anna:?}");
    assert!(anna.iter().any(|subject| subject.ends_with("is confirmed")), "{anna:?}");
    for merchant in ["mia@example.com", "ben@example.com"] {
        assert_eq!(subjects(&market, merchant).len(), 1, "one new order each");
    }
    assert!(subjects(&market, address)[0].starts_with("New order GS-"));
    process.end().await;

    // Reads everything again, as after a crash that lost the agenda.
    let before = market.shop.mailer.sent().len();
    sqlx::query("UPDATE automation.checkpoints SET position = $1 WHERE manager LIKE 'mail_%'")
        .bind(beginning)
        .execute(&pool)
        .await
        .unwrap();
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    assert_eq!(market.shop.mailer.sent().len(), before);
    process.end().await;
}

#[tokio::test]
async fn a_person_who_opted_out_gets_only_receipts() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let wanted = [("order_status".to_owned(), false)].into();
    let account_id = shared_events::ids::AccountId::new(market.anna.id);
    let chosen = shared_events::events::AccountEvent::EmailPreferencesChosen { account_id, wanted };
    let append = event_store::Append {
        id: market.anna.id,
        expected: event_store::ExpectedVersion::Any,
        events: vec![chosen],
    };
    market.shop.app.writer.log.append(&market.command(), append).await.unwrap();
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let payment = paid(&market).await;
    market.create_order(&market.anna, &payment.id).await.done(StatusCode::CREATED);
    cancel(&market, market.orders().await[0].0).await;
    mail_to(&market, "anna@example.com", "Refund for order GS-").await;
    idle(&market, &pool).await;
    let anna = subjects(&market, "anna@example.com");
    assert_eq!(anna.len(), 2, "the receipt and the refund: {anna:?}");
    process.end().await;
}

#[tokio::test]
async fn an_inquiry_is_mailed_to_support_with_the_author_as_reply_address() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    let form = json!({"name": "Eve", "email": "eve@example.com", "subject": "Hi", "message": "<b>Help</b>"});
    market.shop.post("/contact", None, &form).await.done_for_visitor(StatusCode::CREATED);
    let mail = mail_about(&market, "Hi").await;
    assert_eq!(mail.subject, "New message from the contact form");
    assert_eq!(mail.reply_to.as_deref(), Some("eve@example.com"));
    assert!(mail.html.contains("&lt;b&gt;Help&lt;/b&gt;"), "{}", mail.html);
    process.end().await;
}

#[tokio::test]
async fn mail_to_a_missing_mailbox_is_parked_only_for_the_shops_own_address() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    market.shop.mailer.fail(Some(MailError::NoMailbox("550 5.1.1 nobody".to_owned())));
    market.shop.sign_up(&customer_form("mistyped@example.com")).await;
    idle(&market, &pool).await;
    assert_eq!(crate::automation::parked(&pool).await.unwrap(), []);
    let form = json!({"name": "Eve", "email": "eve@example.com", "subject": "One", "message": "Help"});
    market.shop.post("/contact", None, &form).await.done_for_visitor(StatusCode::CREATED);
    let step =
        wait_for("a parked step", async || crate::automation::parked(&pool).await.unwrap().pop()).await;
    assert_eq!(step.manager, "mail_when_inquiry_received");
    process.end().await;
}

#[tokio::test]
async fn failed_mail_is_retried_and_refused_mail_is_parked() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    market.shop.mailer.fail(Some(MailError::Later("451 later".to_owned())));
    let form = json!({"name": "Eve", "email": "eve@example.com", "subject": "One", "message": "Help"});
    market.shop.post("/contact", None, &form).await.done_for_visitor(StatusCode::CREATED);
    let failing = "SELECT count(*) FROM automation.agenda WHERE failures > 0 AND parked_at IS NULL";
    wait_for("a failure", async || {
        let failing: i64 = sqlx::query_scalar(failing).fetch_one(&pool).await.unwrap();
        (failing == 1).then_some(())
    })
    .await;
    market.shop.mailer.fail(None);
    market.shop.clock.advance(TimeDelta::minutes(5));
    mail_about(&market, "One").await;

    market.shop.mailer.fail(Some(MailError::Never("550 nobody".to_owned())));
    let form = json!({"name": "Eve", "email": "eve@example.com", "subject": "Two", "message": "Help"});
    market.shop.post("/contact", None, &form).await.done_for_visitor(StatusCode::CREATED);
    let step =
        wait_for("a parked step", async || crate::automation::parked(&pool).await.unwrap().pop()).await;
    assert_eq!((step.manager.as_str(), step.failures), ("mail_when_inquiry_received", 1));
    assert!(step.error.contains("550 nobody"), "{}", step.error);
    // Other steps of this manager continue.
    market.shop.mailer.fail(None);
    let form = json!({"name": "Eve", "email": "eve@example.com", "subject": "Three", "message": "Help"});
    market.shop.post("/contact", None, &form).await.done_for_visitor(StatusCode::CREATED);
    mail_about(&market, "Three").await;
    // The parked step continues when an operator retries it.
    let now = market.shop.app.clock.now();
    assert!(crate::automation::retry_parked(&pool, &step.manager, step.subject, now).await.unwrap());
    mail_about(&market, "Two").await;
    process.end().await;
}

#[tokio::test]
async fn events_older_than_a_week_are_not_mailed() {
    let (_database, pool) = database().await;
    let market = Market::open().await;
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    process.end().await;
    let form = json!({"name": "Eve", "email": "eve@example.com", "subject": "Old", "message": "Help"});
    market.shop.post("/contact", None, &form).await.done_for_visitor(StatusCode::CREATED);
    market.shop.clock.advance(TimeDelta::days(8));
    let process = Process::start(&market.shop.app, &pool);
    idle(&market, &pool).await;
    assert_eq!(market.shop.mailer.sent(), []);
    process.end().await;
}
