//! Event histories of conversations for tests.

use histories::{Conversation, Product, product};
use shared_events::{
    Cents, Personal,
    events::{ConversationEvent, Standing},
    ids::{AccountId, ConversationId, ProductId},
};
use uuid::Uuid;

use super::{
    Correspondent, Side,
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

/// A person who is no admin.
pub(crate) fn person(account: AccountId) -> Correspondent {
    Correspondent { account, is_admin: false }
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

fn id_of(side: Side) -> AccountId {
    match side {
        Side::Customer => customer_id(),
        Side::Merchant => merchant_id(),
    }
}

/// The conversation with this [`standing`].
fn conversation(counts: (u32, u32, u32)) -> Conversation {
    let tomatoes =
        Product { id: product_id(), price: Cents(3_50), ..product(0).named("San Marzano Tomatoes") };
    Conversation { id: conversation_id(), product: tomatoes, standing: standing(counts) }
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
    conversation((0, 0, 0)).started(Personal::new(customer_id().uuid(), "Tomatoes".to_owned()))
}

pub(crate) fn sent(
    number: u32,
    side: Side,
    subject: Option<&str>,
    content: &str,
    after: (u32, u32, u32),
) -> ConversationEvent {
    let sender = id_of(side);
    let personal = |text: &str| Personal::new(sender.uuid(), text.to_owned());
    let (_, read_by_customer, read_by_merchant) = after;
    let mut conversation = conversation((number - 1, read_by_customer, read_by_merchant));
    let sent = conversation.message_about(sender, subject.map(personal), personal(content));
    assert_eq!(conversation.standing, standing(after));
    sent
}

pub(crate) fn read(side: Side, up_to: u32, after: (u32, u32, u32)) -> ConversationEvent {
    ConversationEvent::MessagesRead {
        conversation_id: conversation_id(),
        reader_id: id_of(side),
        up_to,
        standing: standing(after),
    }
}
