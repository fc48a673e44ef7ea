//! Process manager: lets a customer review the products of a delivered order.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::OrderEvent, ids::OrderId};
use uuid::Uuid;

use super::{
    note::Note,
    runner::{Left, ProcessManager, remember},
};
use crate::{App, application::reviews::note_purchases};

pub(super) struct NotePurchasesWhenDelivered;

#[async_trait]
impl ProcessManager for NotePurchasesWhenDelivered {
    fn name(&self) -> &'static str {
        "note_purchases_when_delivered"
    }

    fn category(&self) -> &'static str {
        OrderEvent::CATEGORY
    }

    fn note(&self, event: &Recorded<RawEvent>) -> Result<Option<Note>, CodecError> {
        Ok(match decode(event.event.clone())? {
            OrderEvent::OrderDelivered { .. } => Some(remember(event.recorded_at, event)),
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, order: Uuid) -> Result<Left, String> {
        let noted = note_purchases(app, provenance, OrderId::new(order)).await;
        noted.map(|()| Left::Nothing).map_err(|failure| failure.to_string())
    }
}
