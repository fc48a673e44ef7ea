//! Folds events into changes to the tables.

mod deliveries;
mod hooks;

use shared_events::{
    Event, RawEvent, Recorded,
    events::{AccountEvent, WebhookDeliveryEvent, WebhookEvent},
};

pub(super) use self::{
    deliveries::{Attempt, Deliveries, Delivery},
    hooks::{Hooks, Pause, Replay, Webhook},
};
use crate::{engine::ApplyError, views::decode::read};

/// A folded batch.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) hooks: Hooks,
    pub(super) deliveries: Deliveries,
}

pub(super) fn fold(events: &[Recorded<RawEvent>]) -> Result<Changes, ApplyError> {
    let mut changes = Changes::default();
    for recorded in events {
        let at = recorded.recorded_at;
        match recorded.stream.category.as_ref() {
            WebhookEvent::CATEGORY => {
                let event = read(recorded)?;
                if let WebhookEvent::WebhookRemoved { webhook_id, .. } = &event {
                    changes.deliveries.forget(webhook_id.uuid());
                }
                changes.hooks.of_webhook(at, event);
            }
            WebhookDeliveryEvent::CATEGORY => {
                changes.deliveries.of_delivery((at, recorded.position), read(recorded)?)
            }
            AccountEvent::CATEGORY => {
                if let AccountEvent::AccountErased { account_id } = read(recorded)? {
                    changes.hooks.forget(account_id.uuid());
                    changes.deliveries.forget_account(account_id.uuid());
                }
            }
            _ => {}
        }
    }
    Ok(changes)
}
