//! Folds events into changes to the tables.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shared_events::{
    Event, Position, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, CorrespondenceEvent, Standing},
};
use uuid::Uuid;

use crate::{
    engine::ApplyError,
    views::decode::{known, read},
};

/// A folded batch.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) conversations: ConversationChanges,
    pub(super) readers: HashMap<Uuid, Position>,
    pub(super) erased: Vec<Uuid>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Changes, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            ConversationEvent::CATEGORY => changes.conversations.fold(recorded, read(recorded)?),
            CorrespondenceEvent::CATEGORY => match read(recorded)? {
                CorrespondenceEvent::AllMessagesRead { account_id } => {
                    changes.readers.insert(account_id.uuid(), recorded.position);
                }
                CorrespondenceEvent::MessageLetterPlanned { .. } => {}
            },
            AccountEvent::CATEGORY => {
                if let AccountEvent::AccountErased { account_id } = read(recorded)? {
                    changes.erased.push(account_id.uuid());
                }
            }
            _ => {}
        }
    }
    Ok(changes)
}

/// A conversation that this batch started.
pub(super) struct Started {
    pub(super) customer_id: Uuid,
    pub(super) merchant_id: Uuid,
    /// The product that it is about; `None` in a conversation with the shop's support.
    pub(super) product: Option<Product>,
    pub(super) at: DateTime<Utc>,
}

pub(super) struct Product {
    pub(super) id: Uuid,
    pub(super) name: String,
    pub(super) price: i64,
}

/// A batch's changes to one conversation.
pub(super) struct Change {
    pub(super) started: Option<Started>,
    /// The new subject, if the batch has one; `Some(None)` when its customer was erased.
    pub(super) subject: Option<Option<String>>,
    pub(super) standing: Standing,
    pub(super) answered: bool,
    pub(super) last_message: Option<DateTime<Utc>>,
}

pub(super) struct Message {
    pub(super) conversation_id: Uuid,
    pub(super) number: u32,
    pub(super) position: Position,
    pub(super) sender_id: Uuid,
    pub(super) recipient_id: Uuid,
    pub(super) content: Option<String>,
    pub(super) starts: bool,
    pub(super) at: DateTime<Utc>,
}

/// A batch's changes to all conversations.
#[derive(Default)]
pub(super) struct ConversationChanges {
    pub(super) conversations: HashMap<Uuid, Change>,
    pub(super) messages: Vec<Message>,
}

impl ConversationChanges {
    fn fold(&mut self, recorded: &Recorded<RawEvent>, event: ConversationEvent) {
        let standing = *event.standing();
        let new = Change { started: None, subject: None, standing, answered: false, last_message: None };
        let change = self.conversations.entry(recorded.stream.id).or_insert(new);
        change.standing = standing;
        match event {
            ConversationEvent::ConversationStarted {
                conversation_id: _,
                customer_id,
                merchant_id,
                product_id,
                product_name,
                product_price,
                subject,
                standing: _,
            } => {
                change.subject = Some(subject.into_inner());
                change.started = Some(Started {
                    customer_id: customer_id.uuid(),
                    merchant_id: merchant_id.uuid(),
                    product: Some(Product {
                        id: product_id.uuid(),
                        name: product_name,
                        price: product_price.0,
                    }),
                    at: recorded.recorded_at,
                });
            }
            ConversationEvent::SupportConversationStarted { customer_id, subject, .. } => {
                change.subject = Some(subject.into_inner());
                change.started = Some(Started {
                    customer_id: customer_id.uuid(),
                    merchant_id: standing.merchant_id.uuid(),
                    product: None,
                    at: recorded.recorded_at,
                });
            }
            ConversationEvent::MessageSent {
                message_id, sender_id, recipient_id, subject, content, ..
            } => {
                let starts = message_id.number == 1 || subject.is_some();
                if subject.is_some() {
                    change.subject = Some(known(subject));
                }
                change.answered |= sender_id == standing.merchant_id;
                change.last_message = Some(recorded.recorded_at);
                self.messages.push(Message {
                    conversation_id: recorded.stream.id,
                    number: message_id.number,
                    position: recorded.position,
                    sender_id: sender_id.uuid(),
                    recipient_id: recipient_id.uuid(),
                    content: content.into_inner(),
                    starts,
                    at: recorded.recorded_at,
                });
            }
            ConversationEvent::MessagesRead { .. } => {}
        }
    }
}

impl Change {
    pub(super) fn subject(&self) -> Option<&str> {
        self.subject.as_ref()?.as_deref()
    }
}
