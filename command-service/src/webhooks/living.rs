//! Whether there is any webhook. A shop without one has no work with messages: no event costs more than this question.

use std::{collections::HashSet, sync::Arc};

use event_store::{Categories, EventLog, LogError};
use shared_events::{Event, Position, decode, events::WebhookEvent, ids::WebhookId};
use tokio::sync::Mutex;

const EVENTS_PER_READ: usize = 500;

/// The webhooks that were not removed, as far as the log was read. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct LivingWebhooks(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    /// The epoch of the log that was read. After a failover the log has another epoch, and may have other events at the
    /// same positions.
    epoch: u64,
    up_to: Position,
    living: HashSet<WebhookId>,
    /// An event could not be read: there may be more webhooks.
    uncertain: bool,
}

impl LivingWebhooks {
    /// Whether any webhook exists at this position of the log. Reads what has been appended since it was asked before.
    ///
    /// # Errors
    /// The log cannot be read.
    pub(crate) async fn any(&self, log: &EventLog, at: Position) -> Result<bool, LogError> {
        let categories = Categories::Only(vec![WebhookEvent::CATEGORY].into());
        let mut known = self.0.lock().await;
        let epoch = log.epoch();
        if known.epoch != epoch {
            *known = Known { epoch, ..Known::default() };
        }
        while known.up_to < at {
            let (page, unreadable) = log.read_all_sifted(known.up_to, &categories, EVENTS_PER_READ).await?;
            known.uncertain |= !unreadable.is_empty();
            for event in &page.events {
                match decode(&event.event) {
                    Ok(WebhookEvent::WebhookCreated { webhook_id, .. }) => {
                        known.living.insert(webhook_id);
                    }
                    Ok(WebhookEvent::WebhookRemoved { webhook_id, .. }) => {
                        known.living.remove(&webhook_id);
                    }
                    Ok(_) => {}
                    Err(_) => known.uncertain = true,
                }
            }
            if page.up_to <= known.up_to {
                // The log does not show the position yet.
                return Ok(true);
            }
            known.up_to = page.up_to;
        }
        Ok(known.uncertain || !known.living.is_empty())
    }
}
