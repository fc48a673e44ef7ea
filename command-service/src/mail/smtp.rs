//! A mailer that sends mail by SMTP.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use lettre::{
    Address, AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Mailbox, MultiPart,
        header::{HeaderName, HeaderValue},
    },
    transport::smtp::{self, response::Category, response::Severity},
};
use service_kit::Clock;
use tokio::time::timeout;
use uuid::Uuid;

use super::{Mail, MailError, Mailer};

/// The mail server and the sender.
#[derive(Clone, Debug)]
pub struct SmtpSettings {
    /// `smtp://user:password@host:port?tls=required` (STARTTLS), `smtps://…` (TLS from the start), or `smtp://host`
    /// without either.
    pub url: String,
    /// The sender: `Greenstall <no-reply@example.com>`.
    pub from: String,
    /// Time limit for sending one mail.
    pub time_limit: Duration,
}

/// Invalid settings.
#[derive(Debug, thiserror::Error)]
pub enum UnusableSettings {
    /// Not the address of a server.
    #[error("mail.smtp_url is not the address of a mail server: {0}")]
    Server(smtp::Error),
    /// Not the address of a sender.
    #[error("mail.from is not an address such as `Greenstall <no-reply@example.com>`: {0}")]
    From(lettre::address::AddressError),
}

/// Parses the sender. It is checked even without a mail server, so that it is valid when a server is added later.
///
/// # Errors
/// The text is not the address of a sender.
pub fn sender(from: &str) -> Result<Mailbox, UnusableSettings> {
    from.parse().map_err(UnusableSettings::From)
}

/// Sends mail by SMTP. It does not remember sent mail; see [`super::ClaimingMailer`].
pub struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    time_limit: Duration,
    clock: Arc<dyn Clock>,
}

impl SmtpMailer {
    /// Creates the mailer without connecting.
    ///
    /// # Errors
    /// The settings are invalid.
    pub fn new(settings: &SmtpSettings, clock: Arc<dyn Clock>) -> Result<Self, UnusableSettings> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&settings.url)
            .map_err(UnusableSettings::Server)?
            .timeout(Some(settings.time_limit))
            .build();
        let from = sender(&settings.from)?;
        Ok(Self { transport, from, time_limit: settings.time_limit, clock })
    }

    fn message(&self, id: Uuid, mail: &Mail) -> Result<Message, MailError> {
        let unusable =
            |what: &dyn std::fmt::Display| MailError::Never(format!("the mail cannot be written: {what}"));
        let to: Address = mail.to.parse().map_err(|error| unusable(&error))?;
        // Prevents automatic replies such as holiday notices (RFC 3834).
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        let mut message = Message::builder().from(self.from.clone()).to(Mailbox::new(None, to));
        if let Some(reply_to) = &mail.reply_to {
            let reply_to = reply_to.parse().map_err(|error| unusable(&error))?;
            message = message.reply_to(Mailbox::new(None, reply_to));
        }
        message
            .subject(&mail.subject)
            .date(self.clock.now().into())
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())))
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
            .multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))
            .map_err(|error| unusable(&error))
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, id: Uuid, mail: &Mail) -> Result<(), MailError> {
        let message = self.message(id, mail)?;
        // The transport limits each command of the protocol; a server may be slow with every one of them.
        match timeout(self.time_limit, self.transport.send(message)).await {
            Err(_) => {
                Err(MailError::Unknown(format!("the mail server took longer than {:?}", self.time_limit)))
            }
            Ok(Err(error)) => Err(not_sent(&error, &mail.to)),
            Ok(Ok(_)) => Ok(()),
        }
    }
}

/// 55x concerns this mail: no such mailbox, too large, unwanted. Everything else, including a wrong password,
/// concerns the server or the connection and may be fixed.
fn not_sent(error: &smtp::Error, to: &str) -> MailError {
    let text = without_addresses(&with_causes(error), to);
    let about_this_mail = error.status().is_some_and(|code| {
        code.severity == Severity::PermanentNegativeCompletion && code.category == Category::MailSystem
    });
    if about_this_mail && has_no_mailbox(error) {
        MailError::NoMailbox(text)
    } else if about_this_mail {
        MailError::Never(text)
    } else if may_have_been_sent(error) {
        MailError::Unknown(text)
    } else {
        MailError::Later(text)
    }
}

/// Whether the server reports that the recipient's address does not exist: class 5, subject 1 of RFC 3463.
fn has_no_mailbox(error: &smtp::Error) -> bool {
    error.to_string().split_whitespace().any(|word| word.starts_with("5.1."))
}

/// Whether the connection failed during the dialogue, so that the server may have accepted the mail.
fn may_have_been_sent(error: &smtp::Error) -> bool {
    // Only this text of the library tells a connection that was never established from any other failure.
    let never_connected = error.to_string().starts_with("Connection error");
    let answered = error.status().is_some();
    !(never_connected || answered || error.is_client() || error.is_tls() || error.is_transport_shutdown())
}

fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text = format!("{text}: {inner_text}");
        }
        cause = inner.source();
    }
    text
}

/// The server's text without the recipient's address, in any spelling: the text is logged, and stored if the step is
/// parked.
fn without_addresses(text: &str, to: &str) -> String {
    let local = to.rsplit_once('@').map_or(to, |(local, _)| local);
    let is_part = |c: char| c.is_alphanumeric() || "@.!#$%&'*+-/=?^_`{|}~".contains(c);
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let name = rest[..word].trim_end_matches(['.', '?', '!', '\'']);
        let hidden = name.contains('@') || (!local.is_empty() && name.eq_ignore_ascii_case(local));
        masked.push_str(if hidden { "…" } else { &rest[..word] });
        let next = rest[word..].chars().next().map_or(0, char::len_utf8);
        masked.push_str(&rest[word..word + next]);
        rest = &rest[word + next..];
    }
    masked
}

#[cfg(test)]
mod tests;
