//! The claim that makes an e-mail address unique: `email-<fingerprint of the address>`.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::AccountId};

/// What happens to an e-mail address.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum EmailEvent {
    /// The address belongs to this account. A later claim replaces one whose account never got the address.
    EmailClaimed {
        /// The account.
        account_id: AccountId,
    },
    /// The account was erased or has another address: this one is free again.
    EmailReleased {
        /// The account.
        account_id: AccountId,
    },
}

impl Event for EmailEvent {
    const CATEGORY: &'static str = "email";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
