//! The claim to an e-mail address, which makes the address unique: `email-<fingerprint of the address>`.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::AccountId};

/// An event of an e-mail address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum EmailEvent {
    /// An account claimed the address. A later claim replaces one whose account never got the address.
    EmailClaimed {
        /// The account.
        account_id: AccountId,
    },
    /// The address is free again, because its account was erased or has another address.
    EmailReleased {
        /// The account.
        account_id: AccountId,
    },
}

impl Event for EmailEvent {
    const CATEGORY: &'static str = "email";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
