use async_trait::async_trait;
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ProductEvent, ReviewEvent, StockEvent, ViewsEvent},
};
use sqlx::PgConnection;

use super::{
    super::reading::read, looks::Looks, merchants::MerchantChanges, products::ProductChanges,
    ratings::RatingChanges, stock::StockChanges,
};
use crate::engine::{ApplyError, Folded};

/// A folded batch.
#[derive(Default)]
struct Changes {
    merchants: MerchantChanges,
    products: ProductChanges,
    ratings: RatingChanges,
    stock: StockChanges,
    looks: Looks,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => changes.merchants.collect(recorded, read(recorded)?),
            ProductEvent::CATEGORY => changes.products.collect(recorded, read(recorded)?),
            ReviewEvent::CATEGORY => changes.ratings.fold(&read(recorded)?),
            StockEvent::CATEGORY => changes.stock.collect(recorded.stream.id, read(recorded)?),
            ViewsEvent::CATEGORY => changes.looks.collect(&read(recorded)?),
            _ => {}
        }
    }
    Ok(Box::new(changes))
}

#[async_trait]
impl Folded for Changes {
    /// Merchants come first: whether a product is visible depends on its merchant. Then the stock, so that products
    /// listed in the same batch find their counts. Erasures come last.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let erased = self.merchants.write(tx).await?;
        self.stock.write(tx).await?;
        self.products.write(tx).await?;
        self.looks.write(tx).await?;
        self.ratings.write(tx).await?;
        erased.forget(tx).await
    }
}
