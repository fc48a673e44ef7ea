//! A mailer that keeps mail in memory, for tests.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use domain::email::EmailAddress;
use uuid::Uuid;

use super::{Mail, MailError, Mailer};

/// Keeps sent mail, and fails on request.
#[derive(Debug, Default)]
pub(crate) struct MemoryMailer(Mutex<Outbox>);

#[derive(Debug, Default)]
struct Outbox {
    ids: BTreeSet<Uuid>,
    sent: Vec<Mail>,
    failure: Option<MailError>,
}

impl MemoryMailer {
    /// All sent mail, the oldest first.
    pub(crate) fn sent(&self) -> Vec<Mail> {
        self.outbox().sent.clone()
    }

    /// Makes every further mail fail with this error; `None` ends that.
    pub(crate) fn fail(&self, failure: Option<MailError>) {
        self.outbox().failure = failure;
    }

    fn outbox(&self) -> MutexGuard<'_, Outbox> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Mailer for MemoryMailer {
    async fn send(&self, id: Uuid, mail: &Mail) -> Result<(), MailError> {
        let mut outbox = self.outbox();
        if let Some(failure) = &outbox.failure {
            return Err(failure.clone());
        }
        if outbox.ids.insert(id) {
            outbox.sent.push(mail.clone());
        }
        Ok(())
    }

    async fn forget(&self, person: Uuid, _addresses: &[EmailAddress]) -> Result<(), MailError> {
        self.outbox().sent.retain(|mail| !mail.about.contains(&person));
        Ok(())
    }
}
