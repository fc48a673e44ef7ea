//! All webhooks of an owner are paused, because whoever created them may have stolen the password.

use std::convert::Infallible;

use shared_events::{
    events::{PauseReason, WebhookEvent},
    ids::AccountId,
};
use uuid::Uuid;

use super::Webhooks;
use crate::Command;

/// Pause all webhooks of this owner.
#[derive(Clone, Copy, Debug)]
pub struct PauseAllWebhooks {
    pub owner: AccountId,
}

impl Command for PauseAllWebhooks {
    type Aggregate = Webhooks;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.owner.uuid()
    }

    fn decide(&self, webhooks: &Webhooks) -> Result<Vec<WebhookEvent>, Infallible> {
        let running = webhooks.all.iter().filter(|(_, webhook)| webhook.paused.is_none());
        let pause = |webhook_id| WebhookEvent::WebhookPaused {
            account_id: self.owner,
            webhook_id,
            reason: PauseReason::Owner,
        };
        Ok(running.map(|(id, _)| pause(*id)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{testing::given, webhook::testing::*};

    #[test]
    fn every_running_webhook_is_paused() {
        let all = PauseAllWebhooks { owner: MERCHANT };
        given::<Webhooks>(&[created()]).when(&all).then(&[paused(PauseReason::Owner)]);
        given::<Webhooks>(&[created(), paused(PauseReason::Failing)]).when(&all).then_nothing();
        given::<Webhooks>(&[created(), removed()]).when(&all).then_nothing();
    }
}
