//! Explains the present state of an order or a product by its events.

use event_store::{EventLog, ReadError};
use query_service::operations::{Reason, Why, WhyKind};
use serde_json::{Value, json};
use shared_events::{
    Event, StreamId, decode,
    events::{CheckoutEvent, OrderEvent, ProductEvent, StockEvent},
};
use uuid::Uuid;

use super::{detail::mask, fields::differences, head, sentences::sentence, steps};

/// The most events of each stream that are shown; older ones are only counted.
const EVENTS_PER_STREAM: u64 = 200;

/// The explanation; `None` when there is no such order or product.
pub(crate) async fn explain(log: &EventLog, kind: WhyKind, id: Uuid) -> Result<Option<Why>, ReadError> {
    let category = match kind {
        WhyKind::Order => OrderEvent::CATEGORY,
        WhyKind::Product => ProductEvent::CATEGORY,
    };
    let Some((mut reasons, mut left_out)) = of_stream(log, &StreamId::new(category, id)).await? else {
        return Ok(None);
    };
    let beside = match kind {
        WhyKind::Order => checkout_of(log, id).await?,
        WhyKind::Product => Some(StreamId::new(StockEvent::CATEGORY, id)),
    };
    if let Some(stream) = beside
        && let Some((more, earlier)) = of_stream(log, &stream).await?
    {
        reasons.extend(more);
        left_out += earlier;
    }
    reasons.sort_by_key(|reason| reason.event.position);
    Ok(Some(Why { kind, id, reasons, left_out }))
}

/// The checkout that paid for an order.
async fn checkout_of(log: &EventLog, order: Uuid) -> Result<Option<StreamId>, ReadError> {
    let placed = log.read_stream_masked(&StreamId::new(OrderEvent::CATEGORY, order), 0, 1).await?.pop();
    Ok(match placed.and_then(|placed| decode(placed.event).ok()) {
        Some(OrderEvent::OrderPlaced { checkout_id, .. }) => {
            Some(StreamId::new(CheckoutEvent::CATEGORY, checkout_id.uuid()))
        }
        _ => None,
    })
}

/// The reasons in a stream and the number of earlier ones left out; `None` when the stream has no events.
async fn of_stream(log: &EventLog, stream: &StreamId) -> Result<Option<(Vec<Reason>, u64)>, ReadError> {
    let Some(last) = log.last_masked(stream).await? else { return Ok(None) };
    let left_out = last.version.saturating_sub(EVENTS_PER_STREAM);
    // Read one event more: the first reason is compared with the state before it.
    let from = left_out.saturating_sub(1);
    let limit = usize::try_from(last.version - from).unwrap_or(usize::MAX);
    let mut before = None;
    let mut reasons = Vec::new();
    for (event, state) in steps::read(log, stream, from, limit).await? {
        if event.version > left_out {
            let fields = match &state {
                Some(state) => differences(before.as_ref(), Some(state)),
                // There is no state to compare, so show the event's payload.
                None => differences(None, Some(&payload(&event.event.data))),
            };
            reasons.push(Reason { sentence: sentence(&event), event: head(&event), fields });
        }
        before = state;
    }
    Ok(Some((reasons, left_out)))
}

fn payload(data: &shared_events::Payload) -> Value {
    let mut data = data.to_value().unwrap_or_else(|_| json!({}));
    mask(&mut data);
    data
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use event_store::{Append, ExpectedVersion, Provenance};
    use shared_events::{Actor, Role, ids::AccountId, ids::ProductId};

    use super::*;

    /// A log with this many stock counts of a product.
    async fn counts(id: Uuid, numbers: u32) -> EventLog {
        let log = EventLog::in_memory();
        let actor = Actor::Account { id: AccountId::new(id), role: Role::Merchant };
        let provenance = Provenance::of_command(id, actor, DateTime::UNIX_EPOCH);
        let product_id = ProductId::new(id);
        let counted = |quantity| StockEvent::StockCounted { product_id, quantity };
        let append =
            Append { id, expected: ExpectedVersion::Exact(0), events: (1..=numbers).map(counted).collect() };
        log.append(&provenance, append).await.unwrap();
        log
    }

    #[tokio::test]
    async fn a_long_history_shows_its_end_with_the_state_before_it() {
        let id = Uuid::from_u128(7);
        let log = counts(id, 203).await;
        let stream = StreamId::new("stock", id);
        let (reasons, left_out) = of_stream(&log, &stream).await.unwrap().unwrap();
        assert_eq!((reasons.len(), left_out), (200, 3));
        assert_eq!(reasons[0].event.version, 4);
        let fields: Vec<_> =
            reasons[0].fields.iter().map(|field| (field.before.as_deref(), field.after.as_deref())).collect();
        assert_eq!(fields, [(Some("3"), Some("4"))]);
        assert_eq!(reasons[0].sentence, "The merchant counted 4 units in stock.");
    }

    #[tokio::test]
    async fn a_product_without_events_gives_none() {
        let log = counts(Uuid::from_u128(7), 1).await;
        for kind in [WhyKind::Order, WhyKind::Product] {
            assert_eq!(explain(&log, kind, Uuid::from_u128(7)).await.unwrap(), None);
        }
    }
}
