//! Process managers: each event of an order or a product leads to a message for each webhook that wants it. Another
//! manager delivers the messages.

use async_trait::async_trait;
use domain::webhook::message_type::MessageType;
use event_store::{LogError, Provenance};
use shared_events::{
    CodecError, Event, Position, RawEvent, Recorded, StreamId,
    events::{OrderEvent, ProductEvent},
};
use uuid::Uuid;

use super::{
    agenda_change::AgendaChange,
    process_manager::{ProcessManager, StepOutcome, step_for_event},
};
use crate::{App, application::webhooks};

/// Messages about the events of a category.
pub(super) struct MessageWebhooks {
    name: &'static str,
    category: &'static str,
}

impl MessageWebhooks {
    pub(super) const ABOUT_ORDERS: Self =
        Self { name: "message_webhooks_when_order_changes", category: OrderEvent::CATEGORY };
    pub(super) const ABOUT_PRODUCTS: Self =
        Self { name: "message_webhooks_when_product_changes", category: ProductEvent::CATEGORY };
}

#[async_trait]
impl ProcessManager for MessageWebhooks {
    fn name(&self) -> &'static str {
        self.name
    }

    fn category(&self) -> &'static str {
        self.category
    }

    fn sends_news(&self) -> bool {
        true
    }

    async fn has_work(&self, app: &App, up_to: Position) -> Result<bool, LogError> {
        app.messenger.living.any(&app.writer.log, up_to).await
    }

    fn agenda_change(&self, event: &Recorded<RawEvent>) -> Result<Option<AgendaChange>, CodecError> {
        let about = MessageType::about(&event.stream, &event.event.event_type);
        Ok(about.map(|_| step_for_event(event.recorded_at, event)))
    }

    async fn act(&self, app: &App, provenance: &Provenance, id: Uuid) -> Result<StepOutcome, String> {
        let stream = StreamId::new(self.category, id);
        let history = app.writer.log.load_raw(&stream).await.map_err(|error| error.to_string())?;
        let event = history.iter().find(|event| event.event_id == provenance.causation_id);
        let event = event.ok_or_else(|| format!("event {} is not in its stream", provenance.causation_id))?;
        webhooks::request_deliveries(&app.writer, provenance, event)
            .await
            .map_err(|failure| failure.to_string())?;
        Ok(StepOutcome::Done)
    }
}
