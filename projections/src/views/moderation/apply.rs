use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, ProductEvent},
};
use sqlx::PgConnection;

use super::{super::reading::read, merchants::MerchantChanges, products::ProductChanges};
use crate::engine::ApplyError;

/// Forgetting comes last.
pub(super) async fn apply(tx: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Result<(), ApplyError> {
    let mut merchants = MerchantChanges::default();
    let mut products = ProductChanges::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            AccountEvent::CATEGORY => merchants.collect(recorded, read(recorded)?),
            ProductEvent::CATEGORY => products.collect(recorded, read(recorded)?),
            _ => {}
        }
    }
    let erased = merchants.write(tx).await?;
    products.write(tx).await?;
    erased.forget(tx).await
}
