//! Folds a batch's events. Ratings and product views are sums. Products, stock and merchants change rows that the
//! tables may already have, so `write.rs` loads those rows and `apply` folds the events into them.

pub(super) mod merchants;
pub(super) mod product;
pub(super) mod product_views;
pub(super) mod products;
pub(super) mod ratings;
pub(super) mod stock;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ProductEvent, ReviewEvent, StockEvent, ViewsEvent},
};
use uuid::Uuid;

use self::{
    merchants::MerchantChanges, product_views::ProductViewChanges, products::ProductChanges,
    ratings::RatingChanges, stock::StockChanges,
};
use crate::{engine::ApplyError, views::decode::read};

/// A folded batch.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) merchants: MerchantChanges,
    pub(super) products: ProductChanges,
    pub(super) ratings: RatingChanges,
    pub(super) stock: StockChanges,
    pub(super) product_views: ProductViewChanges,
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
            ReviewEvent::CATEGORY => changes.ratings.fold(&read(recorded)?),
            StockEvent::CATEGORY => changes.stock.collect(recorded.stream.id, read(recorded)?),
            ViewsEvent::CATEGORY => changes.product_views.fold(&read(recorded)?),
            _ => {}
        }
    }
    Ok(changes)
}
