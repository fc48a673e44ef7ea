use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use shared_events::{
    Event, Position, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, InboxEvent, OrderEvent, ProductEvent},
    ids::AccountId,
    notification::{self, NotificationId, NotificationType},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{
    super::reading::read,
    insert,
    texts::{self, OrderFacts, Text},
};
use crate::engine::ApplyError;

/// What must be known of a thing when something happens to it.
#[derive(Clone, Debug)]
pub(super) struct Thing {
    /// A product's merchant, an order's customer.
    pub(super) owner: Option<AccountId>,
    /// An order's merchant.
    pub(super) merchant_id: Option<AccountId>,
    /// A product's name, an order's number.
    pub(super) name: String,
    /// An order's merchant's business.
    pub(super) merchant: Option<String>,
}

/// One notification to one person.
pub(super) struct Row {
    pub(super) recipient: Uuid,
    pub(super) id: NotificationId,
    pub(super) kind: NotificationType,
    pub(super) text: Text,
    pub(super) position: Position,
    pub(super) at: DateTime<Utc>,
}

/// What a batch says.
#[derive(Default)]
pub(super) struct Batch {
    /// All that the batch is about, as it is after it.
    pub(super) things: HashMap<Uuid, Thing>,
    /// Those of them that are to be written.
    pub(super) changed: HashSet<Uuid>,
    pub(super) rows: Vec<Row>,
    pub(super) reads: HashSet<(Uuid, String)>,
    pub(super) read_up_to: HashMap<Uuid, Position>,
    pub(super) erased: HashSet<Uuid>,
}

pub(super) async fn apply(tx: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Result<(), ApplyError> {
    let known = [ProductEvent::CATEGORY, OrderEvent::CATEGORY, ConversationEvent::CATEGORY];
    let streams: HashSet<Uuid> = events
        .iter()
        .filter(|recorded| known.contains(&&*recorded.stream.category))
        .map(|recorded| recorded.stream.id)
        .collect();
    let mut batch = Batch { things: insert::known_things(tx, streams).await?, ..Batch::default() };
    for recorded in events {
        match &*recorded.stream.category {
            AccountEvent::CATEGORY => batch.account(recorded, &read(recorded)?),
            ProductEvent::CATEGORY => batch.product(recorded, read(recorded)?),
            OrderEvent::CATEGORY => batch.order(recorded, &read(recorded)?),
            ConversationEvent::CATEGORY => batch.conversation(recorded, &read(recorded)?),
            InboxEvent::CATEGORY => batch.inbox(recorded, &read(recorded)?),
            _ => {}
        }
    }
    insert::write(tx, &batch).await
}

impl Batch {
    fn notify(
        &mut self,
        recorded: &Recorded<RawEvent>,
        recipient: AccountId,
        kind: NotificationType,
        text: Text,
    ) {
        self.rows.push(Row {
            recipient: recipient.uuid(),
            id: NotificationId { stream: recorded.stream.clone(), version: recorded.version },
            kind,
            text,
            position: recorded.position,
            at: recorded.recorded_at,
        });
    }

    fn learn(&mut self, id: Uuid, thing: Thing) {
        self.things.insert(id, thing);
        self.changed.insert(id);
    }

    fn account(&mut self, recorded: &Recorded<RawEvent>, event: &AccountEvent) {
        let id = recorded.stream.id;
        if let AccountEvent::AccountErased { .. } = event {
            // Only what is before it: what comes later is written after everything was deleted.
            self.rows.retain(|row| row.recipient != id);
            self.reads.retain(|(account, _)| *account != id);
            self.read_up_to.remove(&id);
            self.erased.insert(id);
        }
        if let (Some(kind), Some(text)) = (notification::of_account(event), texts::about_account(event)) {
            self.notify(recorded, AccountId::new(id), kind, text);
        }
    }

    fn product(&mut self, recorded: &Recorded<RawEvent>, event: ProductEvent) {
        let id = recorded.stream.id;
        if let Some(Thing { owner: Some(merchant), name, .. }) = self.things.get(&id)
            && let (Some(kind), Some(text)) =
                (notification::of_product(&event), texts::about_product(&event, name))
        {
            let merchant = *merchant;
            self.notify(recorded, merchant, kind, text);
        }
        match event {
            ProductEvent::ProductListed { merchant_id, details, .. } => {
                let thing =
                    Thing { owner: Some(merchant_id), merchant_id: None, name: details.name, merchant: None };
                self.learn(id, thing);
            }
            ProductEvent::ProductRevised { details, .. } => {
                if let Some(thing) = self.things.get_mut(&id) {
                    thing.name = details.name;
                    self.changed.insert(id);
                }
            }
            _ => {}
        }
    }

    fn order(&mut self, recorded: &Recorded<RawEvent>, event: &OrderEvent) {
        let id = recorded.stream.id;
        if let OrderEvent::OrderPlaced { customer_id, merchant_id, number, merchant_name, .. } = event {
            let thing = Thing {
                owner: Some(*customer_id),
                merchant_id: Some(*merchant_id),
                name: number.clone(),
                merchant: Some(merchant_name.clone()),
            };
            self.learn(id, thing);
        }
        let Some(Thing { owner: Some(customer), merchant_id: Some(merchant_id), name, merchant }) =
            self.things.get(&id).cloned()
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

    fn conversation(&mut self, recorded: &Recorded<RawEvent>, event: &ConversationEvent) {
        let id = recorded.stream.id;
        if let ConversationEvent::ConversationStarted { product_name, .. } = event {
            let thing = Thing { owner: None, merchant_id: None, name: product_name.clone(), merchant: None };
            self.learn(id, thing);
        }
        if let Some(recipient) = notification::of_conversation(event) {
            let product = self.things.get(&id).map_or("a product", |thing| thing.name.as_str());
            let text = texts::about_message(product);
            self.notify(recorded, recipient, NotificationType::Message, text);
        }
    }

    fn inbox(&mut self, recorded: &Recorded<RawEvent>, event: &InboxEvent) {
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
