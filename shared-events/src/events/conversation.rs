//! What a customer and a merchant write to each other about a product: `conversation-<conversation id>`. The id is
//! derived from the three, so that starting a second time continues the same conversation.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    ids::{AccountId, ConversationId, MessageId, ProductId},
    money::Cents,
    personal::Personal,
};

/// Where a conversation stands after an event. Each event carries it, so that the last one is all that a decision needs
/// to read, however long the conversation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The customer, who started it.
    pub customer_id: AccountId,
    /// The merchant of the product.
    pub merchant_id: AccountId,
    /// How many messages there are; they are numbered from 1.
    pub messages: u32,
    /// The number of the last message that the customer has read.
    pub read_by_customer: u32,
    /// The number of the last message that the merchant has read.
    pub read_by_merchant: u32,
}

/// What happens in a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum ConversationEvent {
    /// A customer turned to a merchant about a product. The first message follows.
    ConversationStarted {
        /// The conversation.
        conversation_id: ConversationId,
        /// The customer, who started it.
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
        /// Where the conversation stands after this.
        standing: Standing,
    },
    /// One of the two wrote to the other.
    MessageSent {
        /// The conversation.
        conversation_id: ConversationId,
        /// The message.
        message_id: MessageId,
        /// The sender.
        sender_id: AccountId,
        /// The recipient.
        recipient_id: AccountId,
        /// A new subject, when the customer starts the conversation again.
        subject: Option<Personal<String>>,
        /// The text.
        content: Personal<String>,
        /// Where the conversation stands after this.
        standing: Standing,
    },
    /// One of the two has read what the other wrote.
    MessagesRead {
        /// The conversation.
        conversation_id: ConversationId,
        /// The reader.
        reader_id: AccountId,
        /// The number of the last message that was read.
        up_to: u32,
        /// Where the conversation stands after this.
        standing: Standing,
    },
}

impl ConversationEvent {
    /// Where the conversation stands after this.
    pub const fn standing(&self) -> &Standing {
        match self {
            Self::ConversationStarted { standing, .. }
            | Self::MessageSent { standing, .. }
            | Self::MessagesRead { standing, .. } => standing,
        }
    }
}

impl Event for ConversationEvent {
    const CATEGORY: &'static str = "conversation";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
