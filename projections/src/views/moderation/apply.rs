use async_trait::async_trait;
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ProductEvent},
};
use sqlx::PgConnection;

use super::{super::reading::read, merchants::MerchantChanges, products::ProductChanges};
use crate::engine::{ApplyError, Folded};

/// A folded batch.
#[derive(Default)]
struct Changes {
    merchants: MerchantChanges,
    products: ProductChanges,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => changes.merchants.collect(recorded, read(recorded)?),
            ProductEvent::CATEGORY => changes.products.collect(recorded, read(recorded)?),
            _ => {}
        }
    }
    Ok(Box::new(changes))
}

#[async_trait]
impl Folded for Changes {
    /// Erasures come last.
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        let erased = self.merchants.write(tx).await?;
        self.products.write(tx).await?;
        erased.forget(tx).await
    }
}
