//! Process manager: notes a return on the reviews that the order permitted. Without another purchase a review
//! is withdrawn and none can be written.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{CodecError, Event, RawEvent, Recorded, decode, events::OrderEvent, ids::OrderId};
use uuid::Uuid;

use super::{
    note::Note,
    runner::{Left, ProcessManager, remember},
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

    fn note(&self, event: &Recorded<RawEvent>) -> Result<Option<Note>, CodecError> {
        Ok(match decode(event.event.clone())? {
            OrderEvent::OrderReturned { .. } => Some(remember(event.recorded_at, event)),
            _ => None,
        })
    }

    async fn act(&self, app: &App, provenance: &Provenance, order: Uuid) -> Result<Left, String> {
        let noted = note_purchases(app, provenance, OrderId::new(order)).await;
        noted.map(|()| Left::Nothing).map_err(|failure| failure.to_string())
    }
}
