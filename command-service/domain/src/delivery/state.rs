//! The state of a delivery, folded from its events, as far as decisions and attempts need it.

use chrono::{DateTime, Utc};
use shared_events::{
    StreamId, Version,
    events::WebhookDeliveryEvent,
    ids::{AccountId, WebhookId},
};
use uuid::Uuid;

use crate::Aggregate;

/// The delivery aggregate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delivery {
    /// What is to be delivered, once it is requested.
    pub request: Option<Request>,
    /// The number of attempts so far.
    pub attempts: u32,
    /// When the next attempt is due. `None` before the first one.
    pub retry_at: Option<DateTime<Utc>>,
    /// Whether it succeeded or was given up.
    pub ended: bool,
}

/// What is to be delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The owner of the webhook.
    pub owner: AccountId,
    pub webhook_id: WebhookId,
    /// The same in every delivery of the message to this webhook.
    pub message_id: Uuid,
    pub message_type: String,
    /// The stream of the event that the message is about.
    pub stream: StreamId,
    pub version: Version,
}

impl Aggregate for Delivery {
    type Event = WebhookDeliveryEvent;

    fn evolve(self, event: &WebhookDeliveryEvent) -> Self {
        match event {
            WebhookDeliveryEvent::WebhookDeliveryRequested {
                account_id,
                webhook_id,
                message_id,
                message_type,
                event_stream,
                event_version,
                ..
            } => {
                let request = Request {
                    owner: *account_id,
                    webhook_id: *webhook_id,
                    message_id: *message_id,
                    message_type: message_type.clone(),
                    stream: event_stream.clone(),
                    version: *event_version,
                };
                Self { request: Some(request), ..self }
            }
            WebhookDeliveryEvent::WebhookDeliverySucceeded { attempt, .. } => {
                Self { attempts: *attempt, retry_at: None, ended: true, ..self }
            }
            WebhookDeliveryEvent::WebhookDeliveryFailed { attempt, retry_at, .. } => {
                Self { attempts: *attempt, retry_at: *retry_at, ended: retry_at.is_none(), ..self }
            }
            WebhookDeliveryEvent::WebhookDeliveryGivenUp { .. } => {
                Self { retry_at: None, ended: true, ..self }
            }
        }
    }
}
