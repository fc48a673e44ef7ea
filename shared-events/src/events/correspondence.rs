//! The events that concern all conversations of a person: `correspondence-<account id>`.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, MessageId},
};

/// An event of a person's conversations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum CorrespondenceEvent {
    /// The person has read every message that comes before this event in the log.
    AllMessagesRead {
        /// The account.
        account_id: AccountId,
    },
    /// A letter will tell the person of an unread message. All messages with the same time are told in one letter.
    MessageLetterPlanned {
        /// The account of the recipient.
        account_id: AccountId,
        /// The message: the first unread one of its conversation.
        message_id: MessageId,
        /// The sender.
        sender_id: AccountId,
        /// When the letter is due: at once, or an hour after the one before.
        due_at: DateTime<Utc>,
    },
}

impl Event for CorrespondenceEvent {
    const CATEGORY: &'static str = "correspondence";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
