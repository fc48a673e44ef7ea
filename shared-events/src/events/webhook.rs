//! The events of an owner's webhooks: `webhook-<account id>`, or `webhook-<id of the shop>` for those about all
//! merchants. A webhook is an address that gets a message about each event of the chosen types.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::VariantNames;

use crate::{
    codec::Event,
    envelope::Position,
    ids::{AccountId, ReplayId, WebhookId},
    personal::Personal,
};

/// The reason why a webhook is paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PauseReason {
    /// Its owner paused it.
    Owner,
    /// It accepted no message since one failed for the first time, until that one was given up.
    Failing,
}

/// An event of an owner's webhooks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "type", content = "data", rename_all_fields = "camelCase")]
pub enum WebhookEvent {
    /// An address gets messages from now on.
    WebhookCreated {
        /// The merchant whose events the messages are about, or the shop itself.
        account_id: AccountId,
        /// The webhook.
        webhook_id: WebhookId,
        /// The address. It may contain a secret of the receiver.
        url: Personal<String>,
        /// The types of the messages: `order.placed`.
        types: Vec<String>,
    },
    /// The secret that signs the messages was replaced. The log has no secret: each is derived from the webhook's id, its
    /// number and a key of this installation.
    WebhookSecretRotated {
        /// The owner.
        account_id: AccountId,
        /// The webhook.
        webhook_id: WebhookId,
        /// The number of the new secret. The first one is 0.
        secret_number: u32,
        /// Until then messages are signed with the secret before, too.
        former_secret_until: DateTime<Utc>,
    },
    /// The address gets no messages until it is resumed.
    WebhookPaused {
        /// The owner.
        account_id: AccountId,
        /// The webhook.
        webhook_id: WebhookId,
        /// The reason.
        reason: PauseReason,
    },
    /// The address gets messages again.
    WebhookResumed {
        /// The owner.
        account_id: AccountId,
        /// The webhook.
        webhook_id: WebhookId,
    },
    /// Messages about past events are to be sent once more, up to the position of this event.
    WebhookReplayRequested {
        /// The owner.
        account_id: AccountId,
        /// The webhook.
        webhook_id: WebhookId,
        /// The replay.
        replay_id: ReplayId,
        /// The messages begin after this position of the log.
        after: Position,
        /// If given, only events of this time and later have their messages sent again.
        since: Option<DateTime<Utc>>,
    },
    /// The deliveries of a part of a replay were requested.
    WebhookReplayAdvanced {
        /// The owner.
        account_id: AccountId,
        /// The webhook.
        webhook_id: WebhookId,
        /// The replay.
        replay_id: ReplayId,
        /// It continues after this position of the log.
        after: Position,
        /// How many messages it has so far.
        messages: u32,
    },
    /// All deliveries of a replay were requested, or as many as a replay may have.
    WebhookReplayEnded {
        /// The owner.
        account_id: AccountId,
        /// The webhook.
        webhook_id: WebhookId,
        /// The replay.
        replay_id: ReplayId,
        /// Another replay for later messages begins after this position of the log.
        after: Position,
        /// How many messages it had.
        messages: u32,
        /// Whether all messages were requested. If not, it had as many as a replay may have.
        complete: bool,
    },
    /// The webhook exists no longer.
    WebhookRemoved {
        /// The owner.
        account_id: AccountId,
        /// The webhook.
        webhook_id: WebhookId,
    },
}

impl Event for WebhookEvent {
    const CATEGORY: &'static str = "webhook";
    const TYPES: &'static [&'static str] = Self::VARIANTS;
}
