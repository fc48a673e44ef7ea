//! The events of an account's API keys: `apikey-<account id>`.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    envelope::Role,
    ids::{AccountId, ApiKeyId},
    personal::Personal,
};

/// An event of an account's API keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ApiKeyEvent {
    /// The account got a key with which programs act in its name.
    ApiKeyCreated {
        /// The account in whose name the key acts.
        account_id: AccountId,
        /// The account's role, in which the key acts.
        role: Role,
        /// The key's id.
        key_id: ApiKeyId,
        /// What its owner calls it.
        name: Personal<String>,
        /// The names of the scopes that it has; see [`crate::Scope`].
        scopes: Vec<String>,
        /// The SHA-256 of the token, in hexadecimal. The token itself is not stored. It has 256 random bits, so nobody
        /// can guess it from its hash.
        hash: String,
    },
    /// A key stopped working for good.
    ApiKeyRevoked {
        /// The account that has the key.
        account_id: AccountId,
        /// The key.
        key_id: ApiKeyId,
    },
}

impl Event for ApiKeyEvent {
    const CATEGORY: &'static str = "apikey";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
