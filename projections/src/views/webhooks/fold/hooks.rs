//! Webhooks: created, paused, replayed, removed.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shared_events::{
    Position,
    events::{PauseReason, WebhookEvent},
    ids::WebhookId,
};
use uuid::Uuid;

/// A webhook that this batch created.
pub(in super::super) struct Webhook {
    pub(in super::super) account: Uuid,
    pub(in super::super) url: Option<String>,
    /// The names of its types, separated by spaces.
    pub(in super::super) types: String,
    pub(in super::super) at: DateTime<Utc>,
}

/// Why and since when a webhook is paused, if it is.
pub(in super::super) type Pause = Option<(&'static str, DateTime<Utc>)>;

/// How far the last replay is.
#[derive(Clone, Copy)]
pub(in super::super) struct Replay {
    pub(in super::super) state: &'static str,
    pub(in super::super) after: i64,
    pub(in super::super) messages: i32,
}

/// The changes to webhooks, in the order in which they are written.
#[derive(Default)]
pub(in super::super) struct Hooks {
    pub(in super::super) created: HashMap<Uuid, Webhook>,
    /// Webhooks that were paused or resumed.
    pub(in super::super) paused: HashMap<Uuid, Pause>,
    /// Webhooks whose replay of an earlier batch was stopped by a pause.
    pub(in super::super) stopped: Vec<Uuid>,
    /// The last replays.
    pub(in super::super) replayed: HashMap<Uuid, Replay>,
    /// Webhooks that were removed.
    pub(in super::super) removed: Vec<Uuid>,
    /// Accounts that were erased.
    pub(in super::super) erased: Vec<Uuid>,
}

impl Hooks {
    pub(super) fn of_webhook(&mut self, at: DateTime<Utc>, event: WebhookEvent) {
        match event {
            WebhookEvent::WebhookCreated { account_id, webhook_id, url, types } => {
                let (account, url, types) = (account_id.uuid(), url.into_inner(), types.join(" "));
                self.created.insert(webhook_id.uuid(), Webhook { account, url, types, at });
            }
            WebhookEvent::WebhookPaused { webhook_id, reason, .. } => {
                self.paused.insert(webhook_id.uuid(), Some((name(reason), at)));
                match self.replayed.get_mut(&webhook_id.uuid()) {
                    Some(replay) if replay.state == "running" => replay.state = "stopped",
                    Some(_) => {}
                    None => self.stopped.push(webhook_id.uuid()),
                }
            }
            WebhookEvent::WebhookResumed { webhook_id, .. } => {
                self.paused.insert(webhook_id.uuid(), None);
            }
            WebhookEvent::WebhookReplayRequested { webhook_id, after, .. } => {
                self.replay(webhook_id, "running", after, 0);
            }
            WebhookEvent::WebhookReplayAdvanced { webhook_id, after, messages, .. } => {
                self.replay(webhook_id, "running", after, messages);
            }
            WebhookEvent::WebhookReplayEnded { webhook_id, after, messages, complete, .. } => {
                self.replay(webhook_id, if complete { "complete" } else { "more" }, after, messages);
            }
            WebhookEvent::WebhookRemoved { webhook_id, .. } => self.removed.push(webhook_id.uuid()),
            WebhookEvent::WebhookSecretRotated { .. } => {}
        }
    }

    fn replay(&mut self, webhook: WebhookId, state: &'static str, after: Position, messages: u32) {
        let after = i64::try_from(after.0).unwrap_or(i64::MAX);
        let messages = i32::try_from(messages).unwrap_or(i32::MAX);
        self.replayed.insert(webhook.uuid(), Replay { state, after, messages });
    }

    pub(super) fn forget(&mut self, account: Uuid) {
        self.created.retain(|_, webhook| webhook.account != account);
        self.erased.push(account);
    }
}

const fn name(reason: PauseReason) -> &'static str {
    match reason {
        PauseReason::Owner => "owner",
        PauseReason::Failing => "failing",
    }
}
