//! The keys of the people in the log. Deleting one erases its subject; see [`shared_events::personal`].

use std::collections::{BTreeSet, HashMap};

use async_trait::async_trait;
use shared_events::personal::SubjectKey;
use uuid::Uuid;

/// The keys could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("the keys are not available: {0}")]
pub struct KeyringError(pub String);

/// Keeps one key per subject, apart from the log.
#[async_trait]
pub trait Keyring: Send + Sync {
    /// The keys that exist, of these subjects.
    ///
    /// # Errors
    /// When the keys are not reachable.
    async fn find(&self, subjects: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, SubjectKey>, KeyringError>;

    /// The keys of all these subjects; missing ones are made. A subject that was erased gets no new key: it is missing
    /// in the answer.
    ///
    /// # Errors
    /// When the keys are not reachable.
    async fn find_or_make(&self, subjects: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, SubjectKey>, KeyringError>;

    /// Deletes a subject's key for good. Deleting twice is fine.
    ///
    /// # Errors
    /// When the keys are not reachable.
    async fn erase(&self, subject: Uuid) -> Result<(), KeyringError>;
}
