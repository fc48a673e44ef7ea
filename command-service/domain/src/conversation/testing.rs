//! Event histories of conversations for tests.

use shared_events::{
    Cents, Personal,
    events::{ConversationEvent, Standing},
    ids::{AccountId, ConversationId, MessageId, ProductId},
};
use uuid::Uuid;

use super::{
    Side,
    start_conversation::{StartConversation, conversation_of},
};

pub(crate) fn customer_id() -> AccountId {
    AccountId::new(Uuid::from_u128(0xe0))
}

pub(crate) fn merchant_id() -> AccountId {
    AccountId::new(Uuid::from_u128(0xa0))
}

pub(crate) fn stranger_id() -> AccountId {
    AccountId::new(Uuid::from_u128(0xf0))
}

pub(crate) fn product_id() -> ProductId {
    ProductId::new(Uuid::from_u128(0xb0))
}

pub(crate) fn conversation_id() -> ConversationId {
    conversation_of(customer_id(), merchant_id(), product_id())
}

/// Number of messages, the last one read by the customer, the last one read by the merchant.
fn standing((messages, read_by_customer, read_by_merchant): (u32, u32, u32)) -> Standing {
    Standing {
        customer_id: customer_id(),
        merchant_id: merchant_id(),
        messages,
        read_by_customer,
        read_by_merchant,
    }
}

pub(crate) fn start() -> StartConversation {
    StartConversation {
        customer_id: customer_id(),
        merchant_id: merchant_id(),
        product_id: product_id(),
        product_name: "San Marzano Tomatoes".to_owned(),
        product_price: Cents(3_50),
        subject: "Tomatoes".to_owned(),
        content: "Are they ripe?".to_owned(),
    }
}

pub(crate) fn started() -> ConversationEvent {
    ConversationEvent::ConversationStarted {
        conversation_id: conversation_id(),
        customer_id: customer_id(),
        merchant_id: merchant_id(),
        product_id: product_id(),
        product_name: "San Marzano Tomatoes".to_owned(),
        product_price: Cents(3_50),
        subject: Personal::new(customer_id().uuid(), "Tomatoes".to_owned()),
        standing: standing((0, 0, 0)),
    }
}

pub(crate) fn sent(
    number: u32,
    side: Side,
    subject: Option<&str>,
    content: &str,
    after: (u32, u32, u32),
) -> ConversationEvent {
    let (sender_id, recipient_id) = match side {
        Side::Customer => (customer_id(), merchant_id()),
        Side::Merchant => (merchant_id(), customer_id()),
    };
    ConversationEvent::MessageSent {
        conversation_id: conversation_id(),
        message_id: MessageId { conversation: conversation_id(), number },
        sender_id,
        recipient_id,
        subject: subject.map(|subject| Personal::new(sender_id.uuid(), subject.to_owned())),
        content: Personal::new(sender_id.uuid(), content.to_owned()),
        standing: standing(after),
    }
}

pub(crate) fn read(side: Side, up_to: u32, after: (u32, u32, u32)) -> ConversationEvent {
    let reader_id = match side {
        Side::Customer => customer_id(),
        Side::Merchant => merchant_id(),
    };
    ConversationEvent::MessagesRead {
        conversation_id: conversation_id(),
        reader_id,
        up_to,
        standing: standing(after),
    }
}
