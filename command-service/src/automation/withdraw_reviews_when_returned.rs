//! Process manager: notes a return on the reviews that the order permitted. Without another purchase, a written review
//! is withdrawn and no new one can be written.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::OrderEvent, ids::OrderId};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_stream},
};
use crate::{App, application::reviews::note_purchases};

pub(super) struct WithdrawReviewsWhenReturned;

#[async_trait]
impl ProcessManager for WithdrawReviewsWhenReturned {
    fn name(&self) -> &'static str {
        "withdraw_reviews_when_returned"
    }

    fn category(&self) -> &'static str {
        OrderEvent::CATEGORY
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        Ok(match decode(event.event.clone())? {
            OrderEvent::OrderReturned { .. } => Some(step_for_stream(event.recorded_at, event)),
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, order: Uuid) -> Result<StepOutcome, String> {
        let noted = note_purchases(&app.writer, provenance, OrderId::new(order)).await;
        noted.map(|()| StepOutcome::Done).map_err(|failure| failure.to_string())
    }
}
