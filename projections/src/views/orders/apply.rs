use shared_events::{
    Event, RawEvent, Recorded,
    events::{CheckoutEvent, OrderEvent},
};
use sqlx::PgConnection;

use super::{super::reading::read, checkouts::CheckoutChanges, placed::OrderChanges};
use crate::engine::ApplyError;

pub(super) async fn apply(tx: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Result<(), ApplyError> {
    let mut checkouts = CheckoutChanges::default();
    let mut orders = OrderChanges::default();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            CheckoutEvent::CATEGORY => checkouts.fold(recorded.recorded_at, read(recorded)?),
            OrderEvent::CATEGORY => orders.fold(recorded, read(recorded)?),
            _ => {}
        }
    }
    checkouts.write(tx).await?;
    orders.write(tx).await
}
