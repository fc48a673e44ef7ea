//! The owner removes a webhook.

use shared_events::{
    events::WebhookEvent,
    ids::{AccountId, WebhookId},
};
use uuid::Uuid;

use super::{NotFound, Webhooks};
use crate::Command;

/// Remove a webhook.
#[derive(Clone, Copy, Debug)]
pub struct RemoveWebhook {
    /// The merchant, or [`AccountId::SHOP`].
    pub owner: AccountId,
    pub webhook_id: WebhookId,
}

impl Command for RemoveWebhook {
    type Aggregate = Webhooks;
    type Refusal = NotFound;

    fn stream(&self) -> Uuid {
        self.owner.uuid()
    }

    /// Removing a webhook twice changes nothing.
    fn decide(&self, webhooks: &Webhooks) -> Result<Vec<WebhookEvent>, NotFound> {
        let Self { owner, webhook_id } = *self;
        if webhooks.removed.contains(&webhook_id) {
            return Ok(Vec::new());
        }
        if !webhooks.all.contains_key(&webhook_id) {
            return Err(NotFound);
        }
        Ok(vec![WebhookEvent::WebhookRemoved { account_id: owner, webhook_id }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{testing::given, webhook::testing::*};

    #[test]
    fn a_webhook_is_removed_once() {
        let remove = RemoveWebhook { owner: MERCHANT, webhook_id: TILL };
        given::<Webhooks>(&[created()]).when(&remove).then(&[removed()]);
        given::<Webhooks>(&[created(), removed()]).when(&remove).then_nothing();
        given::<Webhooks>(&[]).when(&remove).then_refused(NotFound);
    }
}
