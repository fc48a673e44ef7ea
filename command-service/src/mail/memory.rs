//! Mail that stays in memory, for tests.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use uuid::Uuid;

use super::{Mail, MailError, Mailer};
use crate::domain::email::EmailAddress;

/// Keeps what is sent, and fails when it is told to.
#[derive(Debug, Default)]
pub(crate) struct MemoryMailer(Mutex<Post>);

#[derive(Debug, Default)]
struct Post {
    ids: BTreeSet<Uuid>,
    sent: Vec<Mail>,
    failure: Option<MailError>,
}

impl MemoryMailer {
    /// Everything that was sent, the oldest first.
    pub(crate) fn sent(&self) -> Vec<Mail> {
        self.post().sent.clone()
    }

    /// From now on every mail fails like this, or none does.
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
