//! When an order is cancelled its units go back to the shelf and its money to the customer; when it is returned, the
//! money.

use async_trait::async_trait;
use event_store::Provenance;
use shared_events::{Event, RawEvent, Recorded, decode, events::OrderEvent};

use super::runner::ProcessManager;
use crate::{App, application::checkout::make_good};

pub(super) struct MakeGoodWhenCancelled;

#[async_trait]
impl ProcessManager for MakeGoodWhenCancelled {
    fn name(&self) -> &'static str {
        "make_good_when_cancelled"
    }

    fn categories(&self) -> &'static [&'static str] {
        &[OrderEvent::CATEGORY]
    }

    async fn react(&self, app: &App, event: &Recorded<RawEvent>) -> Result<(), String> {
        let order = match decode(event.event.clone()).map_err(|error| error.to_string())? {
            OrderEvent::OrderCancelled { order_id, .. } | OrderEvent::OrderReturned { order_id, .. } => {
                order_id
            }
            _ => return Ok(()),
        };
        let provenance = Provenance::of_step(self.name(), event, app.clock.now());
        make_good(app, &provenance, order).await.map_err(|failure| failure.to_string())
    }
}
