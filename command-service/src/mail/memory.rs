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
pub(crate) struct MemoryMailer(Mutex<Post>);

#[derive(Debug, Default)]
struct Post {
    ids: BTreeSet<Uuid>,
    sent: Vec<Mail>,
    failure: Option<MailError>,
}

impl MemoryMailer {
    /// All sent mail, the oldest first.
    pub(crate) fn sent(&self) -> Vec<Mail> {
        self.post().sent.clone()
    }

    /// Makes every further mail fail like this; `None` ends that.
    pub(crate) fn fail(&self, failure: Option<MailError>) {
        self.post().failure = failure;
    }

    fn post(&self) -> MutexGuard<'_, Post> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Mailer for MemoryMailer {
    async fn send(&self, id: Uuid, mail: &Mail) -> Result<(), MailError> {
        let mut post = self.post();
        if let Some(failure) = &post.failure {
            return Err(failure.clone());
        }
        if post.ids.insert(id) {
            post.sent.push(mail.clone());
        }
        Ok(())
    }

    async fn forget(&self, person: Uuid, _addresses: &[EmailAddress]) -> Result<(), MailError> {
        self.post().sent.retain(|mail| !mail.about.contains(&person));
        Ok(())
    }
}
