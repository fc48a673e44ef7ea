//! Process manager: makes good a cancelled order, whose units return to the shelf and whose payment is refunded, and a
//! returned order, whose payment is refunded.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::OrderEvent, ids::OrderId};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_stream},
};
use crate::{App, application::checkout::make_good};

pub(super) struct MakeGoodWhenCancelled;

#[async_trait]
impl ProcessManager for MakeGoodWhenCancelled {
    fn name(&self) -> &'static str {
        "make_good_when_cancelled"
    }

    fn category(&self) -> &'static str {
        OrderEvent::CATEGORY
    }

    fn moves_money(&self) -> bool {
        true
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            OrderEvent::OrderCancelled { .. } | OrderEvent::OrderReturned { .. } => {
                Some(step_for_stream(event.recorded_at, event))
            }
            OrderEvent::OrderRefunded { .. } => Some(AgendaChange::Remove(event.stream.id)),
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, order: Uuid) -> Result<StepOutcome, String> {
        let made_good = make_good(&app.checkout_ports(), provenance, OrderId::new(order)).await;
        made_good.map(|()| StepOutcome::Done).map_err(|failure| failure.to_string())
    }
}
