//! A webhook is paused, by its owner or because its messages cannot be delivered.

use shared_events::{
    events::{PauseReason, WebhookEvent},
    ids::{AccountId, WebhookId},
};
use uuid::Uuid;

use super::{NotFound, Webhooks};
use crate::Command;

/// Pause a webhook.
#[derive(Clone, Copy, Debug)]
pub struct PauseWebhook {
    /// The merchant, or [`AccountId::SHOP`].
    pub owner: AccountId,
    pub webhook_id: WebhookId,
    pub reason: PauseReason,
}

impl Command for PauseWebhook {
    type Aggregate = Webhooks;
    type Refusal = NotFound;

    fn stream(&self) -> Uuid {
        self.owner.uuid()
    }

    /// Pausing a paused webhook changes nothing.
    fn decide(&self, webhooks: &Webhooks) -> Result<Vec<WebhookEvent>, NotFound> {
        let Self { owner, webhook_id, reason } = *self;
        let webhook = webhooks.all.get(&webhook_id).ok_or(NotFound)?;
        if webhook.paused.is_some() {
            return Ok(Vec::new());
        }
        Ok(vec![WebhookEvent::WebhookPaused { account_id: owner, webhook_id, reason }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{testing::given, webhook::testing::*};

    #[test]
    fn a_webhook_is_paused_once() {
        let reason = PauseReason::Failing;
        let pause = PauseWebhook { owner: MERCHANT, webhook_id: TILL, reason };
        given::<Webhooks>(&[created()]).when(&pause).then(&[paused(reason)]);
        given::<Webhooks>(&[created(), paused(PauseReason::Owner)]).when(&pause).then_nothing();
        given::<Webhooks>(&[created(), removed()]).when(&pause).then_refused(NotFound);
    }
}
