//! What decisions about a password and its sessions need to know.

use chrono::{DateTime, Utc};
use shared_events::{
    events::CredentialEvent,
    ids::{ResetId, SessionId},
    personal::Personal,
};

use crate::domain::Aggregate;

/// The credential of an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credential {
    /// Argon2id in PHC string form, once there is a password.
    pub hash: Option<Personal<String>>,
    /// The link that can set a new password.
    pub reset: Option<Reset>,
    /// How often all sessions were ended. Sessions of an older generation have ended.
    pub generation: u32,
    /// The session that the last such event left out.
    pub survivor: Option<SessionId>,
}

/// A request for a new password that was not answered yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reset {
    /// What the link is for.
    pub request_id: ResetId,
    /// From this moment on the link does nothing.
    pub expires_at: DateTime<Utc>,
}

impl Credential {
    /// The password's hash, while there is one and its owner has not been erased.
    pub fn readable_hash(&self) -> Option<&String> {
        self.hash.as_ref().and_then(Personal::get)
    }

    /// Whether a session that was opened in this generation has not been ended with all others.
    pub fn admits(&self, session: SessionId, generation: u32) -> bool {
        generation == self.generation || self.survivor == Some(session)
    }
}

impl Aggregate for Credential {
    type Event = CredentialEvent;

    fn evolve(self, event: &CredentialEvent) -> Self {
        match event {
            CredentialEvent::PasswordSet { hash, .. } => {
                Self { hash: Some(hash.clone()), reset: None, ..self }
            }
            CredentialEvent::PasswordResetRequested { request_id, expires_at, .. } => {
                Self { reset: Some(Reset { request_id: *request_id, expires_at: *expires_at }), ..self }
            }
            CredentialEvent::AllSessionsEnded { except, .. } => {
                Self { generation: self.generation + 1, survivor: *except, ..self }
            }
            CredentialEvent::SessionStarted { .. } => self,
        }
    }
}
