use std::{collections::BTreeMap, sync::Arc};

use projections::{engine::View, views};
use serde_json::{Value, json};
use shared_events::{
    RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, CorrespondenceEvent},
    ids::{AccountId, ConversationId},
};

use crate::model::{Answer, Model, answer, moment, read, readable, readable_option};

const CONVERSATIONS: &str = "SELECT conversation_id, customer_id, merchant_id, product_id, product_name, product_price, \
     subject, answered, last_activity FROM read.conversations_conversations";
/// The columns of a thread, under the names of its query.
const MESSAGES: &str = "SELECT m.conversation_id, m.number, m.sender_id, m.recipient_id, m.content, m.starts, m.sent_at, \
     m.number <= CASE WHEN m.recipient_id = c.customer_id THEN c.read_by_customer ELSE c.read_by_merchant END \
         OR m.position < coalesce(reader.position, 0) AS read \
     FROM read.conversations_messages m JOIN read.conversations_conversations c USING (conversation_id) \
     LEFT JOIN read.conversations_readers reader ON reader.account_id = m.recipient_id";
/// The unread counts in a person's list of conversations, computed as that query computes them.
const UNREAD: &str = "SELECT c.conversation_id, p.person, (SELECT count(*) FROM read.conversations_messages m \
         WHERE m.conversation_id = c.conversation_id AND m.recipient_id = p.person AND m.number > p.up_to \
         AND m.position > coalesce(reader.position, 0)) AS unread \
     FROM read.conversations_conversations c \
     CROSS JOIN LATERAL (VALUES (c.customer_id, c.read_by_customer), (c.merchant_id, c.read_by_merchant)) AS p (person, up_to) \
     LEFT JOIN read.conversations_readers reader ON reader.account_id = p.person";

struct Letter {
    sender: AccountId,
    recipient: AccountId,
    content: Option<String>,
    starts: bool,
    at: Value,
    read: bool,
}

struct Talk {
    customer: AccountId,
    merchant: AccountId,
    product: Value,
    product_name: Option<String>,
    price: Option<i64>,
    subject: Option<String>,
    last_activity: Value,
    letters: Vec<Letter>,
}

impl Talk {
    fn row(&self, id: ConversationId) -> Value {
        json!({
            "conversation_id": id, "customer_id": self.customer, "merchant_id": self.merchant,
            "product_id": self.product, "product_name": self.product_name, "product_price": self.price,
            "subject": self.subject, "last_activity": self.last_activity,
            "answered": self.letters.iter().any(|letter| letter.sender == self.merchant),
        })
    }

    fn unread(&self, id: ConversationId) -> impl Iterator<Item = Value> {
        [self.customer, self.merchant].into_iter().map(move |person| {
            let unread = self.letters.iter().filter(|letter| letter.recipient == person && !letter.read);
            json!({ "conversation_id": id, "person": person, "unread": unread.count() })
        })
    }
}

impl Letter {
    fn row(&self, id: ConversationId, number: usize) -> Value {
        json!({
            "conversation_id": id, "number": number, "sender_id": self.sender, "recipient_id": self.recipient,
            "content": self.content, "starts": self.starts, "sent_at": self.at, "read": self.read,
        })
    }
}

#[derive(Default)]
pub(crate) struct Conversations(BTreeMap<ConversationId, Talk>);

impl Conversations {
    fn conversation(&mut self, recorded: &Recorded<RawEvent>, event: ConversationEvent) {
        let at = moment(recorded.recorded_at);
        match event {
            ConversationEvent::ConversationStarted {
                conversation_id,
                customer_id,
                merchant_id,
                product_id,
                product_name,
                product_price,
                subject,
                ..
            } => {
                let talk = Talk {
                    customer: customer_id,
                    merchant: merchant_id,
                    product: json!(product_id),
                    product_name: Some(product_name),
                    price: Some(product_price.0),
                    subject: readable(&subject),
                    last_activity: at,
                    letters: Vec::new(),
                };
                self.0.insert(conversation_id, talk);
            }
            ConversationEvent::SupportConversationStarted {
                conversation_id, customer_id, subject, ..
            } => {
                let talk = Talk {
                    customer: customer_id,
                    merchant: AccountId::SHOP,
                    product: Value::Null,
                    product_name: None,
                    price: None,
                    subject: readable(&subject),
                    last_activity: at,
                    letters: Vec::new(),
                };
                self.0.insert(conversation_id, talk);
            }
            ConversationEvent::MessageSent {
                conversation_id,
                sender_id,
                recipient_id,
                subject,
                content,
                ..
            } => {
                let talk = self.0.get_mut(&conversation_id).expect("it was started");
                // A customer's message with a subject starts the conversation anew.
                let starts = talk.letters.is_empty() || subject.is_some();
                if subject.is_some() {
                    talk.subject = readable_option(&subject);
                }
                talk.last_activity = at.clone();
                talk.letters.push(Letter {
                    sender: sender_id,
                    recipient: recipient_id,
                    content: readable(&content),
                    starts,
                    at,
                    read: false,
                });
            }
            ConversationEvent::MessagesRead { conversation_id, reader_id, up_to, .. } => {
                let letters = &mut self.0.get_mut(&conversation_id).expect("it was started").letters;
                let seen = letters.iter_mut().take(up_to as usize);
                seen.filter(|letter| letter.recipient == reader_id).for_each(|letter| letter.read = true);
            }
        }
    }

    fn letters(&mut self) -> impl Iterator<Item = &mut Letter> {
        self.0.values_mut().flat_map(|talk| &mut talk.letters)
    }
}

impl Model for Conversations {
    fn view(&self) -> Arc<dyn View> {
        Arc::new(views::conversations::Conversations)
    }

    fn note(&mut self, recorded: &Recorded<RawEvent>) {
        if let Some(event) = read(recorded) {
            self.conversation(recorded, event);
        }
        if let Some(CorrespondenceEvent::AllMessagesRead { account_id }) = read(recorded) {
            let own = self.letters().filter(|letter| letter.recipient == account_id);
            own.for_each(|letter| letter.read = true);
        }
        if let Some(AccountEvent::AccountErased { account_id }) = read(recorded) {
            self.letters()
                .filter(|letter| letter.sender == account_id)
                .for_each(|letter| letter.content = None);
            for talk in self.0.values_mut().filter(|talk| talk.customer == account_id) {
                talk.subject = None;
                if talk.merchant == AccountId::SHOP {
                    talk.letters.iter_mut().for_each(|letter| letter.content = None);
                }
            }
        }
    }

    fn answers(&self) -> Vec<Answer> {
        let messages = self.0.iter().flat_map(|(id, talk)| {
            talk.letters.iter().enumerate().map(|(place, letter)| letter.row(*id, place + 1))
        });
        vec![
            answer(CONVERSATIONS, self.0.iter().map(|(id, talk)| talk.row(*id))),
            answer(MESSAGES, messages),
            answer(UNREAD, self.0.iter().flat_map(|(id, talk)| talk.unread(*id))),
        ]
    }
}

#[test]
fn conversations_agree_with_their_model() {
    crate::folding::agrees::<Conversations>();
}
