use std::{collections::BTreeMap, sync::Arc};

use projections::{engine::View, views};
use serde_json::{Value, json};
use shared_events::{
    Position, RawEvent, Recorded,
    events::{AccountEvent, FailureReason, GiveUpReason, PauseReason, WebhookDeliveryEvent, WebhookEvent},
    ids::{AccountId, DeliveryId, WebhookId},
};

use crate::model::{Answer, Model, answer, moment, read, readable};

const WEBHOOKS: &str = "SELECT webhook_id, account_id, url, types, created_at, paused, paused_at, replay, \
     replay_after, replay_messages FROM read.webhooks_webhooks";
const DELIVERIES: &str = "SELECT delivery_id, webhook_id, account_id, message_type, requested_at, number, attempts, \
     attempted_at, status, failure, retry_at, state FROM read.webhooks_deliveries";

#[derive(Default)]
pub(crate) struct Webhooks {
    webhooks: BTreeMap<WebhookId, (AccountId, Value)>,
    deliveries: BTreeMap<DeliveryId, Value>,
}

impl Webhooks {
    fn set(&mut self, id: WebhookId, paused: Value, at: Value) {
        if let Some((_, row)) = self.webhooks.get_mut(&id) {
            (row["paused"], row["paused_at"]) = (paused, at);
        }
    }
}

impl Webhooks {
    fn replay(&mut self, id: WebhookId, state: &str, after: Position, messages: u32) {
        if let Some((_, row)) = self.webhooks.get_mut(&id) {
            row["replay"] = json!(state);
            (row["replay_after"], row["replay_messages"]) = (json!(after), json!(messages));
        }
    }
}

impl Model for Webhooks {
    fn view(&self) -> Arc<dyn View> {
        Arc::new(views::webhooks::Webhooks)
    }

    fn note(&mut self, recorded: &Recorded<RawEvent>) {
        let at = moment(recorded.recorded_at);
        match read::<WebhookEvent>(recorded) {
            Some(WebhookEvent::WebhookCreated { account_id, webhook_id, url, types }) => {
                let row = json!({
                    "webhook_id": webhook_id, "account_id": account_id, "url": readable(&url), "types": types,
                    "created_at": at, "paused": null, "paused_at": null, "replay": null, "replay_after": null,
                    "replay_messages": null,
                });
                self.webhooks.insert(webhook_id, (account_id, row));
            }
            Some(WebhookEvent::WebhookPaused { webhook_id, reason, .. }) => {
                let reason = if reason == PauseReason::Owner { "owner" } else { "failing" };
                self.set(webhook_id, json!(reason), at.clone());
                if let Some((_, row)) = self.webhooks.get_mut(&webhook_id)
                    && row["replay"] == "running"
                {
                    row["replay"] = json!("stopped");
                }
            }
            Some(WebhookEvent::WebhookResumed { webhook_id, .. }) => {
                self.set(webhook_id, Value::Null, Value::Null);
            }
            Some(WebhookEvent::WebhookReplayRequested { webhook_id, after, .. }) => {
                self.replay(webhook_id, "running", after, 0);
            }
            Some(WebhookEvent::WebhookReplayAdvanced { webhook_id, after, messages, .. }) => {
                self.replay(webhook_id, "running", after, messages);
            }
            Some(WebhookEvent::WebhookReplayEnded { webhook_id, after, messages, complete, .. }) => {
                self.replay(webhook_id, if complete { "complete" } else { "more" }, after, messages);
            }
            Some(WebhookEvent::WebhookRemoved { webhook_id, .. }) => {
                self.webhooks.remove(&webhook_id);
                self.deliveries.retain(|_, row| row["webhook_id"] != json!(webhook_id));
            }
            _ => {}
        }
        if let Some(AccountEvent::AccountErased { account_id }) = read(recorded) {
            self.webhooks.retain(|_, (owner, _)| *owner != account_id);
            self.deliveries.retain(|_, row| row["account_id"] != json!(account_id));
        }
        let (id, attempt, status, failure, retry_at) = match read::<WebhookDeliveryEvent>(recorded) {
            Some(WebhookDeliveryEvent::WebhookDeliveryRequested {
                delivery_id,
                account_id,
                webhook_id,
                message_type,
                ..
            }) => {
                let row = json!({
                    "delivery_id": delivery_id, "webhook_id": webhook_id, "account_id": account_id,
                    "message_type": message_type, "requested_at": at, "number": recorded.position, "attempts": 0, "attempted_at": null, "status": null,
                    "failure": null, "retry_at": null, "state": "waiting",
                });
                self.deliveries.insert(delivery_id, row);
                return;
            }
            Some(WebhookDeliveryEvent::WebhookDeliverySucceeded { delivery_id, attempt, status, .. }) => {
                (delivery_id, attempt, Some(status), None, None)
            }
            Some(WebhookDeliveryEvent::WebhookDeliveryFailed {
                delivery_id,
                attempt,
                status,
                reason,
                retry_at,
                ..
            }) => {
                let text = match (reason, status) {
                    (FailureReason::Refused, Some(status)) => format!("The receiver answered {status}"),
                    (FailureReason::Timeout, _) => "The receiver did not answer in time".to_owned(),
                    other => panic!("no history has {other:?}"),
                };
                (delivery_id, attempt, status, Some(text), retry_at)
            }
            Some(WebhookDeliveryEvent::WebhookDeliveryGivenUp { delivery_id, reason, .. }) => {
                if reason != GiveUpReason::Paused {
                    self.deliveries.remove(&delivery_id);
                } else if let Some(row) = self.deliveries.get_mut(&delivery_id) {
                    (row["failure"], row["retry_at"], row["state"]) =
                        (json!("The webhook is paused"), Value::Null, json!("given-up"));
                }
                return;
            }
            None => return,
        };
        if let Some(row) = self.deliveries.get_mut(&id) {
            row["attempts"] = json!(attempt);
            row["attempted_at"] = at;
            row["status"] = json!(status);
            let state = if retry_at.is_some() { "waiting" } else { "failed" };
            row["state"] = json!(if failure.is_none() { "delivered" } else { state });
            row["failure"] = json!(failure);
            row["retry_at"] = retry_at.map_or(Value::Null, moment);
        }
    }

    fn answers(&self) -> Vec<Answer> {
        vec![
            answer(WEBHOOKS, self.webhooks.values().map(|(_, row)| row.clone())),
            answer(DELIVERIES, self.deliveries.values().cloned()),
        ]
    }
}

#[test]
fn webhooks_agree_with_their_model() {
    crate::folding::agrees::<Webhooks>();
}
