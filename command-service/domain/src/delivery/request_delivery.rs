//! A message is to be delivered to a webhook.

use std::convert::Infallible;

use shared_events::{events::WebhookDeliveryEvent, ids::DeliveryId};
use uuid::Uuid;

use super::{Delivery, Request};
use crate::Command;

#[derive(Clone, Debug)]
pub struct RequestDelivery {
    pub delivery_id: DeliveryId,
    pub request: Request,
}

impl Command for RequestDelivery {
    type Aggregate = Delivery;
    type Refusal = Infallible;

    fn stream(&self) -> Uuid {
        self.delivery_id.uuid()
    }

    /// The same command again changes nothing.
    fn decide(&self, delivery: &Delivery) -> Result<Vec<WebhookDeliveryEvent>, Infallible> {
        if delivery.request.is_some() {
            return Ok(Vec::new());
        }
        let Request { owner, webhook_id, message_id, message_type, stream, version } = self.request.clone();
        Ok(vec![WebhookDeliveryEvent::WebhookDeliveryRequested {
            delivery_id: self.delivery_id,
            account_id: owner,
            webhook_id,
            message_id,
            message_type,
            event_stream: stream,
            event_version: version,
        }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{delivery::testing::*, testing::given};

    #[test]
    fn a_delivery_is_requested_once() {
        let command = RequestDelivery { delivery_id: DELIVERY, request: request() };
        given::<Delivery>(&[]).when(&command).then(&[requested()]);
        given::<Delivery>(&[requested()]).when(&command).then_nothing();
    }
}
