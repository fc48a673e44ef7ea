//! Folds events into audit entries. An entry shows its subject before and after the decision, so `write.rs` loads the
//! subjects that the batch does not create.

mod accounts;
mod checkouts;
pub(super) mod entry;
mod operations;
mod orders;
mod products;
pub(super) mod subject;
mod webhooks;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use shared_events::{
    Actor, Event, Position, RawEvent, Recorded,
    events::{AccountEvent, CheckoutEvent, OperationEvent, OrderEvent, ProductEvent, WebhookEvent},
};
use uuid::Uuid;

use self::{entry::Entry, subject::Subject};
use crate::{engine::ApplyError, views::decode::read};

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Changes, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        changes.collect(recorded)?;
    }
    Ok(changes)
}

/// The decoded event, by the kind of its subject.
enum SubjectEvent {
    Account(AccountEvent),
    Checkout(CheckoutEvent),
    Order(OrderEvent),
    Product(ProductEvent),
}

/// An event and the data for its entry.
struct Collected {
    subject_id: Uuid,
    event_id: Uuid,
    position: Position,
    at: DateTime<Utc>,
    actor: Actor,
    event: SubjectEvent,
}

/// A folded batch.
#[derive(Default)]
pub(super) struct Changes {
    /// In log order.
    collected: Vec<Collected>,
    /// The entries of decisions that change no audited subject.
    without_subject: Vec<Entry>,
    /// The subjects that this batch creates.
    created: BTreeSet<Uuid>,
    pub(super) erased: Vec<Uuid>,
}

impl Changes {
    fn collect(&mut self, recorded: &Recorded<RawEvent>) -> Result<(), ApplyError> {
        let event = match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => SubjectEvent::Account(read(recorded)?),
            CheckoutEvent::CATEGORY => SubjectEvent::Checkout(read(recorded)?),
            OperationEvent::CATEGORY => {
                self.without_subject.push(operations::entry(recorded, read(recorded)?));
                return Ok(());
            }
            OrderEvent::CATEGORY => SubjectEvent::Order(read(recorded)?),
            ProductEvent::CATEGORY => SubjectEvent::Product(read(recorded)?),
            WebhookEvent::CATEGORY => {
                self.without_subject.extend(webhooks::entry(recorded, read(recorded)?));
                return Ok(());
            }
            _ => return Ok(()),
        };
        let subject_id = recorded.stream.id;
        if let SubjectEvent::Account(AccountEvent::AccountErased { .. }) = event {
            self.erased.push(subject_id);
        }
        if event.creates_subject() {
            self.created.insert(subject_id);
        }
        let Recorded { event_id, position, recorded_at: at, ref actor, .. } = *recorded;
        self.collected.push(Collected { subject_id, event_id, position, at, actor: actor.clone(), event });
        Ok(())
    }

    /// The subjects that the batch needs from the table, in primary key order: neighboring rows share pages.
    pub(super) fn subjects_to_load(&self) -> Vec<Uuid> {
        let touched: BTreeSet<Uuid> = self.collected.iter().map(|collected| collected.subject_id).collect();
        touched.difference(&self.created).copied().collect()
    }

    /// Applies all events to these subjects, and returns the entries.
    pub(super) fn into_entries(self, subjects: &mut BTreeMap<Uuid, Subject>) -> Vec<Entry> {
        let mut entries = self.without_subject;
        for collected in self.collected {
            entries.extend(collected.apply(subjects));
        }
        entries
    }
}

impl SubjectEvent {
    const fn creates_subject(&self) -> bool {
        matches!(
            self,
            Self::Account(AccountEvent::AccountOpened { .. })
                | Self::Checkout(CheckoutEvent::CheckoutStarted { .. })
                | Self::Order(OrderEvent::OrderPlaced { .. })
                | Self::Product(ProductEvent::ProductListed { .. })
        )
    }
}

impl Collected {
    /// Applies the event to its subject. Returns no entry for an unknown subject.
    fn apply(self, subjects: &mut BTreeMap<Uuid, Subject>) -> Option<Entry> {
        let Self { subject_id, event_id, position, at, actor, event } = self;
        let mut subject = subjects.remove(&subject_id);
        let decision = match event {
            SubjectEvent::Account(event) => accounts::apply(&mut subject, event),
            SubjectEvent::Checkout(event) => checkouts::apply(&mut subject, event),
            SubjectEvent::Order(event) => orders::apply(&mut subject, &actor, event),
            SubjectEvent::Product(event) => products::apply(&mut subject, event),
        };
        let subject = subject?;
        let entry = decision.map(|decision| Entry {
            event_id,
            position,
            at,
            actor,
            decision,
            subject_id,
            subject_type: subject.kind.clone(),
            subject_name: subject.name.clone(),
            merchant_id: subject.merchant_id,
        });
        subjects.insert(subject_id, subject);
        entry
    }
}
