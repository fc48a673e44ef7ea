use async_trait::async_trait;
use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, CheckoutEvent, OrderEvent},
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{
    super::{erasing::erase, reading::read},
    checkouts::CheckoutChanges,
    placed::OrderChanges,
};
use crate::engine::{ApplyError, Folded};

/// A folded batch.
#[derive(Default)]
struct Changes {
    checkouts: CheckoutChanges,
    orders: OrderChanges,
    erased: Vec<Uuid>,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Box<dyn Folded>, ApplyError> {
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
    Ok(Box::new(changes))
}

#[async_trait]
impl Folded for Changes {
    async fn write(self: Box<Self>, tx: &mut PgConnection) -> Result<(), ApplyError> {
        self.checkouts.write(tx).await?;
        self.orders.write(tx).await?;
        erase(tx, &self.erased, include_str!("erase_customers.sql")).await?;
        erase(tx, &self.erased, include_str!("erase_notes.sql")).await?;
        erase(tx, &self.erased, include_str!("erase_merchants.sql")).await
    }
}
