//! The event that all contestants write: the same JSON of about 600 bytes.

use std::sync::LazyLock;

use chrono::DateTime;
use serde_json::{Value, json};
use shared_events::{Actor, NewEvent, Payload, RawEvent, StreamId};
use uuid::Uuid;

/// The category of every stream.
pub(crate) const CATEGORY: &str = "order";
/// The type of every event.
pub(crate) const EVENT_TYPE: &str = "OrderPlaced";

/// Built once, because only storing the event is measured.
static PAYLOAD: LazyLock<Payload> = LazyLock::new(|| data().into());

/// The id of the stream with this number. Ids are in random order, so that no index profits from their order.
pub(crate) fn stream(number: u64) -> StreamId {
    StreamId::new(CATEGORY, Uuid::new_v5(&Uuid::NAMESPACE_OID, &number.to_be_bytes()))
}

/// `count` events of a stream. `first` is the number of the first event.
pub(crate) fn events(stream: &StreamId, first: u32, count: u32) -> Vec<NewEvent> {
    let id = stream.id;
    (first..first + count)
        .map(|number| NewEvent {
            event_id: Uuid::new_v5(&id, &number.to_be_bytes()),
            payload: RawEvent { event_type: EVENT_TYPE.into(), schema_version: 1, data: PAYLOAD.clone() },
            recorded_at: DateTime::from_timestamp(1_795_000_000, 0).unwrap(),
            correlation_id: id,
            causation_id: id,
            actor: actor(),
        })
        .collect()
}

/// The actor of every event.
pub(crate) fn actor() -> Actor {
    Actor::system("bench")
}

/// The payload as JSON, for the other contestants.
pub(crate) fn data() -> Value {
    json!({
        "orderId": Uuid::from_u128(1), "checkoutId": Uuid::from_u128(2), "customerId": Uuid::from_u128(3),
        "merchantId": Uuid::from_u128(4), "merchantName": "Meadow Farm", "number": "GS-261121-7K2QF-1",
        "amounts": { "subtotal": 1250, "tax": 100, "deliveryFee": 500, "total": 1850 },
        "lines": [{
            "productId": Uuid::from_u128(5), "name": "Tomatoes", "unit": "pound", "price": 625, "quantity": 2,
            "imageUrl": "/demo/tomatoes.webp", "merchantId": Uuid::from_u128(4),
        }],
        "note": "x".repeat(70),
    })
}
