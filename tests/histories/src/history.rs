//! A log in memory that records events in the order in which a test makes them happen.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use shared_events::{Actor, Event, Position, RawEvent, Recorded, StreamId, encode};
use uuid::Uuid;

use crate::{Person, admin};

/// Events as the log returns them: positions have gaps, versions have none, and there is a minute between two events.
#[derive(Default)]
pub struct History {
    events: Vec<Recorded<RawEvent>>,
    versions: HashMap<StreamId, u64>,
}

impl History {
    /// Records an event that this person caused.
    pub fn by<E: Event>(&mut self, person: &Person, event: E) -> &mut Self {
        self.caused_by(person.actor(), event)
    }

    /// Records an event that [`admin`] caused.
    pub fn admin<E: Event>(&mut self, event: E) -> &mut Self {
        self.caused_by(admin().actor(), event)
    }

    /// Records an event that a process manager caused.
    pub fn system<E: Event>(&mut self, event: E) -> &mut Self {
        self.caused_by(Actor::system("test"), event)
    }

    #[expect(clippy::needless_pass_by_value, reason = "callers pass a new event")]
    fn caused_by<E: Event>(&mut self, actor: Actor, event: E) -> &mut Self {
        let id = stream_of(&event).unwrap_or_else(|| panic!("{event:?} does not name its stream"));
        self.record(id, actor, &event);
        self
    }

    /// Records an event in the stream of this id. The other methods take the id from the event.
    pub fn record<E: Event>(&mut self, id: Uuid, actor: Actor, event: &E) -> &Recorded<RawEvent> {
        let stream = StreamId::new(E::CATEGORY, id);
        let version = self.versions.entry(stream.clone()).or_default();
        *version += 1;
        let number = self.events.len() as u64 + 1;
        self.events.push(Recorded {
            position: Position(number * 3),
            version: *version,
            event_id: Uuid::from_u128(u128::from(number)),
            recorded_at: at(number),
            correlation_id: Uuid::nil(),
            causation_id: Uuid::nil(),
            actor,
            event: encode(event),
            stream,
        });
        &self.events[self.events.len() - 1]
    }

    /// All events so far.
    pub fn events(&self) -> &[Recorded<RawEvent>] {
        &self.events
    }

    /// The last event; panics if there is none.
    pub fn last(&self) -> &[Recorded<RawEvent>] {
        &self.events[self.events.len() - 1..]
    }
}

/// The time at which a history's event with this number (from 1) was recorded.
pub fn at(number: u64) -> DateTime<Utc> {
    let start = DateTime::from_timestamp(1_790_000_000, 0).expect("a moment");
    start + TimeDelta::minutes(i64::try_from(number).expect("a short history"))
}

/// The id of the stream that an event belongs to. `None` for the streams whose ids are not members of their events:
/// those of e-mail addresses, shoppers and operators' acts.
pub fn stream_of<E: Event>(event: &E) -> Option<Uuid> {
    let member = match E::CATEGORY {
        "email" | "shopper" | "operation" => return None,
        "product" | "stock" | "views" => "productId",
        "checkout" => "checkoutId",
        "order" => "orderId",
        "review" => "reviewId",
        "conversation" => "conversationId",
        "session" => "sessionId",
        "webhookdelivery" => "deliveryId",
        "inquiry" => "inquiryId",
        "stall" => "merchantId",
        _ => "accountId",
    };
    let data = encode(event).data.to_value().expect("a payload is JSON");
    let id = data[member].as_str().unwrap_or_else(|| panic!("{event:?} has no {member}"));
    Some(id.parse().expect("an id is a UUID"))
}
