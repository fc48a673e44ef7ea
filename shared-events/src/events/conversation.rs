//! The events of a conversation between a customer and a merchant about a product, or between a person and the shop's
//! support: `conversation-<conversation id>`. The id is derived from customer, merchant and product, or from the person, so
//! that starting it again continues the same conversation.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, ConversationId, MessageId, ProductId},
    money::Cents,
    personal::Personal,
};

/// The state of a conversation after an event. Each event contains it, so that a decision needs to read only the last
/// event, however long the conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The customer, who started the conversation.
    pub customer_id: AccountId,
    /// The merchant of the product; [`AccountId::SHOP`] in a conversation with the shop's support.
    pub merchant_id: AccountId,
    /// The number of messages, which are numbered from 1.
    pub messages: u32,
    /// The number of the last message that the customer has read.
    pub read_by_customer: u32,
    /// The number of the last message that the merchant has read.
    pub read_by_merchant: u32,
}

/// An event of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ConversationEvent {
    /// A customer started a conversation with a merchant about a product. The first message follows.
    ConversationStarted {
        /// The conversation.
        conversation_id: ConversationId,
        /// The customer, who started the conversation.
        customer_id: AccountId,
        /// The merchant of the product.
        merchant_id: AccountId,
        /// The product.
        product_id: ProductId,
        /// The product's name at the time.
        product_name: String,
        /// The price of one unit at the time.
        product_price: Cents,
        /// The subject line.
        subject: Personal<String>,
        /// The state of the conversation after this event.
        standing: Standing,
    },
    /// A person started a conversation with the shop's support, which any admin answers as [`AccountId::SHOP`]. The first
    /// message follows.
    SupportConversationStarted {
        /// The conversation.
        conversation_id: ConversationId,
        /// The person who asks.
        customer_id: AccountId,
        /// The subject line.
        subject: Personal<String>,
        /// The state of the conversation after this event.
        standing: Standing,
    },
    /// One participant wrote a message to the other.
    MessageSent {
        /// The conversation.
        conversation_id: ConversationId,
        /// The id of the message.
        message_id: MessageId,
        /// The sender.
        sender_id: AccountId,
        /// The recipient.
        recipient_id: AccountId,
        /// The new subject, when the customer starts the conversation again.
        subject: Option<Personal<String>>,
        /// The text.
        content: Personal<String>,
        /// The state of the conversation after this event.
        standing: Standing,
    },
    /// One participant has read the messages of the other.
    MessagesRead {
        /// The conversation.
        conversation_id: ConversationId,
        /// The reader.
        reader_id: AccountId,
        /// The number of the last message that was read.
        up_to: u32,
        /// The state of the conversation after this event.
        standing: Standing,
    },
}

impl ConversationEvent {
    /// The state of the conversation after this event.
    pub const fn standing(&self) -> &Standing {
        match self {
            Self::ConversationStarted { standing, .. }
            | Self::SupportConversationStarted { standing, .. }
            | Self::MessageSent { standing, .. }
            | Self::MessagesRead { standing, .. } => standing,
        }
    }
}

impl Event for ConversationEvent {
    const CATEGORY: &'static str = "conversation";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
