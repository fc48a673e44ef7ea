//! What decisions about a password and its sessions need to know.

use shared_events::{events::CredentialEvent, personal::Personal};

use crate::domain::Aggregate;

/// The credential of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credential {
    /// Argon2id in PHC string form, once there is a password.
    pub hash: Option<Personal<String>>,
}

impl Credential {
    /// The password's hash, while there is one and its owner has not been erased.
    pub fn readable_hash(&self) -> Option<&String> {
        self.hash.as_ref().and_then(Personal::get)
    }
}

impl Aggregate for Credential {
    type Event = CredentialEvent;

    fn evolve(self, event: &CredentialEvent) -> Self {
        match event {
            CredentialEvent::PasswordSet { hash, .. } => Self { hash: Some(hash.clone()) },
            CredentialEvent::SessionStarted { .. } => self,
        }
    }
}
