use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ProductEvent, ReviewEvent, StockEvent, ViewsEvent},
};
use sqlx::PgConnection;

use super::{
    super::reading::read, looks::Looks, merchants::MerchantChanges, products::ProductChanges,
    ratings::RatingChanges, stock::StockChanges,
};
use crate::engine::ApplyError;

/// Merchants come first: whether a product is visible depends on its merchant. Forgetting comes last.
pub(super) async fn apply(tx: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Result<(), ApplyError> {
    let mut merchants = MerchantChanges::default();
    let mut products = ProductChanges::default();
    let mut ratings = RatingChanges::default();
    let mut stock = StockChanges::default();
    let mut looks = Looks::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => merchants.collect(recorded, read(recorded)?),
            ProductEvent::CATEGORY => products.collect(recorded, read(recorded)?),
            ReviewEvent::CATEGORY => ratings.fold(&read(recorded)?),
            StockEvent::CATEGORY => stock.collect(recorded.stream.id, read(recorded)?),
            ViewsEvent::CATEGORY => looks.collect(&read(recorded)?),
            _ => {}
        }
    }
    let erased = merchants.write(tx).await?;
    products.write(tx).await?;
    looks.write(tx).await?;
    ratings.write(tx).await?;
    stock.write(tx).await?;
    erased.forget(tx).await
}
