//! Mail: its contents (`letters`), and the mailers that send it.
//!
//! Only process managers send mail, because of events. So a request never waits for mail, and a rebuild never sends
//! any.

mod claims;
mod folder;
pub mod letters;
#[cfg(test)]
mod memory;
mod smtp;

use std::collections::BTreeSet;

use async_trait::async_trait;
use domain::email::EmailAddress;
use uuid::Uuid;

pub use claims::ClaimingMailer;
pub use folder::{FolderMailer, StoredMail, stored_mail};
#[cfg(test)]
pub(crate) use memory::MemoryMailer;
pub use smtp::{SmtpMailer, SmtpSettings, UnusableSettings, sender};

/// A mail to one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The recipient's address, without a name.
    pub to: String,
    /// Address for replies, if not the sender's, without a name.
    pub reply_to: Option<String>,
    /// Subject, one line.
    pub subject: String,
    /// The plain-text version.
    pub text: String,
    /// The HTML version.
    pub html: String,
    /// The ids of the people and subjects that it is about, including its recipient.
    pub about: BTreeSet<Uuid>,
}

/// Why a mail was not sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// A temporary failure: the mail may be sent later.
    #[error("{0}")]
    Later(String),
    /// The outcome is unknown: the server has not answered and may have accepted it.
    #[error("{0}")]
    Unknown(String),
    /// Permanently undeliverable, because the address does not exist. Often a visitor has mistyped it.
    #[error("{0}")]
    NoMailbox(String),
    /// Refused permanently: the server does not accept this mail.
    #[error("{0}")]
    Never(String),
}

impl MailError {
    /// What has become of the mail, in a word or two and without the server's text, which may name the recipient.
    const fn outcome(&self) -> &'static str {
        match self {
            Self::Later(_) => "later",
            Self::Unknown(_) => "unknown",
            Self::NoMailbox(_) => "no mailbox",
            Self::Never(_) => "refused",
        }
    }
}

#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends a mail. The id derives from the event and the recipient, so that a repeated step sends the same
    /// mail with the same id. [`ClaimingMailer`] sends each id once.
    async fn send(&self, id: Uuid, mail: &Mail) -> Result<(), MailError>;

    /// Waits until no mail is being sent. No mail may be sent afterwards.
    async fn finish(&self) {}

    /// Deletes stored mail to or about a person, or with one of these addresses. Sent mail cannot be recalled,
    /// so a mailer that stores nothing does nothing. Can be repeated.
    async fn forget(&self, _person: Uuid, _addresses: &[EmailAddress]) -> Result<(), MailError> {
        Ok(())
    }
}
