//! Conversations, and the messages in them.

use shared_events::{
    Personal,
    events::{ConversationEvent, Standing},
    ids::{AccountId, ConversationId, MessageId},
};
use uuid::Uuid;

use crate::{Person, Product};

/// A customer's conversation with a merchant about a product. It counts its messages so far.
#[derive(Clone, Debug)]
pub struct Conversation {
    /// The conversation.
    pub id: ConversationId,
    /// The product that the conversation is about.
    pub product: Product,
    /// The participants, the messages so far, and how many of them each participant has read.
    pub standing: Standing,
}

/// The conversation with this number.
pub fn conversation_id(number: u128) -> ConversationId {
    ConversationId::new(Uuid::from_u128(0xCC00 + number))
}

impl Conversation {
    /// A conversation without messages.
    pub const fn new(id: ConversationId, customer: &Person, product: Product) -> Self {
        let standing = Standing {
            customer_id: customer.id,
            merchant_id: product.merchant_id,
            messages: 0,
            read_by_customer: 0,
            read_by_merchant: 0,
        };
        Self { id, product, standing }
    }

    /// The customer starts the conversation with this subject.
    pub fn started(&self, subject: Personal<String>) -> ConversationEvent {
        ConversationEvent::ConversationStarted {
            conversation_id: self.id,
            customer_id: self.standing.customer_id,
            merchant_id: self.standing.merchant_id,
            product_id: self.product.id,
            product_name: self.product.details.name.clone(),
            product_price: self.product.price,
            subject,
            standing: self.standing,
        }
    }

    /// A participant writes a message.
    pub fn message(&mut self, sender: AccountId, content: Personal<String>) -> ConversationEvent {
        self.message_about(sender, None, content)
    }

    /// A participant writes a message, perhaps with another subject.
    pub fn message_about(
        &mut self,
        sender: AccountId,
        subject: Option<Personal<String>>,
        content: Personal<String>,
    ) -> ConversationEvent {
        self.standing.messages += 1;
        let Standing { customer_id, merchant_id, messages, .. } = self.standing;
        ConversationEvent::MessageSent {
            conversation_id: self.id,
            message_id: MessageId { conversation: self.id, number: messages },
            sender_id: sender,
            recipient_id: if sender == customer_id { merchant_id } else { customer_id },
            subject,
            content,
            standing: self.standing,
        }
    }

    /// A participant reads all messages.
    pub fn read_by(&mut self, reader: AccountId) -> ConversationEvent {
        let standing = &mut self.standing;
        let read = if reader == standing.customer_id {
            &mut standing.read_by_customer
        } else {
            &mut standing.read_by_merchant
        };
        *read = standing.messages;
        ConversationEvent::MessagesRead {
            conversation_id: self.id,
            reader_id: reader,
            up_to: self.standing.messages,
            standing: self.standing,
        }
    }
}
