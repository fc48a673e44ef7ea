//! A message is not sent any more, because its webhook gets no messages.

use std::convert::Infallible;

use shared_events::{
    events::{GiveUpReason, WebhookDeliveryEvent},
    ids::{DeliveryId, WebhookId},
};
use uuid::Uuid;

use super::Delivery;
use crate::Command;

#[derive(Clone, Copy, Debug)]
pub struct GiveUp {
    pub delivery_id: DeliveryId,
    pub webhook_id: WebhookId,
    pub reason: GiveUpReason,
}

impl Command for GiveUp {
    type Aggregate = Delivery;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.delivery_id.uuid()
    }

    /// A delivery that has ended stays as it is.
    fn decide(&self, delivery: &Delivery) -> Result<Vec<WebhookDeliveryEvent>, Infallible> {
        if delivery.ended {
            return Ok(Vec::new());
        }
        let Self { delivery_id, webhook_id, reason } = *self;
        Ok(vec![WebhookDeliveryEvent::WebhookDeliveryGivenUp { delivery_id, webhook_id, reason }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{delivery::testing::*, testing::given};

    #[test]
    fn a_delivery_is_given_up_once_and_without_an_attempt() {
        let reason = GiveUpReason::Paused;
        let give_up = GiveUp { delivery_id: DELIVERY, webhook_id: WEBHOOK, reason };
        let given_up = WebhookDeliveryEvent::WebhookDeliveryGivenUp {
            delivery_id: DELIVERY,
            webhook_id: WEBHOOK,
            reason,
        };
        given::<Delivery>(&[requested()]).when(&give_up).then(std::slice::from_ref(&given_up));
        given::<Delivery>(&[requested(), given_up]).when(&give_up).then_nothing();
    }
}
