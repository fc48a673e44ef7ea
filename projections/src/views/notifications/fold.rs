//! Folds events into notifications. A text and its recipients depend on earlier events about the same product, order
//! or conversation, so `write.rs` loads these subjects.

mod texts;

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use shared_events::{
    Event, Position, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, InboxEvent, OrderEvent, ProductEvent},
    ids::AccountId,
    notification::{self, NotificationId, NotificationType},
};
use uuid::Uuid;

use self::texts::{OrderFacts, Text};
use crate::{engine::ApplyError, views::decode::read};

/// The metadata of an event, without its payload.
type Envelope = Recorded<()>;

/// A decoded event.
enum Decoded {
    Account(AccountEvent),
    Product(ProductEvent),
    Order(OrderEvent),
    Conversation(ConversationEvent),
    Inbox(InboxEvent),
}

/// A folded batch: its decoded events, in order.
#[derive(Default)]
pub(super) struct Changes(Vec<(Envelope, Decoded)>);

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Changes, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        let decoded = match &*recorded.stream.category {
            AccountEvent::CATEGORY => Decoded::Account(read(recorded)?),
            ProductEvent::CATEGORY => Decoded::Product(read(recorded)?),
            OrderEvent::CATEGORY => Decoded::Order(read(recorded)?),
            ConversationEvent::CATEGORY => Decoded::Conversation(read(recorded)?),
            InboxEvent::CATEGORY => Decoded::Inbox(read(recorded)?),
            _ => continue,
        };
        changes.0.push((envelope(recorded), decoded));
    }
    Ok(changes)
}

fn envelope(recorded: &Recorded<RawEvent>) -> Envelope {
    Recorded {
        position: recorded.position,
        stream: recorded.stream.clone(),
        version: recorded.version,
        event_id: recorded.event_id,
        recorded_at: recorded.recorded_at,
        correlation_id: recorded.correlation_id,
        causation_id: recorded.causation_id,
        actor: recorded.actor.clone(),
        event: (),
    }
}

impl Changes {
    /// The products, orders and conversations that the events are about.
    pub(super) fn subjects(&self) -> HashSet<Uuid> {
        let has_subject = |decoded: &Decoded| {
            matches!(decoded, Decoded::Product(_) | Decoded::Order(_) | Decoded::Conversation(_))
        };
        self.0
            .iter()
            .filter(|(_, decoded)| has_subject(decoded))
            .map(|(envelope, _)| envelope.stream.id)
            .collect()
    }

    /// Applies the events to these subjects, and returns the rows to write.
    pub(super) fn into_rows(self, subjects: HashMap<Uuid, Subject>) -> Rows {
        let mut rows = Rows { subjects, ..Rows::default() };
        for (envelope, decoded) in self.0 {
            match decoded {
                Decoded::Account(event) => rows.account(&envelope, &event),
                Decoded::Product(event) => rows.product(&envelope, event),
                Decoded::Order(event) => rows.order(&envelope, &event),
                Decoded::Conversation(event) => rows.conversation(&envelope, &event),
                Decoded::Inbox(event) => rows.inbox(&envelope, &event),
            }
        }
        rows
    }
}

/// The data of a product, an order or a conversation that notifications about it need.
#[derive(Clone, Debug)]
pub(super) struct Subject {
    /// The merchant of a product, or the customer of an order.
    pub(super) owner: Option<AccountId>,
    /// The merchant of an order.
    pub(super) merchant_id: Option<AccountId>,
    /// The name of a product, or the number of an order.
    pub(super) name: String,
    /// The business name of an order's merchant.
    pub(super) merchant: Option<String>,
}

/// One notification to one person.
pub(super) struct Notification {
    pub(super) recipient: Uuid,
    pub(super) id: NotificationId,
    pub(super) kind: NotificationType,
    pub(super) text: Text,
    pub(super) position: Position,
    pub(super) at: DateTime<Utc>,
}

/// The rows of a batch.
#[derive(Default)]
pub(super) struct Rows {
    /// The subjects of the batch, in their state after it.
    pub(super) subjects: HashMap<Uuid, Subject>,
    /// The ids of the subjects that must be written.
    pub(super) changed: HashSet<Uuid>,
    pub(super) notifications: Vec<Notification>,
    pub(super) reads: HashSet<(Uuid, String)>,
    pub(super) read_up_to: HashMap<Uuid, Position>,
    pub(super) erased: HashSet<Uuid>,
}

impl Rows {
    fn notify(&mut self, recorded: &Envelope, recipient: AccountId, kind: NotificationType, text: Text) {
        self.notifications.push(Notification {
            recipient: recipient.uuid(),
            id: NotificationId { stream: recorded.stream.clone(), version: recorded.version },
            kind,
            text,
            position: recorded.position,
            at: recorded.recorded_at,
        });
    }

    fn store(&mut self, id: Uuid, subject: Subject) {
        self.subjects.insert(id, subject);
        self.changed.insert(id);
    }

    fn account(&mut self, recorded: &Envelope, event: &AccountEvent) {
        let id = recorded.stream.id;
        if let AccountEvent::AccountErased { .. } = event {
            // Drops only earlier notifications: later ones are written after the deletion.
            self.notifications.retain(|notification| notification.recipient != id);
            self.reads.retain(|(account, _)| *account != id);
            self.read_up_to.remove(&id);
            self.erased.insert(id);
        }
        if let (Some(kind), Some(text)) = (notification::of_account(event), texts::about_account(event)) {
            self.notify(recorded, AccountId::new(id), kind, text);
        }
    }

    fn product(&mut self, recorded: &Envelope, event: ProductEvent) {
        let id = recorded.stream.id;
        if let Some(Subject { owner: Some(merchant), name, .. }) = self.subjects.get(&id)
            && let (Some(kind), Some(text)) =
                (notification::of_product(&event), texts::about_product(&event, name))
        {
            let merchant = *merchant;
            self.notify(recorded, merchant, kind, text);
        }
        match event {
            ProductEvent::ProductListed { merchant_id, details, .. } => {
                let subject = Subject {
                    owner: Some(merchant_id),
                    merchant_id: None,
                    name: details.name,
                    merchant: None,
                };
                self.store(id, subject);
            }
            ProductEvent::ProductRevised { details, .. } => {
                if let Some(subject) = self.subjects.get_mut(&id) {
                    subject.name = details.name;
                    self.changed.insert(id);
                }
            }
            _ => {}
        }
    }

    fn order(&mut self, recorded: &Envelope, event: &OrderEvent) {
        let id = recorded.stream.id;
        if let OrderEvent::OrderPlaced { customer_id, merchant_id, number, merchant_name, .. } = event {
            let subject = Subject {
                owner: Some(*customer_id),
                merchant_id: Some(*merchant_id),
                name: number.clone(),
                merchant: Some(merchant_name.clone()),
            };
            self.store(id, subject);
        }
        let Some(Subject { owner: Some(customer), merchant_id: Some(merchant_id), name, merchant }) =
            self.subjects.get(&id).cloned()
        else {
            return;
        };
        let merchant = merchant.unwrap_or_default();
        let facts = OrderFacts { number: &name, merchant: &merchant, customer_id: customer };
        for recipient in notification::of_order(event, &recorded.actor, customer, merchant_id) {
            let text = texts::about_order(event, &facts, recipient);
            self.notify(recorded, recipient, NotificationType::OrderStatus, text);
        }
    }

    fn conversation(&mut self, recorded: &Envelope, event: &ConversationEvent) {
        let id = recorded.stream.id;
        let name = match event {
            ConversationEvent::ConversationStarted { product_name, .. } => Some(product_name.clone()),
            ConversationEvent::SupportConversationStarted { .. } => {
                Some("your question to our support".to_owned())
            }
            ConversationEvent::MessageSent { .. } | ConversationEvent::MessagesRead { .. } => None,
        };
        if let Some(name) = name {
            self.store(id, Subject { owner: None, merchant_id: None, name, merchant: None });
        }
        if let Some(recipient) = notification::of_conversation(event) {
            let product = self.subjects.get(&id).map_or("a product", |subject| subject.name.as_str());
            let text = texts::about_message(product);
            self.notify(recorded, recipient, NotificationType::Message, text);
        }
    }

    fn inbox(&mut self, recorded: &Envelope, event: &InboxEvent) {
        let id = recorded.stream.id;
        match event {
            InboxEvent::NotificationRead { notification_id, .. } => {
                self.reads.insert((id, notification_id.to_string()));
            }
            InboxEvent::AllNotificationsRead { .. } => {
                self.read_up_to.insert(id, recorded.position);
            }
        }
    }
}
