//! A delivery for tests.

use shared_events::{
    StreamId,
    events::WebhookDeliveryEvent,
    ids::{DeliveryId, WebhookId},
};
use uuid::Uuid;

use super::Request;
use crate::account::testing::MERCHANT;

pub(super) const DELIVERY: DeliveryId = DeliveryId::new(Uuid::from_u128(0xde));
pub(super) const WEBHOOK: WebhookId = WebhookId::new(Uuid::from_u128(0x7112));

pub(super) fn request() -> Request {
    Request {
        owner: MERCHANT,
        webhook_id: WEBHOOK,
        message_id: Uuid::from_u128(3),
        message_type: "order.placed".to_owned(),
        stream: StreamId::new("order", Uuid::from_u128(5)),
        version: 1,
    }
}

pub(super) fn requested() -> WebhookDeliveryEvent {
    let Request { owner, webhook_id, message_id, message_type, stream, version } = request();
    WebhookDeliveryEvent::WebhookDeliveryRequested {
        delivery_id: DELIVERY,
        account_id: owner,
        webhook_id,
        message_id,
        message_type,
        event_stream: stream,
        event_version: version,
    }
}
