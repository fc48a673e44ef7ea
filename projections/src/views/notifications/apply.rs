use std::collections::HashSet;

use async_trait::async_trait;
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, InboxEvent, OrderEvent, ProductEvent},
    ids::AccountId,
    notification::{self, NotificationId, NotificationType},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{
    super::reading::read,
    batch::{Batch, Row, Thing},
    insert,
    texts::{self, OrderFacts, Text},
};
use crate::engine::{ApplyError, Folded};

/// An event without what happened.
type Envelope = Recorded<()>;

/// The decoded event.
enum Happening {
    Account(AccountEvent),
    Product(ProductEvent),
    Order(OrderEvent),
    Conversation(ConversationEvent),
    Inbox(InboxEvent),
}

/// A batch's events in order, unresolved: their notifications depend on the tables.
#[derive(Default)]
struct Happenings(Vec<(Envelope, Happening)>);

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
    let mut happenings = Happenings::default();
    for recorded in events {
        let happening = match &*recorded.stream.category {
            AccountEvent::CATEGORY => Happening::Account(read(recorded)?),
            ProductEvent::CATEGORY => Happening::Product(read(recorded)?),
            OrderEvent::CATEGORY => Happening::Order(read(recorded)?),
            ConversationEvent::CATEGORY => Happening::Conversation(read(recorded)?),
            InboxEvent::CATEGORY => Happening::Inbox(read(recorded)?),
            _ => continue,
        };
        happenings.0.push((envelope(recorded), happening));
    }
    Ok(Box::new(happenings))
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

#[async_trait]
impl Folded for Happenings {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let of_a_thing = |happening: &Happening| {
            matches!(happening, Happening::Product(_) | Happening::Order(_) | Happening::Conversation(_))
        };
        let streams: HashSet<Uuid> = self
            .0
            .iter()
            .filter(|(_, happening)| of_a_thing(happening))
            .map(|(envelope, _)| envelope.stream.id)
            .collect();
        let mut batch = Batch { things: insert::known_things(tx, streams).await?, ..Batch::default() };
        for (envelope, happening) in self.0 {
            match happening {
                Happening::Account(event) => batch.account(&envelope, &event),
                Happening::Product(event) => batch.product(&envelope, event),
                Happening::Order(event) => batch.order(&envelope, &event),
                Happening::Conversation(event) => batch.conversation(&envelope, &event),
                Happening::Inbox(event) => batch.inbox(&envelope, &event),
            }
        }
        insert::write(tx, &batch).await
    }
}

impl Batch {
    fn notify(&mut self, recorded: &Envelope, recipient: AccountId, kind: NotificationType, text: Text) {
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

    fn account(&mut self, recorded: &Envelope, event: &AccountEvent) {
        let id = recorded.stream.id;
        if let AccountEvent::AccountErased { .. } = event {
            // Only earlier ones: later notifications are written after the deletion.
            self.rows.retain(|row| row.recipient != id);
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

    fn order(&mut self, recorded: &Envelope, event: &OrderEvent) {
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

    fn conversation(&mut self, recorded: &Envelope, event: &ConversationEvent) {
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
