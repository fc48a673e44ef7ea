use std::collections::HashMap;

use shared_events::{
    Actor, Event, Position, RawEvent, Recorded,
    events::{AccountEvent, ConversationEvent, CredentialEvent, OrderEvent, ProductEvent, SessionEvent},
    ids::AccountId,
    notification::{self, NotificationId},
};
use uuid::Uuid;

use super::super::reading::read;
use crate::engine::{ApplyError, Folded};

/// The people that a product or an order belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Party {
    /// A product's merchant, an order's customer.
    pub(super) owner: AccountId,
    /// An order's merchant.
    pub(super) merchant: Option<AccountId>,
}

/// Something to tell people, or the end of what they were told.
pub(super) enum Fact {
    /// This account is notified.
    Notified(AccountId),
    /// The product's merchant is notified.
    OfProduct,
    /// The order's customer and merchant see its change, and some of them are notified.
    OfOrder(Box<OrderEvent>, Actor),
    /// Both see a new message, and the recipient is notified.
    Message { id: String, sender: AccountId, recipient: AccountId },
    /// Everything that was told to this person is deleted.
    Erased,
}

/// A fact and its event.
pub(super) struct Happened {
    pub(super) event: NotificationId,
    pub(super) position: Position,
    pub(super) fact: Fact,
}

/// A folded batch.
#[derive(Default)]
pub(super) struct Changes {
    /// Products and orders that were created in it.
    pub(super) made: HashMap<Uuid, Party>,
    /// In log order.
    pub(super) happened: Vec<Happened>,
    /// Accounts whose sessions may have ended, with the last position.
    pub(super) endings: HashMap<Uuid, Position>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
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
    Ok(Box::new(changes))
}

impl Changes {
    fn happened(&mut self, recorded: &Recorded<RawEvent>, fact: Fact) {
        let event = NotificationId { stream: recorded.stream.clone(), version: recorded.version };
        self.happened.push(Happened { event, position: recorded.position, fact });
    }

    fn of_account(&mut self, recorded: &Recorded<RawEvent>, event: &AccountEvent) {
        let account = recorded.stream.id;
        if notification::of_account(event).is_some() {
            self.happened(recorded, Fact::Notified(AccountId::new(account)));
        }
        match event {
            AccountEvent::AccountErased { .. } => {
                self.happened(recorded, Fact::Erased);
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
            let fact =
                Fact::Message { id: message_id.to_string(), sender: *sender_id, recipient: *recipient_id };
            self.happened(recorded, fact);
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
            self.made.insert(recorded.stream.id, Party { owner: *merchant_id, merchant: None });
        }
        if notification::of_product(event).is_some() {
            self.happened(recorded, Fact::OfProduct);
        }
    }

    fn of_order(&mut self, recorded: &Recorded<RawEvent>, event: OrderEvent) {
        if let OrderEvent::OrderPlaced { customer_id, merchant_id, .. } = &event {
            let party = Party { owner: *customer_id, merchant: Some(*merchant_id) };
            self.made.insert(recorded.stream.id, party);
        }
        self.happened(recorded, Fact::OfOrder(Box::new(event), recorded.actor.clone()));
    }
}
