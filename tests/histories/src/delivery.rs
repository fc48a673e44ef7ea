//! Events of a delivery of a message to a webhook.

use chrono::{DateTime, Utc};
use shared_events::{
    StreamId,
    events::{FailureReason, GiveUpReason, WebhookDeliveryEvent},
    ids::{AccountId, DeliveryId, WebhookId},
};
use uuid::Uuid;

/// A delivery of the message about an order's first event.
#[derive(Clone, Copy, Debug)]
pub struct Delivery {
    /// The delivery.
    pub id: DeliveryId,
    /// The webhook.
    pub webhook: WebhookId,
    /// The owner of the webhook.
    pub owner: AccountId,
}

/// The webhook with this number.
pub fn webhook_id(number: u128) -> WebhookId {
    WebhookId::new(Uuid::from_u128(0x7_E000 + number))
}

/// Delivery `number` to this webhook.
pub fn delivery(number: u128, webhook: WebhookId, owner: AccountId) -> Delivery {
    Delivery { id: DeliveryId::new(Uuid::from_u128(0x8_E000 + number)), webhook, owner }
}

impl Delivery {
    /// It was requested.
    pub fn requested(&self) -> WebhookDeliveryEvent {
        WebhookDeliveryEvent::WebhookDeliveryRequested {
            delivery_id: self.id,
            account_id: self.owner,
            webhook_id: self.webhook,
            message_id: Uuid::new_v5(&self.webhook.uuid(), self.id.uuid().as_bytes()),
            message_type: "order.placed".to_owned(),
            event_stream: StreamId::new("order", Uuid::from_u128(0xC000)),
            event_version: 1,
        }
    }

    /// This attempt failed.
    pub fn failed(&self, attempt: u32, retry_at: Option<DateTime<Utc>>) -> WebhookDeliveryEvent {
        WebhookDeliveryEvent::WebhookDeliveryFailed {
            delivery_id: self.id,
            webhook_id: self.webhook,
            attempt,
            status: Some(500),
            reason: FailureReason::Refused,
            retry_at,
        }
    }

    /// It was given up.
    pub const fn given_up(&self, reason: GiveUpReason) -> WebhookDeliveryEvent {
        WebhookDeliveryEvent::WebhookDeliveryGivenUp {
            delivery_id: self.id,
            webhook_id: self.webhook,
            reason,
        }
    }

    /// This attempt succeeded.
    pub const fn succeeded(&self, attempt: u32) -> WebhookDeliveryEvent {
        WebhookDeliveryEvent::WebhookDeliverySucceeded {
            delivery_id: self.id,
            webhook_id: self.webhook,
            attempt,
            status: 200,
        }
    }
}
