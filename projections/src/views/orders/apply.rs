use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, CheckoutEvent, OrderEvent},
};
use sqlx::PgConnection;

use super::{
    super::{erasing::erase, reading::read},
    checkouts::CheckoutChanges,
    placed::OrderChanges,
};
use crate::engine::ApplyError;

pub(super) async fn apply(tx: &mut PgConnection, events: &[Recorded<RawEvent>]) -> Result<(), ApplyError> {
    let mut checkouts = CheckoutChanges::default();
    let mut orders = OrderChanges::default();
    let mut erased = Vec::new();
    for recorded in events {
        match recorded.stream.category.as_ref() {
            CheckoutEvent::CATEGORY => checkouts.fold(recorded.recorded_at, read(recorded)?),
            OrderEvent::CATEGORY => orders.fold(recorded, read(recorded)?),
            AccountEvent::CATEGORY => {
                if let AccountEvent::AccountErased { account_id } = read(recorded)? {
                    erased.push(account_id.uuid());
                }
            }
            _ => {}
        }
    }
    checkouts.write(tx).await?;
    orders.write(tx).await?;
    erase(tx, &erased, include_str!("erase_customers.sql")).await?;
    erase(tx, &erased, include_str!("erase_notes.sql")).await?;
    erase(tx, &erased, include_str!("erase_merchants.sql")).await
}
