//! The owner replaces the secret that signs the messages of a webhook.

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{
    events::WebhookEvent,
    ids::{AccountId, WebhookId},
};
use uuid::Uuid;

use super::Webhooks;
use crate::Command;

/// How long the secret before signs messages, too, so that a receiver can change over.
pub const FORMER_SECRET_LIFETIME: TimeDelta = TimeDelta::hours(24);

/// Replace the secret.
#[derive(Clone, Copy, Debug)]
pub struct RotateSecret {
    /// The merchant, or [`AccountId::SHOP`].
    pub owner: AccountId,
    pub webhook_id: WebhookId,
    pub now: DateTime<Utc>,
}

/// Reasons to refuse the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such webhook, or it belongs to another owner.
    #[error("Webhook not found")]
    NotFound,
    /// The secret before still signs: a receiver may not have changed over yet, and would lose both.
    #[error("The secret was replaced less than 24 hours ago. Please wait.")]
    TooSoon {
        /// Until then.
        wait: TimeDelta,
    },
}

impl Command for RotateSecret {
    type Aggregate = Webhooks;
    type Refusal = Refusal;

    fn stream(&self) -> Uuid {
        self.owner.uuid()
    }

    fn decide(&self, webhooks: &Webhooks) -> Result<Vec<WebhookEvent>, Refusal> {
        let Self { owner, webhook_id, now } = *self;
        let webhook = webhooks.all.get(&webhook_id).ok_or(Refusal::NotFound)?;
        if let Some(until) = webhook.former_secret_until.filter(|until| now < *until) {
            return Err(Refusal::TooSoon { wait: until - now });
        }
        Ok(vec![WebhookEvent::WebhookSecretRotated {
            account_id: owner,
            webhook_id,
            secret_number: webhook.secret_number + 1,
            former_secret_until: now + FORMER_SECRET_LIFETIME,
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Aggregate, testing::given, webhook::testing::*};

    #[test]
    fn each_secret_has_the_next_number_and_the_one_before_signs_for_a_day() {
        let now = rotated_until() - TimeDelta::hours(24);
        let rotate = RotateSecret { owner: MERCHANT, webhook_id: TILL, now };
        given::<Webhooks>(&[created()]).when(&rotate).then(&[rotated(1)]);
        given::<Webhooks>(&[created(), removed()]).when(&rotate).then_refused(Refusal::NotFound);
    }

    #[test]
    fn a_secret_is_not_replaced_again_while_the_one_before_signs() {
        let rotate = |now| RotateSecret { owner: MERCHANT, webhook_id: TILL, now };
        let early = rotate(rotated_until() - TimeDelta::minutes(1));
        let wait = TimeDelta::minutes(1);
        given::<Webhooks>(&[created(), rotated(1)]).when(&early).then_refused(Refusal::TooSoon { wait });
        let mut webhooks = Webhooks::fold(&[created(), rotated(1)]);
        for event in rotate(rotated_until()).decide(&webhooks).unwrap() {
            webhooks = webhooks.evolve(&event);
        }
        assert_eq!(webhooks.all[&TILL].secret_number, 2);
    }
}
