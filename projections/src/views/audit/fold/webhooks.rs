//! Audit entries about the shop's webhooks, which get messages about all merchants. What merchants do with their own
//! webhooks is no decision of the shop.

use serde_json::{Map, json};
use shared_events::{
    RawEvent, Recorded,
    events::{PauseReason, WebhookEvent},
    ids::{AccountId, WebhookId},
};

use super::{entry::Entry, subject::Decision};

/// Makes the entry of a decision about a webhook of the shop.
pub(super) fn entry(recorded: &Recorded<RawEvent>, event: WebhookEvent) -> Option<Entry> {
    if recorded.stream.id != AccountId::SHOP.uuid() {
        return None;
    }
    let mut after = None;
    let mut failing = None;
    let (action, webhook_id) = match event {
        WebhookEvent::WebhookCreated { webhook_id, url, types, .. } => {
            let mut created = Map::from_iter([("messages".to_owned(), json!(types))]);
            created
                .extend(url.get().and_then(|url| host(url)).map(|host| ("sentTo".to_owned(), json!(host))));
            after = Some(created);
            ("created", webhook_id)
        }
        WebhookEvent::WebhookSecretRotated { webhook_id, .. } => ("secret-replaced", webhook_id),
        WebhookEvent::WebhookPaused { webhook_id, reason, .. } => {
            failing =
                (reason == PauseReason::Failing).then(|| "It accepted no message for too long".to_owned());
            ("paused", webhook_id)
        }
        WebhookEvent::WebhookResumed { webhook_id, .. } => ("resumed", webhook_id),
        WebhookEvent::WebhookReplayRequested { webhook_id, .. } => ("replayed", webhook_id),
        WebhookEvent::WebhookRemoved { webhook_id, .. } => ("removed", webhook_id),
        WebhookEvent::WebhookReplayAdvanced { .. } | WebhookEvent::WebhookReplayEnded { .. } => return None,
    };
    let decision = Decision { action, reason: None, before: None, after }.because(failing);
    Some(about(recorded, webhook_id, decision))
}

/// The host of an address, with its port. The path is not shown: it may have a secret of the receiver. Earlier
/// versions accepted addresses with more than two slashes before the host, and messages are sent to that host.
fn host(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    rest.trim_start_matches('/').split(['/', '?', '#']).next()
}

fn about(recorded: &Recorded<RawEvent>, webhook_id: WebhookId, decision: Decision) -> Entry {
    Entry {
        event_id: recorded.event_id,
        position: recorded.position,
        at: recorded.recorded_at,
        actor: recorded.actor.clone(),
        decision,
        subject_id: webhook_id.uuid(),
        subject_type: "webhook".to_owned(),
        subject_name: Some(webhook_id.to_string()),
        merchant_id: None,
    }
}
