//! The successive states of a stream, for operators: one after each event, folded as for decisions.

use domain::{
    Aggregate, account::Account, checkout::Checkout, order::Order, product::Product, review::Review,
    stock::Stock,
};
use serde::Serialize;
use serde_json::Value;
use shared_events::{Event, RawEvent, Recorded, decode};

/// The state after each of these events, which are the first of a stream; `None` from the first unreadable event on.
/// Sessions, credentials and e-mail addresses have no states here, because their events say more.
pub fn states(category: &str, events: &[Recorded<RawEvent>]) -> Vec<Option<Value>> {
    let fold =
        [of::<Account>(), of::<Checkout>(), of::<Order>(), of::<Product>(), of::<Review>(), of::<Stock>()];
    match fold.iter().find(|(known, _)| *known == category) {
        Some((_, fold)) => fold(events),
        None => vec![None; events.len()],
    }
}

type Fold = fn(&[Recorded<RawEvent>]) -> Vec<Option<Value>>;

fn of<A: Aggregate + Serialize>() -> (&'static str, Fold) {
    (A::Event::CATEGORY, fold::<A>)
}

fn fold<A: Aggregate + Serialize>(events: &[Recorded<RawEvent>]) -> Vec<Option<Value>> {
    let mut state = Some(A::default());
    let states = events.iter().map(|event| {
        let read = decode::<A::Event>(&event.event).ok();
        state = state.take().zip(read).map(|(before, event)| before.evolve(&event));
        state.as_ref().and_then(|state| serde_json::to_value(state).ok())
    });
    states.collect()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::json;
    use shared_events::{Actor, Position, StreamId};
    use uuid::Uuid;

    use super::*;

    fn event(version: u64, event_type: &'static str, data: Value) -> Recorded<RawEvent> {
        let id = Uuid::from_u128(7);
        Recorded {
            position: Position(version),
            stream: StreamId::new("stock", id),
            version,
            event_id: id,
            recorded_at: DateTime::UNIX_EPOCH,
            correlation_id: id,
            causation_id: id,
            actor: Actor::system("a test"),
            event: RawEvent { event_type: event_type.into(), schema_version: 1, data: data.into() },
        }
    }

    #[test]
    fn each_event_has_its_state_until_one_is_unreadable() {
        let product = Uuid::from_u128(7);
        let counted = |quantity| json!({ "productId": product, "quantity": quantity });
        let history = [
            event(1, "StockCounted", counted(5)),
            event(2, "StockCounted", counted(9)),
            event(3, "StockTeleported", json!({})),
            event(4, "StockCounted", counted(1)),
        ];
        let states = states("stock", &history);
        let on_hand: Vec<bool> = states.iter().map(Option::is_some).collect();
        assert_eq!(on_hand, [true, true, false, false]);
        assert_ne!(states[0], states[1]);
        assert_eq!(super::states("session", &history), vec![None; 4]);
    }
}
