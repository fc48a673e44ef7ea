//! The state of an owner's webhooks, folded from their events, as far as decisions and deliveries need it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use shared_events::{
    Position, Version,
    events::{PauseReason, WebhookEvent},
    ids::{ReplayId, WebhookId},
};

use super::message_type::MessageType;
use crate::Aggregate;

/// The webhooks of one owner, without their addresses: those are personal data, and this state stays in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Webhooks {
    /// The webhooks that were not removed.
    pub all: BTreeMap<WebhookId, Webhook>,
    /// Those that were.
    pub removed: BTreeSet<WebhookId>,
    /// The version of the stream: how many events it has.
    version: Version,
}

/// A webhook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    /// The version of the event that created it. That event has its address.
    pub created: Version,
    pub types: BTreeSet<MessageType>,
    /// The number of the secret that signs its messages.
    pub secret_number: u32,
    /// Until then messages are signed with the secret before, too.
    pub former_secret_until: Option<DateTime<Utc>>,
    pub paused: Option<PauseReason>,
    /// The replay that is running.
    pub replay: Option<Replay>,
}

/// A replay that is running.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    pub id: ReplayId,
    /// It continues after this position of the log.
    pub after: Position,
    /// It leaves out earlier events.
    pub since: Option<DateTime<Utc>>,
    /// How many messages it has so far.
    pub messages: u32,
}

impl Webhook {
    /// Whether it gets messages of this type now.
    pub fn takes(&self, message_type: MessageType) -> bool {
        self.paused.is_none() && self.types.contains(&message_type)
    }

    /// The numbers of the secrets that sign a message sent now, the newest first.
    pub fn secrets(&self, now: DateTime<Utc>) -> Vec<u32> {
        let former = self
            .former_secret_until
            .filter(|until| now < *until)
            .and_then(|_| self.secret_number.checked_sub(1));
        [Some(self.secret_number), former].into_iter().flatten().collect()
    }
}

impl Aggregate for Webhooks {
    type Event = WebhookEvent;

    const STAYS_IN_MEMORY: bool = true;

    fn evolve(mut self, event: &WebhookEvent) -> Self {
        self.version += 1;
        match event {
            WebhookEvent::WebhookCreated { webhook_id, types, .. } => {
                // A type that only a newer program knows has no messages here.
                let types = types.iter().filter_map(|name| MessageType::named(name)).collect();
                let webhook = Webhook {
                    created: self.version,
                    types,
                    secret_number: 0,
                    former_secret_until: None,
                    paused: None,
                    replay: None,
                };
                self.all.insert(*webhook_id, webhook);
            }
            WebhookEvent::WebhookSecretRotated { webhook_id, secret_number, former_secret_until, .. } => {
                self.change(*webhook_id, |webhook| {
                    (webhook.secret_number, webhook.former_secret_until) =
                        (*secret_number, Some(*former_secret_until));
                });
            }
            WebhookEvent::WebhookPaused { webhook_id, reason, .. } => {
                // A pause ends a replay, too.
                self.change(*webhook_id, |webhook| (webhook.paused, webhook.replay) = (Some(*reason), None));
            }
            WebhookEvent::WebhookResumed { webhook_id, .. } => {
                self.change(*webhook_id, |webhook| webhook.paused = None);
            }
            WebhookEvent::WebhookReplayRequested { webhook_id, replay_id, after, since, .. } => {
                let replay = Replay { id: *replay_id, after: *after, since: *since, messages: 0 };
                self.change(*webhook_id, |webhook| webhook.replay = Some(replay));
            }
            WebhookEvent::WebhookReplayAdvanced { webhook_id, after, messages, .. } => {
                self.change(*webhook_id, |webhook| {
                    webhook.replay =
                        webhook.replay.map(|replay| Replay { after: *after, messages: *messages, ..replay });
                });
            }
            WebhookEvent::WebhookReplayEnded { webhook_id, .. } => {
                self.change(*webhook_id, |webhook| webhook.replay = None);
            }
            WebhookEvent::WebhookRemoved { webhook_id, .. } => {
                self.all.remove(webhook_id);
                self.removed.insert(*webhook_id);
            }
        }
        self
    }
}

impl Webhooks {
    fn change(&mut self, id: WebhookId, change: impl FnOnce(&mut Webhook)) {
        if let Some(webhook) = self.all.get_mut(&id) {
            change(webhook);
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::webhook::testing::*;

    #[test]
    fn a_paused_webhook_takes_nothing_until_it_is_resumed() {
        let takes =
            |events: &[WebhookEvent]| Webhooks::fold(events).all[&TILL].takes(MessageType::OrderPlaced);
        assert!(takes(&[created()]));
        assert!(!takes(&[created(), paused(PauseReason::Failing)]));
        assert!(takes(&[created(), paused(PauseReason::Owner), resumed()]));
        let other = Webhooks::fold(&[created()]).all[&TILL].takes(MessageType::ProductDeleted);
        assert!(!other, "it has not asked for these");
    }

    #[test]
    fn a_webhook_knows_the_event_with_its_address() {
        let other = WebhookId::new(uuid::Uuid::from_u128(9));
        let another = WebhookEvent::WebhookCreated {
            account_id: MERCHANT,
            webhook_id: other,
            url: shared_events::Personal::new(MERCHANT.uuid(), URL.to_owned()),
            types: Vec::new(),
        };
        let webhooks = Webhooks::fold(&[created(), paused(PauseReason::Owner), another, resumed()]);
        assert_eq!((webhooks.all[&TILL].created, webhooks.all[&other].created), (1, 3));
    }

    #[test]
    fn the_former_secret_signs_until_it_expires() {
        let webhook = Webhooks::fold(&[created(), rotated(1)]).all[&TILL].clone();
        assert_eq!(webhook.secrets(rotated_until() - TimeDelta::seconds(1)), [1, 0]);
        assert_eq!(webhook.secrets(rotated_until()), [1]);
        assert_eq!(Webhooks::fold(&[created()]).all[&TILL].secrets(rotated_until()), [0]);
    }
}
