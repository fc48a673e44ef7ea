//! The events that concern all conversations of a person: `correspondence-<account id>`.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{codec::Event, ids::AccountId};

/// An event of a person's conversations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum CorrespondenceEvent {
    /// The person has read every message that comes before this event in the log.
    AllMessagesRead {
        /// The account.
        account_id: AccountId,
    },
}

impl Event for CorrespondenceEvent {
    const CATEGORY: &'static str = "correspondence";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
