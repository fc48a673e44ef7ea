//! The events of the delivery of one message to a webhook: `webhookdelivery-<delivery id>`.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::VariantNames;
use uuid::Uuid;

use crate::{
    codec::Event,
    envelope::{StreamId, Version},
    ids::{AccountId, DeliveryId, WebhookId},
};

/// Why a message is not sent any more although it has attempts left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GiveUpReason {
    /// The webhook is paused.
    Paused,
    /// The webhook was removed.
    Removed,
    /// The account of its owner is not active, or was deleted.
    Inactive,
}

/// Why an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureReason {
    /// The receiver answered with another status than 200 to 299.
    Refused,
    /// The receiver did not answer in time.
    Timeout,
    /// The receiver cannot be reached.
    Unreachable,
    /// The connection ended before the answer.
    ConnectionLost,
}

/// An event of a delivery.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum WebhookDeliveryEvent {
    /// A message is to be delivered.
    WebhookDeliveryRequested {
        /// The delivery.
        delivery_id: DeliveryId,
        /// The owner of the webhook.
        account_id: AccountId,
        /// The webhook.
        webhook_id: WebhookId,
        /// The message's id. It is the same in every delivery of the message to this webhook.
        message_id: Uuid,
        /// The message's type: `order.placed`.
        message_type: String,
        /// The stream of the event that the message is about.
        event_stream: StreamId,
        /// The version of that event in its stream.
        event_version: Version,
    },
    /// The receiver accepted the message.
    WebhookDeliverySucceeded {
        /// The delivery.
        delivery_id: DeliveryId,
        /// The webhook.
        webhook_id: WebhookId,
        /// The number of the attempt, from 1.
        attempt: u32,
        /// The status of the answer.
        status: u16,
    },
    /// An attempt failed.
    WebhookDeliveryFailed {
        /// The delivery.
        delivery_id: DeliveryId,
        /// The webhook.
        webhook_id: WebhookId,
        /// The number of the attempt, from 1.
        attempt: u32,
        /// The status of the answer, if there was one.
        status: Option<u16>,
        /// What went wrong.
        reason: FailureReason,
        /// When the next attempt is made. There is none if this is missing.
        retry_at: Option<DateTime<Utc>>,
    },
    /// The message is not sent any more, because its webhook gets no messages.
    WebhookDeliveryGivenUp {
        /// The delivery.
        delivery_id: DeliveryId,
        /// The webhook.
        webhook_id: WebhookId,
        /// The reason.
        reason: GiveUpReason,
    },
}

impl Event for WebhookDeliveryEvent {
    const CATEGORY: &'static str = "webhookdelivery";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
