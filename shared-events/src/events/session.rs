//! A session, from the log-in to the log-out: `session-<session id>`. Each has a stream of its own, so that a credential
//! does not grow with every log-in.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, SessionId},
};

/// What happens to a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum SessionEvent {
    /// Somebody logged in.
    SessionOpened {
        /// Who.
        account_id: AccountId,
        /// Carried by the session's token.
        session_id: SessionId,
        /// How often all sessions of the account had been ended when the password was looked at. A session of an older
        /// generation than its credential has ended, even if it was opened later.
        generation: u32,
    },
    /// Somebody logged out, or ended this session from another one.
    SessionEnded {
        /// Whose.
        account_id: AccountId,
        /// Which.
        session_id: SessionId,
    },
}

impl Event for SessionEvent {
    const CATEGORY: &'static str = "session";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
