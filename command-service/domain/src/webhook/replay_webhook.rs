//! The owner asks for messages about past events once more: all after a position of the log, or from a time on.

use chrono::{DateTime, Utc};
use shared_events::{
    Position,
    events::WebhookEvent,
    ids::{AccountId, ReplayId, WebhookId},
};
use uuid::Uuid;

use super::Webhooks;
use crate::Command;

/// Replay messages.
#[derive(Clone, Copy, Debug)]
pub struct ReplayWebhook {
    /// The merchant, or [`AccountId::SHOP`].
    pub owner: AccountId,
    pub webhook_id: WebhookId,
    pub replay_id: ReplayId,
    /// The messages begin after this position.
    pub after: Position,
    /// If given, only events of this time and later have their messages sent again.
    pub since: Option<DateTime<Utc>>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such webhook, or it belongs to another owner.
    #[error("Webhook not found")]
    NotFound,
    /// The webhook is paused.
    #[error("The webhook is paused. Please resume it first.")]
    Paused,
    /// Another replay has not ended.
    #[error("A replay is running. Please wait until it has ended.")]
    Running,
}

impl Command for ReplayWebhook {
    type Aggregate = Webhooks;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.owner.uuid()
    }

    /// The same command again changes nothing while its replay is running.
    fn decide(&self, webhooks: &Webhooks) -> Result<Vec<WebhookEvent>, Refusal> {
        let Self { owner, webhook_id, replay_id, after, since } = *self;
        let webhook = webhooks.all.get(&webhook_id).ok_or(Refusal::NotFound)?;
        if webhook.paused.is_some() {
            return Err(Refusal::Paused);
        }
        match webhook.replay {
            Some(running) if running.id == replay_id => Ok(Vec::new()),
            Some(_) => Err(Refusal::Running),
            None => Ok(vec![WebhookEvent::WebhookReplayRequested {
                account_id: owner,
                webhook_id,
                replay_id,
                after,
                since,
            }]),
        }
    }
}

#[cfg(test)]
mod tests {
    use shared_events::events::PauseReason;

    use super::*;
    use crate::{testing::given, webhook::testing::*};

    fn replay() -> ReplayWebhook {
        ReplayWebhook {
            owner: MERCHANT,
            webhook_id: TILL,
            replay_id: REPLAY,
            after: Position(7),
            since: None,
        }
    }

    #[test]
    fn only_a_webhook_that_gets_messages_can_have_them_replayed() {
        given::<Webhooks>(&[created()]).when(&replay()).then(&[replayed()]);
        let history = [created(), paused(PauseReason::Failing)];
        given::<Webhooks>(&history).when(&replay()).then_refused(Refusal::Paused);
        given::<Webhooks>(&[created(), removed()]).when(&replay()).then_refused(Refusal::NotFound);
    }

    #[test]
    fn a_webhook_has_one_replay_at_a_time() {
        let history = [created(), replayed()];
        given::<Webhooks>(&history).when(&replay()).then_nothing();
        let another = ReplayWebhook { replay_id: ReplayId::new(Uuid::from_u128(9)), ..replay() };
        given::<Webhooks>(&history).when(&another).then_refused(Refusal::Running);
        let history = [created(), replayed(), paused(PauseReason::Owner), resumed()];
        given::<Webhooks>(&history).when(&replay()).then(&[replayed()]);
    }
}
