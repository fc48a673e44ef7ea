//! Deliveries and their attempts.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    Position,
    events::{FailureReason, GiveUpReason, WebhookDeliveryEvent},
};
use uuid::Uuid;

/// How long a delivery is listed: from its request to that of the newest one to the same webhook.
const LISTED_FOR: TimeDelta = TimeDelta::days(30);

/// A delivery that this batch requested.
pub(in super::super) struct Delivery {
    pub(in super::super) webhook: Uuid,
    pub(in super::super) account: Uuid,
    pub(in super::super) message: Uuid,
    pub(in super::super) message_type: String,
    pub(in super::super) at: DateTime<Utc>,
    /// The position of the event that requested it.
    pub(in super::super) number: i64,
}

/// The last attempt at a delivery.
pub(in super::super) struct Attempt {
    pub(in super::super) number: i32,
    pub(in super::super) at: DateTime<Utc>,
    pub(in super::super) status: Option<i32>,
    pub(in super::super) failure: Option<String>,
    pub(in super::super) retry_at: Option<DateTime<Utc>>,
}

impl Attempt {
    pub(in super::super) fn state(&self) -> &'static str {
        match (&self.failure, self.retry_at) {
            (None, _) => "delivered",
            (Some(_), Some(_)) => "waiting",
            (Some(_), None) => "failed",
        }
    }
}

/// The changes to deliveries, in the order in which they are written.
#[derive(Default)]
pub(in super::super) struct Deliveries {
    /// Webhooks whose deliveries of earlier batches are deleted.
    pub(in super::super) of_removed: Vec<Uuid>,
    /// Accounts whose deliveries of earlier batches are deleted.
    pub(in super::super) of_erased: Vec<Uuid>,
    pub(in super::super) requested: HashMap<Uuid, Delivery>,
    pub(in super::super) attempted: HashMap<Uuid, Attempt>,
    /// Webhooks with new deliveries: those that were requested before this time are deleted.
    pub(in super::super) listed_since: HashMap<Uuid, DateTime<Utc>>,
    /// Given up because the webhook is paused.
    pub(in super::super) given_up: Vec<Uuid>,
    /// Given up for ever: their webhook or its owner is gone, or the owner is not active. They are deleted.
    pub(in super::super) ended: Vec<Uuid>,
}

impl Deliveries {
    pub(super) fn of_delivery(
        &mut self,
        (at, place): (DateTime<Utc>, Position),
        event: WebhookDeliveryEvent,
    ) {
        let number = |attempt: u32| i32::try_from(attempt).unwrap_or(i32::MAX);
        match event {
            WebhookDeliveryEvent::WebhookDeliveryRequested {
                delivery_id,
                account_id,
                webhook_id,
                message_id: message,
                message_type,
                ..
            } => {
                let number = i64::try_from(place.0).unwrap_or(i64::MAX);
                let (webhook, account) = (webhook_id.uuid(), account_id.uuid());
                let delivery = Delivery { webhook, account, message, message_type, at, number };
                let listed_since = self.listed_since.entry(webhook).or_default();
                *listed_since = (*listed_since).max(at - LISTED_FOR);
                self.requested.insert(delivery_id.uuid(), delivery);
            }
            WebhookDeliveryEvent::WebhookDeliverySucceeded { delivery_id, attempt, status, .. } => {
                let (status, number) = (Some(i32::from(status)), number(attempt));
                let attempt = Attempt { number, at, status, failure: None, retry_at: None };
                self.attempted.insert(delivery_id.uuid(), attempt);
            }
            WebhookDeliveryEvent::WebhookDeliveryFailed {
                delivery_id,
                attempt,
                status,
                reason,
                retry_at,
                ..
            } => {
                let (status, number) = (status.map(i32::from), number(attempt));
                let failure = Some(failure(reason, status));
                let attempt = Attempt { number, at, status, failure, retry_at };
                self.attempted.insert(delivery_id.uuid(), attempt);
            }
            WebhookDeliveryEvent::WebhookDeliveryGivenUp { delivery_id, reason, .. } => match reason {
                GiveUpReason::Paused => self.given_up.push(delivery_id.uuid()),
                GiveUpReason::Removed | GiveUpReason::Inactive => {
                    self.requested.remove(&delivery_id.uuid());
                    self.ended.push(delivery_id.uuid());
                }
            },
        }
    }

    /// Forgets the deliveries to a webhook that was removed.
    pub(super) fn forget(&mut self, webhook: Uuid) {
        self.requested.retain(|_, delivery| delivery.webhook != webhook);
        self.of_removed.push(webhook);
    }

    /// Forgets the deliveries to the webhooks of an erased account.
    pub(super) fn forget_account(&mut self, account: Uuid) {
        self.requested.retain(|_, delivery| delivery.account != account);
        self.of_erased.push(account);
    }
}

fn failure(reason: FailureReason, status: Option<i32>) -> String {
    match (reason, status) {
        (FailureReason::Refused, Some(status)) => format!("The receiver answered {status}"),
        (FailureReason::Refused, None) => "The receiver refused it".to_owned(),
        (FailureReason::Timeout, _) => "The receiver did not answer in time".to_owned(),
        (FailureReason::Unreachable, _) => "The receiver cannot be reached".to_owned(),
        (FailureReason::ConnectionLost, _) => "The connection was lost".to_owned(),
    }
}
