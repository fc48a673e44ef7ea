//! Folds events into changes to the tables.

pub(super) mod checkouts;
pub(super) mod orders;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, CheckoutEvent, OrderEvent},
};
use uuid::Uuid;

use self::{checkouts::CheckoutChanges, orders::OrderChanges};
use crate::{engine::ApplyError, views::decode::read};

/// A folded batch.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) checkouts: CheckoutChanges,
    pub(super) orders: OrderChanges,
    pub(super) erased: Vec<Uuid>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Changes, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            CheckoutEvent::CATEGORY => {
                let event = read(recorded)?;
                changes.orders.follow(&event);
                changes.checkouts.fold(recorded.recorded_at, event);
            }
            OrderEvent::CATEGORY => changes.orders.fold(recorded, read(recorded)?),
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
