//! Events and ids of webhooks for tests.

use chrono::{DateTime, Utc};
use shared_events::{
    Personal, Position,
    events::{PauseReason, WebhookEvent},
    ids::{ReplayId, WebhookId},
};
use uuid::Uuid;

pub(super) use crate::account::testing::MERCHANT;

/// The webhook of the merchant's till.
pub(super) const TILL: WebhookId = WebhookId::new(Uuid::from_u128(0x7112));
pub(super) const REPLAY: ReplayId = ReplayId::new(Uuid::from_u128(0x4e));
pub(super) const URL: &str = "https://till.example/hooks";

pub(super) fn rotated_until() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_086_400, 0).unwrap()
}

pub(super) fn created() -> WebhookEvent {
    WebhookEvent::WebhookCreated {
        account_id: MERCHANT,
        webhook_id: TILL,
        url: Personal::new(MERCHANT.uuid(), URL.to_owned()),
        types: vec!["order.placed".to_owned(), "order.cancelled".to_owned()],
    }
}

pub(super) fn rotated(secret_number: u32) -> WebhookEvent {
    let former_secret_until = rotated_until();
    WebhookEvent::WebhookSecretRotated {
        account_id: MERCHANT,
        webhook_id: TILL,
        secret_number,
        former_secret_until,
    }
}

pub(super) fn paused(reason: PauseReason) -> WebhookEvent {
    WebhookEvent::WebhookPaused { account_id: MERCHANT, webhook_id: TILL, reason }
}

pub(super) fn resumed() -> WebhookEvent {
    WebhookEvent::WebhookResumed { account_id: MERCHANT, webhook_id: TILL }
}

pub(super) fn replayed() -> WebhookEvent {
    let (replay_id, after) = (REPLAY, Position(7));
    WebhookEvent::WebhookReplayRequested {
        account_id: MERCHANT,
        webhook_id: TILL,
        replay_id,
        after,
        since: None,
    }
}

pub(super) fn removed() -> WebhookEvent {
    WebhookEvent::WebhookRemoved { account_id: MERCHANT, webhook_id: TILL }
}
