//! How an account proves who it is: `credential-<account id>`.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, SessionId},
    personal::Personal,
};

/// What happens to the password and the sessions of an account.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum CredentialEvent {
    /// The account has a (new) password.
    PasswordSet {
        /// Whose password.
        account_id: AccountId,
        /// Argon2id in PHC string form.
        hash: Personal<String>,
    },
    /// Somebody logged in.
    SessionStarted {
        /// Who.
        account_id: AccountId,
        /// Carried by the session's token.
        session_id: SessionId,
    },
}

impl Event for CredentialEvent {
    const CATEGORY: &'static str = "credential";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
