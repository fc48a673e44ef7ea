//! The state of a password and its sessions, folded from its events, as far as decisions need it.

use chrono::{DateTime, Utc};
use shared_events::{
    events::CredentialEvent,
    ids::{ResetId, SessionId},
    personal::Personal,
};

use crate::Aggregate;

/// The credential aggregate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credential {
    /// Argon2id hash in PHC string form, once there is a password.
    pub hash: Option<Personal<String>>,
    /// The unused link that can set a new password.
    pub reset: Option<Reset>,
    /// How often all sessions were ended. Sessions of an older generation are invalid, except `survivor`.
    pub generation: u32,
    /// The session that stayed open when all sessions were last ended.
    pub survivor: Option<SessionId>,
}

/// An unused reset link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reset {
    /// Id that the link carries.
    pub request_id: ResetId,
    /// The link is void from this time on.
    pub expires_at: DateTime<Utc>,
}

impl Credential {
    /// The password's hash; `None` if there is none or it was erased.
    pub fn readable_hash(&self) -> Option<&String> {
        self.hash.as_ref().and_then(Personal::get)
    }

    /// Whether a session of this generation is still valid, as far as ending all sessions is concerned.
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
