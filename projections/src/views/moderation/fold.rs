//! Collects a batch's events. They change rows that the tables may already have, so `write.rs` loads those rows and
//! `apply` folds the events into them.

pub(super) mod merchants;
pub(super) mod products;
pub(super) mod totals;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ProductEvent},
};
use uuid::Uuid;

use self::{merchants::MerchantChanges, products::ProductChanges};
use crate::{engine::ApplyError, views::decode::read};

/// A folded batch.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) merchants: MerchantChanges,
    pub(super) products: ProductChanges,
    pub(super) erased: Vec<Uuid>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Changes, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => {
                let event = read(recorded)?;
                if let AccountEvent::AccountErased { account_id } = &event {
                    changes.erased.push(account_id.uuid());
                }
                changes.merchants.collect(recorded, event);
            }
            ProductEvent::CATEGORY => changes.products.collect(recorded, read(recorded)?),
            _ => {}
        }
    }
    Ok(changes)
}
