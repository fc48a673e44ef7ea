//! Mail to people: what is written (`letters`), and how it is sent.
//!
//! Mail is sent by process managers alone, from events. A request never waits for it, and a rebuild never sends any.

mod claims;
mod folder;
pub mod letters;
#[cfg(test)]
mod memory;
mod smtp;

use std::collections::BTreeSet;

use async_trait::async_trait;
use uuid::Uuid;

use crate::domain::email::EmailAddress;

pub use claims::ClaimingMailer;
pub use folder::{FolderMailer, KeptMail, kept};
#[cfg(test)]
pub(crate) use memory::MemoryMailer;
pub use smtp::{SmtpMailer, SmtpSettings, UnusableSettings, sender};

/// A mail to one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// The address alone, without a name.
    pub to: String,
    /// Whom an answer goes to, if not to the sender: the address alone.
    pub reply_to: Option<String>,
    /// One line.
    pub subject: String,
    /// For those who read text.
    pub text: String,
    /// The same for those who read HTML.
    pub html: String,
    /// Ids of what it tells of, among them those of the people whom it is to or about.
    pub about: BTreeSet<Uuid>,
}

/// Why a mail was not sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// It may go another time.
    #[error("{0}")]
    Later(String),
    /// Nobody knows whether it went: the server has not answered, and may have taken it.
    #[error("{0}")]
    Unknown(String),
    /// The mail cannot be delivered, now or later: the address does not exist. Often a visitor has mistyped it.
    #[error("{0}")]
    NoMailbox(String),
    /// It will never go: the server does not want this mail.
    #[error("{0}")]
    Never(String),
}

/// Sends mail.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Sends a mail. The id follows from the event that is told and from the recipient, so a step that is repeated sends
    /// the same mail under the same id. [`ClaimingMailer`] sends each id once.
    ///
    /// # Errors
    /// See [`MailError`].
    async fn send(&self, id: Uuid, mail: &Mail) -> Result<(), MailError>;

    /// Waits until no mail is being sent. Nothing may be sent afterwards.
    async fn finish(&self) {}

    /// Deletes what is kept of mail to or about a person, or with one of these addresses. Mail that has gone out is
    /// beyond our reach, so a mailer that keeps nothing has nothing to do. Repeating it is harmless.
    ///
    /// # Errors
    /// See [`MailError`].
    async fn forget(&self, _person: Uuid, _addresses: &[EmailAddress]) -> Result<(), MailError> {
        Ok(())
    }
}
