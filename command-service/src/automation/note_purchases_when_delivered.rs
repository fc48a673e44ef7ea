//! Process manager: lets a customer review the products of a delivered order.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::OrderEvent, ids::OrderId};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_stream},
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

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            OrderEvent::OrderDelivered { .. } => Some(step_for_stream(event.recorded_at, event)),
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, order: Uuid) -> Result<StepOutcome, String> {
        let noted = note_purchases(&app.writer, provenance, OrderId::new(order)).await;
        noted.map(|()| StepOutcome::Done).map_err(|failure| failure.to_string())
    }
}
