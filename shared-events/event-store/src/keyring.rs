//! The port for the encryption keys of personal data, one for each person. Deleting a key erases its subject; see
//! [`shared_events::personal`].

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use async_trait::async_trait;
use shared_events::personal::SubjectKey;
use uuid::Uuid;

/// Keys could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("the keys are not available: {0}")]
pub struct KeyringError(pub String);

/// A source of new keys for a keyring.
pub type KeySource = Arc<dyn Fn() -> SubjectKey + Send + Sync>;

/// A source of keys from the operating system's randomness.
///
/// # Panics
/// The source panics when the operating system cannot provide randomness: no key is better than a weak one.
pub fn os_random_keys() -> KeySource {
    Arc::new(|| {
        let mut key = [0; 32];
        getrandom::fill(&mut key).expect("the operating system gives randomness");
        SubjectKey(key)
    })
}

/// Keeps one key for each subject, outside of the log.
#[async_trait]
pub trait Keyring: Send + Sync {
    /// Returns the existing keys of these subjects.
    ///
    /// # Errors
    /// When the keys cannot be reached.
    async fn find(&self, subjects: &BTreeSet<Uuid>) -> Result<HashMap<Uuid, SubjectKey>, KeyringError>;

    /// Returns the keys of all these subjects, and creates the missing ones. An erased subject gets no new key, and is
    /// missing from the result.
    ///
    /// # Errors
    /// When the keys cannot be reached.
    async fn find_or_make(
        &self,
        subjects: &BTreeSet<Uuid>,
    ) -> Result<HashMap<Uuid, SubjectKey>, KeyringError>;

    /// Deletes a subject's key forever. Repeating it is safe.
    ///
    /// # Errors
    /// When the keys cannot be reached.
    async fn erase(&self, subject: Uuid) -> Result<(), KeyringError>;
}
