//! Webhooks and the deliveries of their messages.

use shared_events::{
    Position, StreamId,
    events::{FailureReason, GiveUpReason, PauseReason, WebhookDeliveryEvent, WebhookEvent},
    ids::{AccountId, DeliveryId, ReplayId, WebhookId},
};
use uuid::Uuid;

use super::{Market, at, people::Person, pick, places};

/// A webhook that was not removed.
pub(super) struct Hook {
    owner: AccountId,
    id: WebhookId,
    secret: u32,
    paused: bool,
}

/// A delivery that has not ended.
pub(super) struct Sending {
    id: DeliveryId,
    hook: WebhookId,
    attempts: u32,
}

/// A replay begins, goes on, or ends.
fn replayed(account_id: AccountId, webhook_id: WebhookId, how: u8) -> WebhookEvent {
    let replay_id = ReplayId::new(Uuid::from_u128(0x4_0000));
    let (after, messages) = (Position(5 + u64::from(how)), 2);
    match how % 4 {
        0 => {
            let since = how.is_multiple_of(8).then(|| at(3));
            WebhookEvent::WebhookReplayRequested { account_id, webhook_id, replay_id, after, since }
        }
        1 => WebhookEvent::WebhookReplayAdvanced { account_id, webhook_id, replay_id, after, messages },
        end => {
            let complete = end == 2;
            WebhookEvent::WebhookReplayEnded { account_id, webhook_id, replay_id, after, messages, complete }
        }
    }
}

impl Market {
    /// Does something with a webhook of a person, or of the shop.
    pub(super) fn use_webhook_of(&mut self, who: u8, how: u8) {
        if who.is_multiple_of(4) {
            return self.use_webhook(AccountId::SHOP, how);
        }
        if let Some(place) = pick(&places(&self.people, Person::acts), who / 4) {
            self.use_webhook(self.people[place].id, how);
        }
    }

    /// Does something with a webhook of this account, which may have none yet.
    fn use_webhook(&mut self, owner: AccountId, how: u8) {
        let all: Vec<usize> =
            (0..self.hooks.len()).filter(|place| self.hooks[*place].owner == owner).collect();
        let Some(place) = pick(&all, how / 8).filter(|_| !how.is_multiple_of(7)) else {
            return self.create_webhook(owner);
        };
        let Hook { id: webhook_id, secret, paused, .. } = self.hooks[place];
        let account_id = owner;
        let event = match how % 8 {
            0..=2 => return self.deliver(place, how),
            3 if paused => WebhookEvent::WebhookResumed { account_id, webhook_id },
            3 | 4 if !paused => {
                let reason = if how.is_multiple_of(2) { PauseReason::Owner } else { PauseReason::Failing };
                WebhookEvent::WebhookPaused { account_id, webhook_id, reason }
            }
            5 => WebhookEvent::WebhookSecretRotated {
                account_id,
                webhook_id,
                secret_number: secret + 1,
                former_secret_until: at(9_999),
            },
            6 => replayed(account_id, webhook_id, how / 8),
            7 => WebhookEvent::WebhookRemoved { account_id, webhook_id },
            _ => return,
        };
        self.system(owner.uuid(), &event);
        match event {
            WebhookEvent::WebhookRemoved { .. } => {
                self.hooks.remove(place);
            }
            WebhookEvent::WebhookSecretRotated { secret_number, .. } => {
                self.hooks[place].secret = secret_number
            }
            WebhookEvent::WebhookPaused { .. } => self.hooks[place].paused = true,
            WebhookEvent::WebhookResumed { .. } => self.hooks[place].paused = false,
            _ => {}
        }
    }

    fn create_webhook(&mut self, owner: AccountId) {
        let webhook_id = WebhookId::new(Uuid::from_u128(0x7_0000 + self.fresh()));
        // Earlier versions accepted more than two slashes.
        let slashes = if webhook_id.uuid().as_u128().is_multiple_of(3) { "///" } else { "//" };
        let url = self.personal(owner, format!("https:{slashes}till.example/"));
        let types = vec!["order.placed".to_owned(), "product.approved".to_owned()];
        self.system(
            owner.uuid(),
            &WebhookEvent::WebhookCreated { account_id: owner, webhook_id, url, types },
        );
        self.hooks.push(Hook { owner, id: webhook_id, secret: 0, paused: false });
    }

    /// Requests a delivery, or makes an attempt at the oldest one.
    fn deliver(&mut self, place: usize, how: u8) {
        let (owner, hook) = (self.hooks[place].owner, self.hooks[place].id);
        if how.is_multiple_of(8) || self.sendings.is_empty() {
            let delivery_id = DeliveryId::new(Uuid::from_u128(0x6_0000 + self.fresh()));
            let requested = WebhookDeliveryEvent::WebhookDeliveryRequested {
                delivery_id,
                account_id: owner,
                webhook_id: hook,
                message_id: Uuid::from_u128(0x5_0000 + self.fresh()),
                message_type: "order.placed".to_owned(),
                event_stream: StreamId::new("order", Uuid::from_u128(1)),
                event_version: 1,
            };
            self.system(delivery_id.uuid(), &requested);
            self.sendings.push(Sending { id: delivery_id, hook, attempts: 0 });
            return;
        }
        let Sending { id: delivery_id, hook: webhook_id, attempts } = self.sendings[0];
        let attempt = attempts + 1;
        let (event, ended) = if how % 8 == 1 {
            (
                WebhookDeliveryEvent::WebhookDeliverySucceeded {
                    delivery_id,
                    webhook_id,
                    attempt,
                    status: 204,
                },
                true,
            )
        } else if how % 16 == 10 {
            let reason = [GiveUpReason::Paused, GiveUpReason::Removed, GiveUpReason::Inactive]
                [usize::from(how / 16) % 3];
            (WebhookDeliveryEvent::WebhookDeliveryGivenUp { delivery_id, webhook_id, reason }, true)
        } else {
            let retry_at = (attempt < 3).then(|| at(9_999));
            let (status, reason) =
                if how > 100 { (Some(500), FailureReason::Refused) } else { (None, FailureReason::Timeout) };
            let failed = WebhookDeliveryEvent::WebhookDeliveryFailed {
                delivery_id,
                webhook_id,
                attempt,
                status,
                reason,
                retry_at,
            };
            (failed, retry_at.is_none())
        };
        self.system(delivery_id.uuid(), &event);
        self.sendings[0].attempts = attempt;
        if ended {
            self.sendings.remove(0);
        }
    }
}
