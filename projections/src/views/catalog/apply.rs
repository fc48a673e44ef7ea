use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ProductEvent, StockEvent},
};
use sqlx::PgConnection;

use super::{
    super::reading::read, merchants::MerchantChanges, products::ProductChanges, stock::StockChanges,
};
use crate::engine::ApplyError;

/// Merchants come first: whether a product is visible depends on its merchant.
pub(super) async fn apply(tx: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Result<(), ApplyError> {
    let mut merchants = MerchantChanges::default();
    let mut products = ProductChanges::default();
    let mut stock = StockChanges::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => merchants.fold(recorded.recorded_at, read(recorded)?),
            ProductEvent::CATEGORY => products.fold(recorded, read(recorded)?),
            StockEvent::CATEGORY => stock.collect(recorded.stream.id, read(recorded)?),
            _ => {}
        }
    }
    merchants.write(tx).await?;
    products.write(tx).await?;
    stock.write(tx).await
}
