//! Tests with a real mail server, aiosmtpd.

use std::{path::Path, time::Instant};

use chrono::DateTime;
use serde_json::Value;
use service_kit::{ManualClock, SeededIds};
use test_support::{PythonPart, TestDatabase};

use super::{super::ClaimingMailer, *};
use crate::automation::tests::database;

struct SmtpServer {
    server: PythonPart,
    mailer: ClaimingMailer,
    _database: TestDatabase,
}

impl SmtpServer {
    async fn open() -> Self {
        Self::open_with(Duration::from_secs(20)).await
    }

    async fn open_with(time_limit: Duration) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/mail/smtp/server.py");
        let server = PythonPart::start(script.to_str().unwrap(), &["{port}"]);
        let (database, pool) = database().await;
        let mailer = mailer(&format!("smtp://{}", server.address()), time_limit);
        let mailer = ClaimingMailer::new(Arc::new(mailer), pool, Arc::new(SeededIds::new(1)));
        Self { server, mailer, _database: database }
    }

    async fn send(&self, id: u128, to: &str) -> Result<(), MailError> {
        self.mailer.send(Uuid::from_u128(id), &mail(to)).await
    }

    fn received(&self) -> Vec<Value> {
        self.server.output().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn mailer(url: &str, time_limit: Duration) -> SmtpMailer {
    let from = "Greenstall <no-reply@greenstall.example>".to_owned();
    let clock = Arc::new(ManualClock::at(DateTime::from_timestamp(1_790_000_000, 0).unwrap()));
    SmtpMailer::new(&SmtpSettings { url: url.to_owned(), from, time_limit }, clock).unwrap()
}

fn mail(to: &str) -> Mail {
    Mail {
        to: to.to_owned(),
        reply_to: Some("support@greenstall.example".to_owned()),
        subject: "Your crème is on its way — 🥕".to_owned(),
        text: "Hello Anna,\n\ncrème & carrots.\n.\nend\n".to_owned(),
        html: "<p>crème &amp; carrots</p>".to_owned(),
        about: std::collections::BTreeSet::new(),
    }
}

#[test]
fn a_servers_text_is_kept_without_the_address() {
    for (reply, expected) in [
        (
            "permanent error (550): 5.1.1 <anna.smith@example.com>: Recipient address rejected",
            "permanent error (550): 5.1.1 <…>: Recipient address rejected",
        ),
        ("550 No such user: Anna.Smith", "550 No such user: …"),
        ("552 bounce+anna.smith=example.com@relay.example, too large", "552 …, too large"),
        ("connection refused: 127.0.0.1:25", "connection refused: 127.0.0.1:25"),
    ] {
        assert_eq!(without_addresses(reply, "anna.smith@example.com"), expected);
    }
}

#[tokio::test]
async fn a_mail_arrives_as_it_was_written_and_once() {
    let post = SmtpServer::open().await;
    post.send(7, "anna@example.com").await.unwrap();
    post.send(7, "anna@example.com").await.unwrap();
    let [received] = &post.received()[..] else { panic!("{:?}", post.received()) };
    assert_eq!(received["to"][0], "anna@example.com");
    let headers = &received["headers"];
    assert_eq!(headers["from"], "Greenstall <no-reply@greenstall.example>");
    assert_eq!(headers["to"], "anna@example.com");
    assert_eq!(headers["reply-to"], "support@greenstall.example");
    assert_eq!(headers["subject"], "Your crème is on its way — 🥕");
    assert_eq!(headers["message-id"], "<00000000-0000-0000-0000-000000000007@greenstall.example>");
    assert_eq!(headers["auto-submitted"], "auto-generated");
    assert_eq!(headers["date"], "Mon, 21 Sep 2026 14:13:20 +0000");
    let text = received["parts"]["text/plain"].as_str().unwrap();
    assert_eq!(text.replace("\r\n", "\n").trim_end(), "Hello Anna,\n\ncrème & carrots.\n.\nend");
    assert_eq!(received["parts"]["text/html"].as_str().unwrap().trim_end(), "<p>crème &amp; carrots</p>");
}

#[tokio::test]
async fn only_a_temporary_refusal_is_retried() {
    let post = SmtpServer::open().await;
    let refused = post.send(1, "greylisted@example.com").await;
    assert!(
        matches!(&refused, Err(MailError::Later(text)) if text.contains("Try again later")),
        "{refused:?}"
    );
    let refused = post.send(2, "never@example.com").await;
    assert!(
        matches!(&refused, Err(MailError::Never(text)) if text.contains("Not wanted here")),
        "{refused:?}"
    );
    let refused = post.send(3, "nobody@example.com").await;
    assert!(
        matches!(&refused, Err(MailError::NoMailbox(text)) if text.contains("No such mailbox")),
        "{refused:?}"
    );
    post.send(1, "greylisted@example.com").await.unwrap();
    assert_eq!(post.received().len(), 1);
}

#[tokio::test]
async fn a_broken_connection_leaves_the_outcome_unknown() {
    let post = SmtpServer::open().await;
    for number in 1..3 {
        let broken = post.send(number, "drop@example.com").await;
        assert!(matches!(broken, Err(MailError::Unknown(_))), "{broken:?}");
    }
    assert_eq!(post.received().len(), 0);
}

#[tokio::test]
async fn a_silent_server_is_given_up_in_time() {
    let post = SmtpServer::open_with(Duration::from_millis(300)).await;
    let began = Instant::now();
    let slow = post.send(1, "slow@example.com").await;
    assert!(matches!(slow, Err(MailError::Unknown(_))), "{slow:?}");
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[tokio::test]
async fn an_unreachable_server_is_a_temporary_failure() {
    let post = SmtpServer::open().await;
    let SmtpServer { server, mailer, _database } = post;
    drop(server);
    let sent = mailer.send(Uuid::nil(), &mail("anna@example.com")).await;
    assert!(matches!(sent, Err(MailError::Later(_))), "{sent:?}");
}

#[tokio::test]
async fn nothing_in_a_mail_becomes_a_header_or_another_recipient() {
    let post = SmtpServer::open().await;
    for to in [
        "anna@example.com\r\nRCPT TO:<eve@example.com>",
        "anna@example.com, eve@example.com",
        "anna",
        "a b@c.d",
    ] {
        let sent = post.send(1, to).await;
        assert!(matches!(sent, Err(MailError::Never(_))), "{to:?}: {sent:?}");
    }
    let injecting =
        Mail { subject: "Hello\r\nBcc: eve@example.com\n\nbody".to_owned(), ..mail("anna@example.com") };
    post.mailer.send(Uuid::from_u128(2), &injecting).await.unwrap();
    let [received] = &post.received()[..] else { panic!("{:?}", post.received()) };
    assert_eq!(received["to"].as_array().unwrap().len(), 1);
    assert_eq!(received["headers"].get("bcc"), None);
}

#[test]
fn invalid_settings_are_refused_by_name() {
    let refused = |settings: SmtpSettings| {
        let clock = Arc::new(ManualClock::at(DateTime::UNIX_EPOCH));
        SmtpMailer::new(&settings, clock).err().expect("refused").to_string()
    };
    let settings = |url: &str, from: &str| SmtpSettings {
        url: url.to_owned(),
        from: from.to_owned(),
        time_limit: Duration::from_secs(1),
    };
    assert!(refused(settings("mail.example.com", "a@b.example")).starts_with("mail.smtp_url"));
    assert!(refused(settings("ftp://mail.example.com", "a@b.example")).starts_with("mail.smtp_url"));
    assert!(refused(settings("smtp://mail.example.com", "nobody")).starts_with("mail.from"));
}
