//! The events of an account's password and sessions: `credential-<account id>`.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, ResetId, SessionId},
    personal::Personal,
};

/// An event of an account's password and sessions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum CredentialEvent {
    /// The account got its first or a new password.
    PasswordSet {
        /// The account.
        account_id: AccountId,
        /// The password's Argon2id hash as a PHC string.
        hash: Personal<String>,
    },
    /// A person requested a new password, and a link is to be mailed to the account's e-mail address. The log does not
    /// contain the link's secret, which is derived from these ids and a key of this installation.
    PasswordResetRequested {
        /// The account.
        account_id: AccountId,
        /// The id of the request for the link. A later request makes the link invalid.
        request_id: ResetId,
        /// When the link expires.
        expires_at: DateTime<Utc>,
    },
    /// All sessions of the account ended, with at most one exception.
    AllSessionsEnded {
        /// The account.
        account_id: AccountId,
        /// The session that stays open.
        except: Option<SessionId>,
    },
    /// A person logged in, at the time when sessions had no streams of their own.
    SessionStarted {
        /// The account.
        account_id: AccountId,
        /// The session's id, which its token contains.
        session_id: SessionId,
    },
}

impl Event for CredentialEvent {
    const CATEGORY: &'static str = "credential";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
