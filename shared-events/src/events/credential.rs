//! How an account proves who it is: `credential-<account id>`.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, ResetId, SessionId},
    personal::Personal,
};

/// What happens to the password and the sessions of an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum CredentialEvent {
    /// The account has a (new) password.
    PasswordSet {
        /// The account.
        account_id: AccountId,
        /// Argon2id in PHC string form.
        hash: Personal<String>,
    },
    /// A person requested a new password: a link was promised to the account's e-mail address. The link's secret is not
    /// in the log; it is made from these ids and a key of this installation.
    PasswordResetRequested {
        /// The account.
        account_id: AccountId,
        /// Identifies the request behind the link. A later request makes it void.
        request_id: ResetId,
        /// When the link expires.
        expires_at: DateTime<Utc>,
    },
    /// Every session of the account ended, with one exception.
    AllSessionsEnded {
        /// The account.
        account_id: AccountId,
        /// The session that stays open.
        except: Option<SessionId>,
    },
    /// A log-in from the time when sessions had no streams of their own.
    SessionStarted {
        /// The account.
        account_id: AccountId,
        /// Carried by the session's token.
        session_id: SessionId,
    },
}

impl Event for CredentialEvent {
    const CATEGORY: &'static str = "credential";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
