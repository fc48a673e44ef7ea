//! The owner of a paused webhook lets it get messages again. Those that it missed can be replayed.

use shared_events::{
    events::WebhookEvent,
    ids::{AccountId, WebhookId},
};
use uuid::Uuid;

use super::{NotFound, Webhooks};
use crate::Command;

/// Resume a webhook.
#[derive(Clone, Copy, Debug)]
pub struct ResumeWebhook {
    /// The merchant, or [`AccountId::SHOP`].
    pub owner: AccountId,
    pub webhook_id: WebhookId,
}

impl Command for ResumeWebhook {
    type Aggregate = Webhooks;
    type Refusal = NotFound;

    fn stream(&self) -> Uuid {
        self.owner.uuid()
    }

    /// Resuming a webhook that is not paused changes nothing.
    fn decide(&self, webhooks: &Webhooks) -> Result<Vec<WebhookEvent>, NotFound> {
        let Self { owner, webhook_id } = *self;
        let webhook = webhooks.all.get(&webhook_id).ok_or(NotFound)?;
        if webhook.paused.is_none() {
            return Ok(Vec::new());
        }
        Ok(vec![WebhookEvent::WebhookResumed { account_id: owner, webhook_id }])
    }
}

#[cfg(test)]
mod tests {
    use shared_events::events::PauseReason;

    use super::*;
    use crate::{testing::given, webhook::testing::*};

    #[test]
    fn a_paused_webhook_is_resumed_once() {
        let resume = ResumeWebhook { owner: MERCHANT, webhook_id: TILL };
        let history = [created(), paused(PauseReason::Failing), resumed()];
        given::<Webhooks>(&history[..2]).when(&resume).then(&[resumed()]);
        given::<Webhooks>(&history).when(&resume).then_nothing();
        given::<Webhooks>(&[]).when(&resume).then_refused(NotFound);
    }
}
