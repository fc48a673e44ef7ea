//! Folds events into news. The recipients of an event, and the number of a person's rows, depend on the tables, so
//! `write.rs` loads both.

use std::collections::{BTreeSet, HashMap, HashSet};

use postgres_kit::bigint;
use shared_events::{
    Actor, Event, Position, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, CredentialEvent, OrderEvent, ProductEvent, SessionEvent},
    ids::AccountId,
    notification::{self, NotificationId},
};
use uuid::Uuid;

use crate::{engine::ApplyError, views::decode::read};

/// Number of rows kept per person. A count and not a time, so that a rebuild gives the same rows.
pub const MAX_ROWS_PER_ACCOUNT: i64 = 200;

/// The people that a product or an order belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Party {
    /// A product's merchant, an order's customer.
    pub(super) owner: AccountId,
    /// An order's merchant.
    pub(super) merchant: Option<AccountId>,
}

/// Something that people are notified of, or the erasure of a person's news.
pub(super) enum Fact {
    Notified(AccountId),
    /// The merchant of the product is notified.
    OfProduct,
    /// The customer and the merchant of the order see the change, and some changes notify one of them.
    OfOrder(Box<OrderEvent>, Actor),
    /// Sender and recipient see a new message, and the recipient is notified unless it is the shop's support.
    Message {
        id: String,
        sender: AccountId,
        recipient: AccountId,
        notified: Option<AccountId>,
    },
    /// The person was erased: all their news is deleted.
    Erased,
}

/// A fact and its event.
pub(super) struct Occurrence {
    pub(super) event: NotificationId,
    pub(super) position: Position,
    pub(super) fact: Fact,
}

/// A folded batch.
#[derive(Default)]
pub(super) struct Changes {
    /// Products and orders that the batch creates.
    pub(super) created: HashMap<Uuid, Party>,
    /// In log order.
    pub(super) occurrences: Vec<Occurrence>,
    /// Accounts whose sessions may have ended, with the last position.
    pub(super) endings: HashMap<Uuid, Position>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Changes, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => changes.of_account(recorded, &read(recorded)?),
            ConversationEvent::CATEGORY => changes.of_conversation(recorded, &read(recorded)?),
            CredentialEvent::CATEGORY => changes.of_credential(recorded, &read(recorded)?),
            OrderEvent::CATEGORY => changes.of_order(recorded, read(recorded)?),
            ProductEvent::CATEGORY => changes.of_product(recorded, &read(recorded)?),
            SessionEvent::CATEGORY => changes.of_session(recorded, &read(recorded)?),
            _ => {}
        }
    }
    Ok(changes)
}

impl Changes {
    /// The products and orders whose people the batch itself does not contain.
    pub(super) fn unknown_parties(&self) -> HashSet<Uuid> {
        self.occurrences
            .iter()
            .filter(|occurrence| matches!(occurrence.fact, Fact::OfProduct | Fact::OfOrder(..)))
            .map(|occurrence| occurrence.event.stream.id)
            .filter(|id| !self.created.contains_key(id))
            .collect()
    }

    fn add(&mut self, recorded: &Recorded<RawEvent>, fact: Fact) {
        let event = NotificationId { stream: recorded.stream.clone(), version: recorded.version };
        self.occurrences.push(Occurrence { event, position: recorded.position, fact });
    }

    fn of_account(&mut self, recorded: &Recorded<RawEvent>, event: &AccountEvent) {
        let account = recorded.stream.id;
        if notification::of_account(event).is_some() {
            self.add(recorded, Fact::Notified(AccountId::new(account)));
        }
        match event {
            AccountEvent::AccountErased { .. } => {
                self.add(recorded, Fact::Erased);
                self.endings.insert(account, recorded.position);
            }
            AccountEvent::AccountDeactivated { .. } => {
                self.endings.insert(account, recorded.position);
            }
            _ => {}
        }
    }

    fn of_conversation(&mut self, recorded: &Recorded<RawEvent>, event: &ConversationEvent) {
        if let ConversationEvent::MessageSent { message_id, sender_id, recipient_id, .. } = event {
            let fact = Fact::Message {
                id: message_id.to_string(),
                sender: *sender_id,
                recipient: *recipient_id,
                notified: notification::of_conversation(event),
            };
            self.add(recorded, fact);
        }
    }

    fn of_credential(&mut self, recorded: &Recorded<RawEvent>, event: &CredentialEvent) {
        if let CredentialEvent::AllSessionsEnded { account_id, .. } = event {
            self.endings.insert(account_id.uuid(), recorded.position);
        }
    }

    fn of_session(&mut self, recorded: &Recorded<RawEvent>, event: &SessionEvent) {
        if let SessionEvent::SessionEnded { account_id, .. } = event {
            self.endings.insert(account_id.uuid(), recorded.position);
        }
    }

    fn of_product(&mut self, recorded: &Recorded<RawEvent>, event: &ProductEvent) {
        if let ProductEvent::ProductListed { merchant_id, .. } = event {
            self.created.insert(recorded.stream.id, Party { owner: *merchant_id, merchant: None });
        }
        if notification::of_product(event).is_some() {
            self.add(recorded, Fact::OfProduct);
        }
    }

    fn of_order(&mut self, recorded: &Recorded<RawEvent>, event: OrderEvent) {
        if let OrderEvent::OrderPlaced { customer_id, merchant_id, .. } = &event {
            let party = Party { owner: *customer_id, merchant: Some(*merchant_id) };
            self.created.insert(recorded.stream.id, party);
        }
        self.add(recorded, Fact::OfOrder(Box::new(event), recorded.actor.clone()));
    }
}

/// The effects of an occurrence, by person. A notification comes before the order or message that it refers to.
fn effects(occurrence: &Occurrence, parties: &HashMap<Uuid, Party>) -> Vec<(Uuid, Effect)> {
    let news = |account: AccountId, kind: &'static str, reference: String| {
        (account.uuid(), Effect::News { position: occurrence.position, kind, reference })
    };
    let notification_for = |account: AccountId| news(account, "notification", occurrence.event.to_string());
    let id = occurrence.event.stream.id;
    match (&occurrence.fact, parties.get(&id)) {
        (Fact::Erased, _) => vec![(id, Effect::Erasure)],
        (Fact::Notified(account), _) => vec![notification_for(*account)],
        (Fact::Message { id, sender, recipient, notified }, _) => {
            let both = [recipient, sender].map(|account| news(*account, "message", id.clone()));
            notified.map(notification_for).into_iter().chain(both).collect()
        }
        (Fact::OfProduct, Some(party)) => vec![notification_for(party.owner)],
        (Fact::OfOrder(event, actor), Some(Party { owner, merchant: Some(merchant) })) => {
            let mut all: Vec<_> = notification::of_order(event, actor, *owner, *merchant)
                .into_iter()
                .map(notification_for)
                .collect();
            // A merchant who buys from the own stall gets the news once.
            let both = BTreeSet::from([*owner, *merchant]);
            all.extend(both.into_iter().map(|account| news(account, "order", id.to_string())));
            all
        }
        // The event that created this product or order was skipped or parked, so its people are unknown.
        (Fact::OfProduct | Fact::OfOrder(..), _) => Vec::new(),
    }
}

/// The effect of an occurrence on one person.
enum Effect {
    News {
        position: Position,
        kind: &'static str,
        reference: String,
    },
    /// Deletes all earlier news of the person.
    Erasure,
}

/// A batch's news by person, and the people whose news are erased.
pub(super) struct BatchNews {
    pub(super) readers: HashMap<Uuid, Reader>,
    pub(super) erased: Vec<Uuid>,
}

/// The effects of a batch, each with its person.
pub(super) struct BatchEffects(Vec<(Uuid, Effect)>);

impl BatchEffects {
    /// Resolves the occurrences to the people of their products and orders.
    pub(super) fn new(occurrences: &[Occurrence], parties: &HashMap<Uuid, Party>) -> Self {
        Self(occurrences.iter().flat_map(|occurrence| effects(occurrence, parties)).collect())
    }

    pub(super) fn accounts(&self) -> HashSet<Uuid> {
        self.0.iter().map(|(account, _)| *account).collect()
    }

    /// Adds the news to these people's feeds.
    pub(super) fn apply(self, mut readers: HashMap<Uuid, Reader>) -> BatchNews {
        let mut erased = Vec::new();
        for (account, effect) in self.0 {
            match effect {
                Effect::News { position, kind, reference } => {
                    readers.entry(account).or_default().add(position, kind, reference);
                }
                Effect::Erasure => {
                    readers.remove(&account);
                    erased.push(account);
                }
            }
        }
        BatchNews { readers, erased }
    }
}

/// A piece of news for one person.
pub(super) struct News {
    pub(super) number: i64,
    pub(super) position: i64,
    pub(super) kind: &'static str,
    /// The id of the notification, message or order.
    pub(super) reference: String,
}

/// The news of one person in this batch.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) last_number: i64,
    pub(super) forgotten_to: i64,
    pub(super) news: Vec<News>,
}

impl Reader {
    fn add(&mut self, position: Position, kind: &'static str, reference: String) {
        self.last_number += 1;
        self.news.push(News { number: self.last_number, position: bigint(position.0), kind, reference });
    }

    /// The number of the newest row that is deleted.
    pub(super) const fn floor(&self) -> i64 {
        self.last_number - MAX_ROWS_PER_ACCOUNT
    }

    /// Drops the batch's own rows that are older than the last [`MAX_ROWS_PER_ACCOUNT`].
    pub(super) fn drop_old_news(&mut self) {
        let floor = self.floor();
        let old = self.news.partition_point(|news| news.number <= floor);
        if let Some(newest) = self.news.drain(..old).next_back() {
            self.forgotten_to = newest.position;
        }
    }
}
