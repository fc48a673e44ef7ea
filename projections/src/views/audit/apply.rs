use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use shared_events::{
    Actor, Event, Position, RawEvent, Recorded,
    events::{AccountEvent, CheckoutEvent, OperationEvent, OrderEvent, ProductEvent},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{
    super::{erasing::erase, reading::read},
    checkouts,
    entry::Entry,
    operations, orders, people, products,
    thing::Thing,
    write,
};
use crate::engine::{ApplyError, Folded};

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        changes.collect(recorded)?;
    }
    Ok(Box::new(changes))
}

/// The event that happened to an audited subject.
enum What {
    Account(AccountEvent),
    Checkout(CheckoutEvent),
    Order(OrderEvent),
    Product(ProductEvent),
}

/// One event.
struct Happening {
    thing: Uuid,
    event_id: Uuid,
    position: Position,
    at: DateTime<Utc>,
    actor: Actor,
    what: What,
}

/// What a batch says, in order.
#[derive(Default)]
struct Changes {
    happenings: Vec<Happening>,
    operations: Vec<Entry>,
    /// The subjects that are created in this batch.
    new: BTreeSet<Uuid>,
    erased: Vec<Uuid>,
}

impl Changes {
    fn collect(&mut self, recorded: &Recorded<RawEvent>) -> Result<(), ApplyError> {
        let what = match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => What::Account(read(recorded)?),
            CheckoutEvent::CATEGORY => What::Checkout(read(recorded)?),
            OperationEvent::CATEGORY => {
                self.operations.push(operations::entry(recorded, read(recorded)?));
                return Ok(());
            }
            OrderEvent::CATEGORY => What::Order(read(recorded)?),
            ProductEvent::CATEGORY => What::Product(read(recorded)?),
            _ => return Ok(()),
        };
        let thing = recorded.stream.id;
        if let What::Account(AccountEvent::AccountErased { .. }) = what {
            self.erased.push(thing);
        }
        if what.begins() {
            self.new.insert(thing);
        }
        let Recorded { event_id, position, recorded_at: at, ref actor, .. } = *recorded;
        self.happenings.push(Happening { thing, event_id, position, at, actor: actor.clone(), what });
        Ok(())
    }
}

#[async_trait]
impl Folded for Changes {
    /// Erasures come last.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let touched: BTreeSet<Uuid> = self.happenings.iter().map(|happening| happening.thing).collect();
        let known: Vec<Uuid> = touched.difference(&self.new).copied().collect();
        // In primary key order: neighbouring rows share pages.
        let mut things = write::load_things(tx, &known).await?;
        let mut entries = self.operations;
        for happening in self.happenings {
            entries.extend(happening.happen(&mut things));
        }
        write::store_things(tx, &things).await?;
        write::insert_entries(tx, &entries).await?;
        erase(tx, &self.erased, include_str!("sql/erase_reasons.sql")).await
    }
}

impl What {
    /// Whether the event creates its subject.
    const fn begins(&self) -> bool {
        matches!(
            self,
            Self::Account(AccountEvent::AccountOpened { .. })
                | Self::Checkout(CheckoutEvent::CheckoutStarted { .. })
                | Self::Order(OrderEvent::OrderPlaced { .. })
                | Self::Product(ProductEvent::ProductListed { .. })
        )
    }
}

impl Happening {
    /// Applies the event to its subject. For an unknown subject, returns no entry.
    fn happen(self, things: &mut BTreeMap<Uuid, Thing>) -> Option<Entry> {
        let Self { thing: subject_id, event_id, position, at, actor, what } = self;
        let mut thing = things.remove(&subject_id);
        let decision = match what {
            What::Account(event) => people::happen(&mut thing, event),
            What::Checkout(event) => checkouts::happen(&mut thing, event),
            What::Order(event) => orders::happen(&mut thing, event),
            What::Product(event) => products::happen(&mut thing, event),
        };
        let thing = thing?;
        let entry = decision.map(|decision| Entry {
            event_id,
            position,
            at,
            actor,
            decision,
            subject_id,
            subject_type: thing.kind.clone(),
            subject_name: thing.name.clone(),
            merchant_id: thing.merchant_id,
        });
        things.insert(subject_id, thing);
        entry
    }
}
