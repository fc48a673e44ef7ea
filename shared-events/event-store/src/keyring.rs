//! The keys of the people in the log. Deleting one erases its subject; see [`shared_events::personal`].

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use async_trait::async_trait;
use shared_events::personal::SubjectKey;
use uuid::Uuid;

/// The keys could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("the keys are not available: {0}")]
pub struct KeyringError(pub String);

/// Where the keyrings take new keys from.
pub type KeySource = Arc<dyn Fn() -> SubjectKey + Send + Sync>;

/// Keys from the operating system's randomness.
///
/// # Panics
/// The source panics when the operating system has no randomness to give: no key is better than a weak one.
pub fn os_random_keys() -> KeySource {
    Arc::new(|| {
        let mut key = [0; 32];
        getrandom::fill(&mut key).expect("the operating system gives randomness");
        SubjectKey(key)
    })
}

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
    async fn find_or_make(
        &self,
        subjects: &BTreeSet<Uuid>,
    ) -> Result<HashMap<Uuid, SubjectKey>, KeyringError>;

    /// Deletes a subject's key for good. Deleting twice is fine.
    ///
    /// # Errors
    /// When the keys are not reachable.
    async fn erase(&self, subject: Uuid) -> Result<(), KeyringError>;
}
